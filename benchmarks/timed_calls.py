"""
Timed calls: an assignor's own time, several targets timed in turns, and two side by side.

A hosted assignor answers through a pipe, and its host reports the nanoseconds of `assign` alone. The rest of the round
trip (JSON, the pipe) does not count. So hosted and in-process assignors are timed alike.

In turns, each round asks every target once. So a burst of other load on the machine meets all targets, and no target
profits from being last. Answers are kept, and judged after the clock has stopped.

Side by side, the question is which of two is slower, as far as a shared machine can tell. Other load only adds time,
comes in bursts, and may favour one process over the other as long as both live. So calls alternate, and of each block
only the fastest call of each side counts. Blocks are the paired samples. Between the two a control takes its turn: the
base again, in a process of its own. What it shows of itself is this machine's noise. A difference counts only if new
processes show it again. (When all alternating calls counted, one of 24 comparisons of a target with itself was called
slower on a busy machine.)
"""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.intervals import paired_ratio

MOST_WARM_CALLS, MOST_ROUNDS = 20, 20

SLOW_SECONDS = 10.0
"""A first call that takes this long is the only one, and counts."""


def ask_timed(target: Target, group: Group) -> tuple[Assignment, float]:
    """The target's answer, and the seconds of its `assign` alone. Raises `AssignorFailed`."""
    started = perf_counter()
    answer = target.assign(group)
    seconds = perf_counter() - started
    nanoseconds: int | None = getattr(target, "last_nanoseconds", None)
    return answer, seconds if nanoseconds is None else min(seconds, nanoseconds / 1e9)


@dataclass(slots=True)
class TimedCalls:
    """The calls of one target: the seconds of each, and the different answers; or the `failure` that ended them."""

    seconds: list[float] = field(default_factory=list)
    answers: list[Assignment] = field(default_factory=list)
    failure: AssignorFailed | None = None

    def time_call(self, target: Target, group: Group) -> None:
        """Add a call, or its failure."""
        try:
            answer, seconds = ask_timed(target, group)
        except AssignorFailed as failure:
            self.failure = failure
            return
        self.seconds.append(seconds)
        if answer not in self.answers:
            self.answers.append(answer)


def time_in_turns(
    targets: Mapping[str, Target], group: Group, *, warm: float = 0.5, timed: float = 1.0
) -> dict[str, TimedCalls]:
    """
    Time every target on `group`, in turns. A failure ends the turns of its target only.

    Each target is called for about so many seconds, transport included. Calls while it gets `warm` do not count,
    because a virtual machine compiles what it runs often. At least one call is `timed`.
    """
    calls = {name: TimedCalls() for name in targets}
    # No garbage collection, whose cost depends on other objects in memory.
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        rounds = {name: _warm_up(target, group, calls[name], warm, timed) for name, target in targets.items()}
        order = list(targets)
        for number in range(max(rounds.values(), default=0)):
            for name in order:
                if number < rounds[name] and calls[name].failure is None:
                    calls[name].time_call(targets[name], group)
            order = [*order[1:], order[0]]
    finally:
        if was_on:
            gc.enable()
    return calls


def _warm_up(target: Target, group: Group, calls: TimedCalls, warm: float, timed: float) -> int:
    """Call the target without counting, and return how many calls to time: 0 after a failure or a slow first call."""
    spent = last = 0.0
    for number in range(MOST_WARM_CALLS):
        started = perf_counter()
        calls.time_call(target, group)
        last = perf_counter() - started
        spent += last
        if calls.failure is not None or (number == 0 and last >= SLOW_SECONDS):
            return 0
        if spent >= warm:
            break
    calls.seconds.clear()
    return max(1, min(MOST_ROUNDS, int(timed / max(last, 1e-9))))


BLOCKS = 6
"""The number of blocks of calls for each group: the paired samples."""

FEWEST_CALLS, MOST_CALLS = 2, 8
"""The least and most calls of each side in a block."""

SLOWEST = 0.15
"""The most seconds for a call. Groups on which one takes longer are too large."""

