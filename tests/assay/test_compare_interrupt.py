"""Tests of an interrupt of `assay compare`, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

MARK = "ASSAY_TEST_INTERRUPT"
SLOW = """
import time
from pathlib import Path

def fast(group):
    return {member.id: {} for member in group.members}

def slow(group):
    Path("called").touch()
    time.sleep(5)
    return fast(group)
"""
COMPARE = "compare python:mine:fast python:mine:slow --inputs clean --groups 2000 --jobs 2 --call-timeout 100"
PATIENCE = 30.0
"""The seconds for the end. Without an end of the workers, 16 calls of 5 seconds would come first."""


def marked_processes(mark: str) -> list[str]:
    """The processes that inherited `mark` in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes():
                found.append(process.name)
    return found


def wait_until(seconds: float, is_so: Callable[[], bool]) -> bool:
    """Whether it becomes so within these seconds."""
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


@pytest.mark.integration
@pytest.mark.parametrize("times", [1, 3])
def test_interrupt_ends_all_processes_soon(times: int, tmp_path: Path) -> None:
    """No worker finishes its batch first. As in a terminal, the whole process group is interrupted."""
    (tmp_path / "mine.py").write_text(SLOW, encoding="utf-8")
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    with subprocess.Popen(
        [sys.executable, "-m", "assay", *COMPARE.split()],
        cwd=tmp_path,
        env={**os.environ, MARK: mark},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - as in a terminal
    ) as compared:
        try:
            assert wait_until(120.0, (tmp_path / "called").exists)
            for _ in range(times):
                os.killpg(compared.pid, signal.SIGINT)
                time.sleep(0.01)
            _, told = compared.communicate(timeout=PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(compared.pid, signal.SIGKILL)

    assert (130, ["assay: interrupted"]) == (compared.returncode, [line for line in told.splitlines() if line])
    assert wait_until(PATIENCE, lambda: not marked_processes(mark))
