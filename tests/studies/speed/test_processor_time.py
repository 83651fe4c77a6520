from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from kafka_assay.assignors.hosted.supervised_process import WARD
from studies.speed.processor_time import ProcessorTime, run_measured

if TYPE_CHECKING:
    from pathlib import Path


def test_hosts_are_told_apart_by_their_mark() -> None:
    """Every process that a supervisor starts has it in its environment."""
    times = ProcessorTime()
    words = [sys.executable, "-c", "print(flush=True); input()"]
    running = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        for environment in ({**os.environ, WARD: "1-ab"}, dict(os.environ))
    ]
    for one in running:
        assert one.stdout is not None
        one.stdout.readline()

    times.read(os.getpid())

    for one in running:
        one.communicate(b"\n")
    assert {os.getpid(), *(one.pid for one in running)} <= times.seconds.keys()
    # Other tests of this process may have hosts that are still running.
    assert running[0].pid in times.hosts
    assert running[1].pid not in times.hosts


def test_share_of_hosts_is_a_share_of_all_processor_time() -> None:
    assert 0.25 == ProcessorTime(seconds={1: 3.0, 2: 1.0}, hosts={2}).host_share
    assert 0.0 == ProcessorTime().host_share


def test_command_gets_its_folder_and_variables(tmp_path: Path) -> None:
    program = "import os; print(os.getcwd(), *os.environ.get('PYTHONPATH', 'none').split())"

    output, _ = run_measured([sys.executable, "-c", program], tmp_path, {"PATH": os.environ["PATH"]})

    assert f"{tmp_path} none\n" == output