SECONDS = 8.0
"""The approximate time of one measurement. Slow targets are called less often."""


class TimedSides(NamedTuple):
    """What is timed: two targets, and the base once more as the control."""

    base: Target
    candidate: Target
    control: Target


class Sitting(NamedTuple):
    """The fastest call of each side in each block, in seconds. All were timed with the same processes."""

    base: tuple[float, ...]
    candidate: tuple[float, ...]
    control: tuple[float, ...]


def seconds_of_call(target: Target, group: Group) -> float:
    """The seconds of `assign` alone for `group`. Raises `AssignorFailed`."""
    return max(ask_timed(target, group)[1], 1e-9)


def reports_its_time(target: Target, group: Group) -> bool:
    """
    Whether the time of `target` is that of `assign` alone: it runs in this process, or its host reports nanoseconds.

    Raises `AssignorFailed`.
    """
    target.assign(group)
    return getattr(target, "last_nanoseconds", 0) is not None


def choose_size(sides: TimedSides, sizes: Sequence[Mapping[str, Group]]) -> Mapping[str, Group]:
    """
    The largest of the `sizes` (ascending) whose groups every side answers in time; the smallest if none.

    `SLOWEST` is the time for one call. A slow side is thus compared on smaller groups, and not given up.
    """
    chosen = sizes[0]
    for size in sizes:
        try:
            slow = any(seconds_of_call(target, group) > SLOWEST for target in sides[:2] for group in size.values())
        except AssignorFailed:
            slow = True
        if slow:
            return chosen
        chosen = size
    return chosen


def time_side_by_side(sides: TimedSides, groups: Sequence[Group], *, seconds: float = SECONDS) -> list[Sitting]:
    """
    Time the sides on `groups`, for about `seconds` each time: once, and again with new processes if they differ.

    Raises `AssignorFailed`.
    """
    first = _sit(sides, groups, seconds)
    if _direction(first) == 0:
        return [first]
    for target in sides:
        target.close()  # the next question starts a new process
    return [first, _sit(sides, groups, seconds)]


def noise_of(sittings: Sequence[Sitting]) -> float:
    """The farthest end of the control's intervals from 1: the largest difference of the base from itself."""
    controls = [paired_ratio(one.base, one.control) for one in sittings]
    return max(max(1 / low, high) for _, low, high in controls) - 1


def is_confirmed(sittings: Sequence[Sitting]) -> bool:
    """Whether all sittings show the same direction."""
    return len(set(map(_direction, sittings))) == 1


def _direction(sitting: Sitting) -> int:
    """1 if the candidate is slower than the base, -1 if it is faster, 0 if the interval allows both."""
    _, low, high = paired_ratio(sitting.base, sitting.candidate)
    return 1 if low > 1 else -1 if high < 1 else 0


def _sit(sides: TimedSides, groups: Sequence[Group], seconds: float) -> Sitting:
    blocks = []
    for group in groups:
        calls = _calls_per_block(sides, group, seconds / len(groups))
        blocks += [_time_block(sides, group, calls) for _ in range(BLOCKS)]
    return Sitting(*zip(*blocks, strict=True))


def _calls_per_block(sides: TimedSides, group: Group, seconds: float) -> int:
    """The calls of each side in a block, so that all blocks together take about `seconds`. Warms all up."""
    for target in sides:
        seconds_of_call(target, group)
    started = perf_counter()
    for target in sides:
        seconds_of_call(target, group)
    all_sides = max(perf_counter() - started, 1e-9)
    return max(FEWEST_CALLS, min(MOST_CALLS, int(seconds / (BLOCKS * all_sides))))


def _time_block(sides: TimedSides, group: Group, calls: int) -> tuple[float, ...]:
    """The fastest of `calls` calls of each side. The sides take turns at being first, because the order matters."""
    fastest = [float("inf")] * len(sides)
    order = list(enumerate(sides))
    for _ in range(calls):
        for place, target in order:
            fastest[place] = min(fastest[place], seconds_of_call(target, group))
        order = [*order[1:], order[0]]
    return tuple(fastest)
