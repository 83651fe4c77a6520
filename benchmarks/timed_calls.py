"""
Timed calls: a clock that counts an assignor's own time only, and several targets timed on one group in turns.

A hosted assignor answers through a pipe, and its host reports the nanoseconds of `assign` alone. The rest of the round
trip (JSON, the pipe) is subtracted from the clock. So hosted and in-process assignors are timed alike.

Each round asks every target once. So a burst of other load on the machine meets all targets, and no target profits from
being last. Answers are kept, and judged after the clock has stopped.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group

MOST_WARM_CALLS, MOST_ROUNDS = 20, 20

SLOW_SECONDS = 10.0
"""A first call that takes this long is the only one, and counts."""


@dataclass(slots=True)
class TimedCalls:
    """
    The calls of one target: the seconds of each, and the different answers; or the `failure` that ended them.

    `rounds` is the number of calls that are still to be timed.
    """

    seconds: list[float] = field(default_factory=list)
    answers: list[Assignment] = field(default_factory=list)
    failure: AssignorFailed | None = None
    rounds: int = 0


class Pace(NamedTuple):
    """
    How long a target is called, in seconds, transport included.

    `warm`: calls that do not count, because a virtual machine compiles what it runs often. `timed`: the timed calls
    together; there is at least one.
    """

    warm: float = 0.5
    timed: float = 1.0


def time_in_turns(targets: Mapping[str, Target], group: Group, pace: Pace = Pace()) -> dict[str, TimedCalls]:  # noqa: B008 - immutable
    """Time every target on `group`, in turns. A failure ends the turns of its target only."""
    calls = {name: TimedCalls() for name in targets}
    clock = AssignClock()
    with _collector_off():
        for name, target in targets.items():
            _warm_up(target, group, calls[name], pace)
        order = list(targets)
        while any(one.rounds for one in calls.values()):
            for name in order:
                if calls[name].rounds:
                    _time_call(targets[name], group, calls[name], clock)
            order = [*order[1:], order[0]]
    return calls


def _warm_up(target: Target, group: Group, calls: TimedCalls, pace: Pace) -> None:
    """Call the target without counting, and plan its rounds. If the first call is slow, it is the only one."""
    clock = AssignClock()
    started = perf_counter()
    _time_call(target, group, calls, clock)
    spent = perf_counter() - started
    if calls.failure is not None or spent >= SLOW_SECONDS:
        return
    last = spent
    for _ in range(MOST_WARM_CALLS - 1):
        if perf_counter() - started >= pace.warm or calls.failure is not None:
            break
        before = perf_counter()
        _time_call(target, group, calls, clock)
        last = perf_counter() - before
    calls.seconds.clear()
    calls.rounds = 0 if calls.failure else max(1, min(MOST_ROUNDS, int(pace.timed / max(last, 1e-9))))


def _time_call(target: Target, group: Group, calls: TimedCalls, clock: AssignClock) -> None:
    started = clock()
    try:
        answer = clock.ask(target, group)
    except AssignorFailed as failure:
        calls.failure, calls.rounds = failure, 0
        return
    calls.seconds.append(clock() - started)
    calls.rounds = max(0, calls.rounds - 1)
    if answer not in calls.answers:
        calls.answers.append(answer)


@contextmanager
def _collector_off() -> Iterator[None]:
    """No garbage collection, whose cost depends on other objects in memory."""
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
