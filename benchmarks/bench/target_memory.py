"""
The peak memory of a target's process for one question.

Each question goes to a process of its own, also for a reference, which is otherwise asked in ours. The peak includes
the interpreter or virtual machine, and reading the question and writing the answer. So a small question is asked first:
the peak after it is what the process needs in any case.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.benchmarks.peak_memory import peak_mebibytes_of

_SMALL_GROUP = group_of({"t0": 1}, {"C0": ["t0"]})


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetMemory:
    """The peak memory of the process in MiB: after a small question (`at_rest`), and after the measured one."""

    at_rest: float
    peak: float


def memory_of(open_host: Callable[[], HostTarget], group: Group) -> TargetMemory | None:
    """The memory of a new process that answers `group`; None if it does not, or if the system reports no memory."""
    try:
        target = open_host()
    except AssayError:
        return None
    with closing(target):
        at_rest = peak_after_answer(target, _SMALL_GROUP)
        peak = None if at_rest is None else peak_after_answer(target, group)
        return None if at_rest is None or peak is None else TargetMemory(at_rest=at_rest, peak=peak)


def peak_after_answer(target: Target, group: Group) -> float | None:
    """The peak memory in MiB of the target's process after it answered `group`; None as in `memory_of`."""
    try:
        target.assign(group)
    except AssignorFailed:
        return None
    process: int | None = getattr(target, "process_id", None)
    return None if process is None else peak_mebibytes_of(process)
