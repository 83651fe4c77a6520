"""Tests of an interrupt of `assay compare`, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
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
        try:
            if f"{MARK}={mark}".encode() in (process / "environ").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return found


def wait_until(seconds: float, is_so: Callable[[], bool]) -> bool:
    """Whether it becomes so within these seconds."""
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


@pytest.fixture
def mark() -> str:
    """Text that marks the processes of a test."""
    return f"{os.getpid()}-{time.monotonic_ns()}"


@pytest.fixture
def compared(tmp_path: Path, mark: str) -> Iterator[subprocess.Popen[str]]:
    """A comparison whose workers wait for an answer. It leads a process group, as in a terminal."""
    (tmp_path / "mine.py").write_text(SLOW, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "assay", *COMPARE.split()],
        cwd=tmp_path,
        env={**os.environ, MARK: mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - as in a terminal
    )
    try:
        assert wait_until(120.0, (tmp_path / "called").exists)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("times", [1, 3])
def test_interrupt_ends_all_processes_soon(compared: subprocess.Popen[str], mark: str, times: int) -> None:
    """No worker finishes its batch first. A terminal interrupts the workers too."""
    for _ in range(times):
        os.killpg(compared.pid, signal.SIGINT)
        time.sleep(0.01)
    _, told = compared.communicate(timeout=PATIENCE)

    assert ["assay: interrupted"] == [line for line in told.splitlines() if line]
    assert 130 == compared.returncode
    assert wait_until(PATIENCE, lambda: not marked_processes(mark))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_comparison_that_is_killed(
    compared: subprocess.Popen[str], mark: str, how: signal.Signals
) -> None:
    compared.send_signal(how)
    compared.wait(PATIENCE)

    assert wait_until(PATIENCE, lambda: not marked_processes(mark))
