"""
Time two targets side by side: which is slower, as far as a shared machine can tell?

Other load only adds time, comes in bursts, and may favour one process over the other as long as both live. So calls
alternate, and of each block only the fastest call of each side counts. Blocks are the paired samples. A difference
counts only if new processes show it again. (When all alternating calls counted, one of 24 comparisons of a target with
itself was called slower on a busy machine.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.clock import CLOCK
from kafka_assay.benchmarks.paired import Direction, paired_ratio

BLOCKS = 6
"""The number of blocks of calls for each group: the paired samples."""

FEWEST_CALLS, MOST_CALLS = 2, 8
"""The least and most calls of each side in a block."""

SECONDS = 8.0
"""The approximate time of one measurement. Slow targets are called less often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide:
    """Typical seconds of a call of each side, and candidate / base with its 95 % interval."""

    base: float
    candidate: float
    ratio: float
    low: float
    high: float

    def direction(self, tolerance: float) -> Direction:
        """`worse` (`better`) if the whole interval lies beyond `tolerance`, a share of the base's time."""
        if self.low > 1 + tolerance:
            return "worse"
        return "better" if self.high < 1 - tolerance else "same"


def seconds_of_call(target: Target, group: Group) -> float:
    """The seconds of `assign` alone for `group`. Raises `AssignorFailed`."""
    started = CLOCK()
    CLOCK.ask(target, group)
    return max(CLOCK() - started, 1e-9)


def time_side_by_side(
    base: Target,
    candidate: Target,
    groups: Sequence[Group],
    tolerance: float,
    *,
    timer: Callable[[Target, Group], float] = seconds_of_call,
) -> SideBySide | None:
    """
    Time both targets on `groups`; None if two measurements contradict each other. Raises `AssignorFailed`.

    A difference is measured again with new processes, and only the second measurement counts.
    """
    first = _time_pair(base, candidate, groups, timer)
    if first.direction(tolerance) == "same":
        return first
    for target in (base, candidate):
        target.close()  # the next question starts a new process
    second = _time_pair(base, candidate, groups, timer)
    return second if second.direction(tolerance) in {"same", first.direction(tolerance)} else None


def _time_pair(
    base: Target, candidate: Target, groups: Sequence[Group], timer: Callable[[Target, Group], float]
) -> SideBySide:
    before: list[float] = []
    after: list[float] = []
    for group in groups:
        calls = _calls_per_block(base, candidate, group, SECONDS / len(groups), timer)
        for _ in range(BLOCKS):
            one, other = _time_block(base, candidate, group, calls, timer)
            before.append(one)
            after.append(other)
    ratio, low, high = paired_ratio(before, after)
    return SideBySide(base=median(before), candidate=median(after), ratio=ratio, low=low, high=high)


def _calls_per_block(
    base: Target, candidate: Target, group: Group, seconds: float, timer: Callable[[Target, Group], float]
) -> int:
    """The calls of each side in a block, so that all blocks together take about `seconds`. Warms both up."""
    for target in (base, candidate):
        timer(target, group)
    started = perf_counter()
    for target in (base, candidate):
        timer(target, group)
    both = max(perf_counter() - started, 1e-9)
    return max(FEWEST_CALLS, min(MOST_CALLS, int(seconds / (BLOCKS * both))))


def _time_block(
    base: Target, candidate: Target, group: Group, calls: int, timer: Callable[[Target, Group], float]
) -> tuple[float, float]:
    """The fastest of `calls` calls of each side. The sides take turns at being first, because the order matters."""
    sides: dict[str, list[float]] = {"base": [], "candidate": []}
    order = [("base", base), ("candidate", candidate)]
    for _ in range(calls):
        for side, target in order:
            sides[side].append(timer(target, group))
        order.reverse()
    return min(sides["base"]), min(sides["candidate"])
