"""
The lines of a comparison about measures: means a rebalance over pairs, with the interval of their difference.

More is worse for every measure. A difference is never called the same if its interval excludes 0. An assignor that
balances less can move less than the best plan must, so fewer moves alone are not better. And a better balance has its
price: more moves or rounds are no regression if they rise only on groups whose balance is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain, product
from math import inf, isinf
from statistics import geometric_mean
from typing import TypeAlias

import numpy as np

from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparisonLine,
    Outcome,
    SideTiming,
    TimedGroup,
    effect_of_counts,
    effect_of_ratio,
)
from kafka_assay.benchmarks.comparison.paired_cases import Numbers, PairedCases
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.intervals import Difference, paired_difference, ratio_over_sittings
from kafka_assay.benchmarks.timed_calls import Sitting, is_confirmed, noise_of

MEASURES = ("balance_gap", "moves", "rounds", "topic_spread")
TOLERANCES = {"balance_gap": 0.0, "moves": 0.05, "rounds": 0.05, "topic_spread": inf, "seconds": 0.05}
"""
How much worse a measure may be: in sum of squares, in moves and rounds a rebalance, as a share of the base's time.

No assignor promises how it spreads a topic. So a larger spread is listed, but fails only if a tolerance is given.
"""
PRICE_OF_BALANCE = frozenset({"moves", "rounds"})
"""What may rise on groups whose balance is better."""
BETWEEN_RECORDS = 1.5
"""Two records that were timed apart must differ by this factor: no control has seen what changed in between."""

PairedBlocks: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""The fastest calls of base and candidate, block by block."""

NOISY = "the base may differ from itself as much"
"""Why a difference is unstable that is not certainly larger than the control's."""


def incomparable_line(measure: str, reason: str) -> ComparisonLine:
    """A line for a measure that could not be compared, for this `reason`."""
    return ComparisonLine(measure=measure, outcome="not-comparable", reason=reason, undecided=True)


def measure_lines(pairs: PairedCases, tolerances: Mapping[str, float]) -> Iterator[ComparisonLine]:
    """A line for each measure of the answers."""
    for measure in MEASURES:
        line = _measure_line(measure, pairs, tolerances[measure])
        yield _with_balance(line, pairs) if measure == "moves" and not line.undecided else line


def _measure_line(measure: str, pairs: PairedCases, tolerance: float) -> ComparisonLine:
    found = _difference(measure, pairs)
    if found is None:
        return incomparable_line(measure, "both answered fewer than two groups")
    control = None if pairs.control is None else _difference(measure, pairs.control)
    # The farthest end of the interval between the base and itself.
    noise = None if control is None else max(abs(control.low), abs(control.high))
    one_sided = (found.up > 0) - (found.down > 0)
    if noise is not None:
        one_sided = 0  # a base that varies does so in one direction by chance
    outcome = outcome_of(found.low, found.high, tolerance, noise=noise or 0.0, one_sided=one_sided)
    if outcome == "worse" and measure in PRICE_OF_BALANCE:
        rest = _difference_without_more_even(measure, pairs)
        if outcome_of(rest.low, rest.high, tolerance, noise=noise or 0.0) != "worse":
            outcome = "worse-for-balance"
    return ComparisonLine(
        measure=measure,
        outcome=outcome,
        base=found.base,
        candidate=found.candidate,
        interval=(found.low, found.high),
        tolerance=None if isinf(tolerance) else tolerance,
        reason=NOISY if outcome == "unstable" else None,
        effect=None if outcome == "same" else effect_of_counts(found.up, found.down, found.groups),
        control=noise,
        groups=found.groups,
        worse_groups=found.up,
        better_groups=found.down,
    )


def _difference(measure: str, pairs: PairedCases) -> Difference | None:
    return paired_difference(*(numbers.tolist() for numbers in pairs.figure_pairs(measure)))


def _difference_without_more_even(measure: str, pairs: PairedCases) -> Difference:
    """The difference if the measure had not risen on the groups whose balance is better."""
    (base, candidate), gaps = pairs.figure_pairs(measure), pairs.figure_pairs("balance_gap")
    rest = np.where(gaps[1] < gaps[0], np.minimum(base, candidate), candidate)
    found = paired_difference(base.tolist(), rest.tolist())
    assert found is not None, "a measure that is worse has pairs"
    return found


def recorded_seconds_line(base: SideTiming | None, candidate: SideTiming | None, tolerance: float) -> ComparisonLine:
    """
    The line about time, from two records.

    They were timed at different times, so a difference needs a factor of `BETWEEN_RECORDS`. Times of another machine
    are not compared.
    """
    if base is None or candidate is None:
        return incomparable_line("seconds", "a record has no time")
    differs = _difference_of_timing(base, candidate)
    if differs:
        return replace(incomparable_line("seconds", differs), undecided=False)
    sittings = list(product(base.blocks, candidate.blocks))
    noise = max(base.noise, candidate.noise)
    return _seconds_line(sittings, base.workloads, max(tolerance, BETWEEN_RECORDS - 1), noise)


