"""Campaigns that a full disk or Ctrl-C stops: one line, and `resume` completes them with the same rows."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kafka_assay.pipeline.campaign.campaign_run import resume_campaign
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches
from kafka_assay.pipeline.spark.session import LOOP
from tests.pipeline.campaign.campaigns import digests_of, small_plan

SPARK = [pytest.mark.integration, pytest.mark.spark, pytest.mark.xdist_group("spark")]
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
    assert [200] == [one["pairs"] for one in digests_of(tmp_path)]


PROGRAM = """
import os, signal, sys
from pathlib import Path

import kafka_assay.pipeline.campaign.{module} as module
from assay.cli import run

folder, once = Path(sys.argv[1]), iter([True])
genuine = module.{name}

def interrupted(*words):
    if {here} and next(once, False):
        os.kill(os.getpid(), signal.SIGINT)
    return genuine(*words)

module.{name} = interrupted
sys.exit(run(["campaign", "resume", str(folder), "--master", "local[2]"]))
"""
PLACES = {
    # The first stretch is committed, the next ones are under way.
    "while judging": {"module": "campaign_run", "name": "_judge_stretch", "here": "words[2] == 2"},
    "while summarising": {"module": "finishing", "name": "summarise_on_spark", "here": "True"},
}


def resume(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@pytest.mark.integration
@pytest.mark.spark
@pytest.mark.xdist_group("spark")
def test_interrupt_is_one_line_and_resume_completes_the_campaign(tmp_path: Path) -> None:
    folders = {name: tmp_path / name.replace(" ", "-") for name in PLACES}
    for name, folder in folders.items():
        plan = small_plan(folder, groups=60)

        stopped = resume(folder, PROGRAM.format(**PLACES[name]))

        done = committed_pairs(plan, committed_stretches(folder, plan))
        assert 130 == stopped.returncode, stopped.stderr
        assert stopped.stderr.splitlines() == [
            f"assay: interrupted: {done} of 120 pairs are committed, assay campaign resume {folder} goes on"
        ]
        assert (done == 120) is (name != "while judging"), name

        resume_campaign(folder, LOOP)

    first, second = map(digests_of, folders.values())
    assert [60, 60] == [one["pairs"] for one in first]
    assert first == second
