"""A disk that is really full under a campaign: one line, and `resume` completes it when there is room."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kafka_assay.pipeline.campaign.summary import read_summary

OWN_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]
"""Run a command with mounts of its own, which end with it."""
SCRIPT = """
set -u
mount -t tmpfs -o size=16k tmpfs "$1"
"$2" -m assay campaign run "$1" range --groups 200 --master "$4"
echo "code $?" >&2
mount -o remount,size=20m "$1"
"$2" -m assay campaign resume "$1" --master loop
echo "code $?" >&2
cp -r "$1/summary" "$3"
"""


def may_mount(folder: Path) -> bool:
    """Whether this system lets a user mount a small disk."""
    command = [*OWN_MOUNTS, "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


SPARK = [pytest.mark.integration, pytest.mark.spark, pytest.mark.xdist_group("spark")]


@pytest.mark.parametrize("master", ["loop", pytest.param("local[2]", marks=SPARK)])
def test_full_disk_is_one_line_and_resume_completes_the_campaign(master: str, tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    if not may_mount(folder):
        pytest.skip("this system lets no user mount a disk")

    words = [*OWN_MOUNTS, "sh", "-c", SCRIPT, "sh", str(folder), sys.executable, str(tmp_path), master]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    stopped, first, unexercised, second = done.stderr.splitlines()
    reason = r"[Nn]o space left on device( \(Spark's log: [^)]*\))?"
    assert re.search(rf"stopped: .*{reason}; 0 of 200 pairs are committed", stopped)
    assert ("code 2", "code 0") == (first, second)
    laws = "law restart-keeps-static-members (no verdict) and law rack-match-not-worse (no verdict)"
    assert unexercised == f"Never exercised: {laws}."
    digests = read_summary(tmp_path, "digests")
    assert digests is not None
    assert [200] == digests["pairs"].to_pylist()