def _difference_of_timing(base: SideTiming, candidate: SideTiming) -> str:
    """What differs in the way in which both were timed; empty if nothing does."""
    for part in fields(Machine):
        one, other = getattr(base.machine, part.name), getattr(candidate.machine, part.name)
        if one != other:
            return f"another machine: {part.name}: {one}, {other}"
    if base.workloads != candidate.workloads:
        return "other groups were timed"
    blocks = {len(blocks) for blocks in (*base.blocks, *candidate.blocks)}
    return "" if len(blocks) == 1 else "the groups were timed in other blocks"


def seconds_line(sittings: Sequence[Sitting], timed: tuple[str, ...], tolerance: float) -> ComparisonLine:
    """The line about time, from at least one sitting on the groups with the names in `timed`."""
    pairs = [(one.base, one.candidate) for one in sittings]
    line = _seconds_line(pairs, timed, tolerance, noise_of(sittings))
    if not is_confirmed(sittings):
        return replace(line, outcome="unstable", reason="new processes do not show it again")
    return line


def _seconds_line(
    sittings: Sequence[PairedBlocks], timed: tuple[str, ...], tolerance: float, noise: float
) -> ComparisonLine:
    whole = _timed_group("", sittings)
    outcome = outcome_of(*whole.interval, tolerance, noise=noise)
    return ComparisonLine(
        measure="seconds",
        outcome=outcome,
        base=whole.base,
        candidate=whole.candidate,
        interval=whole.interval,
        tolerance=None if isinf(tolerance) else tolerance,
        reason=NOISY if outcome == "unstable" else None,
        effect=None if outcome == "same" else effect_of_ratio(whole.ratio),
        control=noise,
        ratio=whole.ratio,
        groups=len(timed),
        timed=timed,
        timed_groups=timed_groups(timed, sittings),
    )


def _with_balance(line: ComparisonLine, pairs: PairedCases) -> ComparisonLine:
    """The `line` about moves, with the moves of the best plan and the balance of both sides on the same groups."""
    moves, fewest, gaps = (pairs.figure_pairs(name) for name in ("moves", "fewest_moves", "balance_gap"))
    above = [float(mine.mean() - best.mean()) for mine, best in zip(moves, fewest, strict=True)]
    even = [_is_less_even(*side) for side in zip(moves, fewest, gaps, strict=True)]
    differs = moves[0] != moves[1]
    where = [float(gap[differs].mean()) for gap in gaps] if differs.any() else None
    return replace(
        line,
        above_fewest=(above[0], above[1]),
        less_even=(even[0], even[1]),
        gap_where_moves_differ=None if where is None else (where[0], where[1]),
    )


def _is_less_even(moves: Numbers, fewest: Numbers, gap: Numbers) -> bool:
    fewer = moves < fewest
    return bool(fewer.any()) and bool((gap[fewer] > 0).all())


def outcome_of(low: float, high: float, tolerance: float, *, noise: float = 0.0, one_sided: int = 0) -> Outcome:
    """
    The outcome of a difference with the interval from `low` to `high`.

    `noise` is the largest difference that the control showed between the base and itself: a smaller one is unstable.
    `one_sided` is 1 (-1) if every pair that differs is worse (better). Then there is a direction, however few they are.

    >>> outcome_of(0.06, 0.2, 0.05), outcome_of(0.01, 0.2, 0.05), outcome_of(0.06, 0.2, 0.05, noise=0.1)
    ('worse', 'worse-within-tolerance', 'unstable')
    >>> outcome_of(-0.1, 0.2, 0.0), outcome_of(-0.1, 0.2, 0.0, one_sided=1)
    ('same', 'worse-within-tolerance')
    """
    if low > 0 or one_sided > 0:
        return _by_size(low, tolerance, noise, "worse", "worse-within-tolerance")
    if high < 0 or one_sided < 0:
        return _by_size(-high, tolerance, noise, "better", "better-within-tolerance")
    return "same"


def _by_size(least: float, tolerance: float, noise: float, beyond: Outcome, within: Outcome) -> Outcome:
    if noise > 0 and least <= noise:
        return "unstable"
    return beyond if least > tolerance else within


def timed_groups(names: Sequence[str], sittings: Sequence[PairedBlocks]) -> tuple[TimedGroup, ...] | None:
    """
    The time of each group in `names`; None for a single group, because then the whole line is about it.

    Each group has as many blocks of a sitting, one after the other. Over several sittings an interval reaches from its
    lowest to its highest end.

    >>> first, second = timed_groups(("small", "large"), [([1.0, 1.0, 5.0, 5.0], [2.0, 2.0, 5.0, 5.0])])
    >>> round(first.ratio, 6), round(second.ratio, 6), round(second.base, 6)
    (2.0, 1.0, 5.0)
    """
    if len(names) < 2:
        return None
    blocks = len(sittings[0][0]) // len(names)
    parts = (slice(place * blocks, (place + 1) * blocks) for place in range(len(names)))
    return tuple(
        _timed_group(name, [(base[part], candidate[part]) for base, candidate in sittings])
        for name, part in zip(names, parts, strict=True)
    )


def _timed_group(name: str, sittings: Sequence[PairedBlocks]) -> TimedGroup:
    ratio, low, high = ratio_over_sittings(sittings)
    return TimedGroup(
        name=name,
        base=geometric_mean(chain.from_iterable(base for base, _ in sittings)),
        candidate=geometric_mean(chain.from_iterable(candidate for _, candidate in sittings)),
        ratio=ratio,
        interval=(low - 1, high - 1),
    )
