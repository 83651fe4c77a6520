"""
Time several targets on one group in turns: each round asks every target once.

So a burst of other load on the machine meets all targets, and no target profits from being last. Only time inside
`assign` counts (`kafka_assay.benchmarks.clock`). Answers are kept, and judged after the clock has stopped.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.clock import AssignClock

WARM_SECONDS, MOST_WARM_CALLS = 0.5, 20
"""Calls that do not count, until one of these is reached: a virtual machine compiles what it runs often."""

POINT_SECONDS, MOST_ROUNDS = 1.0, 20
"""The timed calls of a target take about this long together, transport included. There is at least one."""

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


def time_in_turns(targets: Mapping[str, Target], group: Group) -> dict[str, TimedCalls]:
    """Time every target on `group`, in turns. A failure ends the turns of its target only."""
    calls = {name: TimedCalls() for name in targets}
    clock = AssignClock()
    with _collector_off():
        for name, target in targets.items():
            _warm_up(target, group, calls[name], clock)
        order = list(targets)
        while any(one.rounds for one in calls.values()):
            for name in order:
                if calls[name].rounds:
                    _time_call(targets[name], group, calls[name], clock)
            order = [*order[1:], order[0]]
    return calls


def _warm_up(target: Target, group: Group, calls: TimedCalls, clock: AssignClock) -> None:
    """Call the target without counting, and plan its rounds. If the first call is slow, it is the only one."""
    started = perf_counter()
    _time_call(target, group, calls, clock)
    spent = perf_counter() - started
    if calls.failure is not None or spent >= SLOW_SECONDS:
        return
    last = spent
    for _ in range(MOST_WARM_CALLS - 1):
        if perf_counter() - started >= WARM_SECONDS or calls.failure is not None:
            break
        before = perf_counter()
        _time_call(target, group, calls, clock)
        last = perf_counter() - before
    calls.seconds.clear()
    calls.rounds = 0 if calls.failure else max(1, min(MOST_ROUNDS, int(POINT_SECONDS / max(last, 1e-9))))


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
