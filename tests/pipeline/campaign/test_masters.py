"""A campaign has the same rows on one core and on two, also of a target in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kafka_assay.pipeline.campaign.summary import read_summary

pytestmark = [pytest.mark.spark, pytest.mark.xdist_group("spark")]

CAMPAIGN = ("--targets", "sticky", "kafka-python:sticky", "--cases", "4000")


def test_one_core_and_two_give_the_same_digests(tmp_path: Path) -> None:
    found = []
    for cores in (1, 2):
        folder = tmp_path / str(cores)
        command = [sys.executable, "-m", "assay", "campaign", "run", str(folder), *CAMPAIGN]
        subprocess.run([*command, "--master", f"local[{cores}]"], check=True, capture_output=True)
        table = read_summary(folder, "digests")
        assert table is not None
        found.append(table.sort_by("target").to_pylist())

    assert [2_000, 2_000] == [one["pairs"] for one in found[0]]
    assert [True, True] == [one["answers"] for one in found[0]]
    assert found[0] == found[1]
