"""
The peak memory of a process, if the system reports it (Linux does), and that of a target's process for one question.

To measure a target, each question goes to a process of its own, also for a reference, which is otherwise asked in ours.
The peak includes the interpreter or virtual machine, and reading the question and writing the answer. So a small
question is asked first: the peak after it is what the process needs in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group, group_of

_SMALL_GROUP = group_of({"t0": 1}, {"C0": ["t0"]})
_PROCESSES = Path("/proc")


def peak_mebibytes_of(process: int) -> float | None:
    """The peak memory of a process in MiB, plus those of its living descendants; None if it is not reported."""
    own = _peak_of(process)
    return None if own is None else own + sum(peak_mebibytes_of(child) or 0.0 for child in _children_of(process))


def _peak_of(process: int) -> float | None:
    with suppress(OSError):
        for line in (_PROCESSES / str(process) / "status").read_text("ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return None


def _children_of(process: int) -> Iterator[int]:
    """The children of all threads of the process."""
    with suppress(OSError):
        for thread in (_PROCESSES / str(process) / "task").iterdir():
            yield from map(int, (thread / "children").read_text("ascii").split())


def memory_of(open_host: Callable[[], HostTarget], group: Group) -> tuple[float, float] | None:
    """
    The peak memory in MiB of a new process: after a small question, and after it answered `group`.

    None if it does not answer, or if the system reports no memory.
    """
    try:
        target = open_host()
    except AssayError:
        return None
    with closing(target):
        at_rest = peak_after_answer(target, _SMALL_GROUP)
        peak = None if at_rest is None else peak_after_answer(target, group)
        return None if at_rest is None or peak is None else (at_rest, peak)


def peak_after_answer(target: Target, group: Group) -> float | None:
    """The peak memory in MiB of the target's process after it answered `group`; None as in `memory_of`."""
    try:
        target.assign(group)
    except AssignorFailed:
        return None
    process: int | None = getattr(target, "process_id", None)
    return None if process is None else peak_mebibytes_of(process)
