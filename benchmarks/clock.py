"""
A clock that counts an assignor's own time only.

A hosted assignor answers through a pipe, and its host reports the nanoseconds of `assign` alone. The rest of the round
trip (JSON, the pipe) is subtracted from this clock. So hosted and in-process assignors are timed alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Assignment, Group


@dataclass(slots=True)
class AssignClock:
    """The seconds spent inside assignors. `not_counted` is the time on the way to them and back."""

    not_counted: float = 0.0

    def __call__(self) -> float:
        """The time now, in seconds from an arbitrary start."""
        return perf_counter() - self.not_counted

    def ask(self, target: Target, group: Group) -> Assignment:
        """The target's answer. Only the time of its `assign` passes on this clock."""
        started = perf_counter()
        answer = target.assign(group)
        nanoseconds: int | None = getattr(target, "last_nanoseconds", None)
        if nanoseconds is not None:
            self.not_counted += max(0.0, perf_counter() - started - nanoseconds / 1e9)
        return answer


CLOCK = AssignClock()
"""The clock of this process."""


def read_clock() -> float:
    """The clock of this process as a plain function, as pytest-benchmark's `timer` requires."""
    return CLOCK()
