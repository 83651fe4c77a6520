"""Ctrl-C in a campaign on Spark, in a process of its own: one line, and `resume` completes it with the same rows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kafka_assay.pipeline.campaign.campaign_run import resume_campaign
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches
from kafka_assay.pipeline.spark.session import LOOP
from tests.pipeline.campaign.campaigns import digests_of, small_plan

pytestmark = [pytest.mark.integration, pytest.mark.spark, pytest.mark.xdist_group("spark")]

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
