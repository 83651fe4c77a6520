"""
Timed calls: a clock that counts an assignor's own time only, several targets timed in turns, and two side by side.

A hosted assignor answers through a pipe, and its host reports the nanoseconds of `assign` alone. The rest of the round
trip (JSON, the pipe) is subtracted from the clock. So hosted and in-process assignors are timed alike.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.intervals import paired_ratio

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
    started = CLOCK()
    CLOCK.ask(target, group)
    return max(CLOCK() - started, 1e-9)


def choose_size(
    sides: TimedSides,
    sizes: Sequence[Mapping[str, Group]],
    *,
    timer: Callable[[Target, Group], float] = seconds_of_call,
) -> Mapping[str, Group]:
    """
    The largest of the `sizes` (ascending) whose groups every side answers in time; the smallest if none.

    `SLOWEST` is the time for one call. A slow side is thus compared on smaller groups, and not given up.
    """
    chosen = sizes[0]
    for size in sizes:
        try:
            slow = any(timer(target, group) > SLOWEST for target in sides[:2] for group in size.values())
        except AssignorFailed:
            slow = True
        if slow:
            return chosen
        chosen = size
    return chosen


def time_side_by_side(
    sides: TimedSides,
    groups: Sequence[Group],
    *,
    seconds: float = SECONDS,
    timer: Callable[[Target, Group], float] = seconds_of_call,
) -> list[Sitting]:
    """
    Time the sides on `groups`, for about `seconds` each time: once, and again with new processes if they differ.

    Raises `AssignorFailed`.
    """
    first = _sit(sides, groups, seconds, timer)
    if _direction(first) == 0:
        return [first]
    for target in sides:
        target.close()  # the next question starts a new process
    return [first, _sit(sides, groups, seconds, timer)]


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


def _sit(
    sides: TimedSides, groups: Sequence[Group], seconds: float, timer: Callable[[Target, Group], float]
) -> Sitting:
    blocks = []
    for group in groups:
        calls = _calls_per_block(sides, group, seconds / len(groups), timer)
        blocks += [_time_block(sides, group, calls, timer) for _ in range(BLOCKS)]
    return Sitting(*zip(*blocks, strict=True))


def _calls_per_block(sides: TimedSides, group: Group, seconds: float, timer: Callable[[Target, Group], float]) -> int:
    """The calls of each side in a block, so that all blocks together take about `seconds`. Warms all up."""
    for target in sides:
        timer(target, group)
    started = perf_counter()
    for target in sides:
        timer(target, group)
    all_sides = max(perf_counter() - started, 1e-9)
    return max(FEWEST_CALLS, min(MOST_CALLS, int(seconds / (BLOCKS * all_sides))))


def _time_block(
    sides: TimedSides, group: Group, calls: int, timer: Callable[[Target, Group], float]
) -> tuple[float, ...]:
    """The fastest of `calls` calls of each side. The sides take turns at being first, because the order matters."""
    fastest = [float("inf")] * len(sides)
    order = list(enumerate(sides))
    for _ in range(calls):
        for place, target in order:
            fastest[place] = min(fastest[place], timer(target, group))
        order = [*order[1:], order[0]]
    return tuple(fastest)
