"""The lines of a comparison about measures: means a rebalance over pairs, with the interval of their difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from math import inf, isinf
from statistics import geometric_mean

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine, Outcome
from kafka_assay.benchmarks.comparison.effect import effect_of_counts, effect_of_ratio
from kafka_assay.benchmarks.comparison.moves_and_balance import with_balance
from kafka_assay.benchmarks.comparison.outcome import outcome_of
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases
from kafka_assay.benchmarks.comparison.side_record import SideTiming
from kafka_assay.benchmarks.comparison.timed_groups import timed_groups
from kafka_assay.benchmarks.paired import Difference, paired_difference, ratio_over_sittings
from kafka_assay.benchmarks.side_by_side import Sitting, summarize_sittings

MEASURES = ("balance_gap", "moves", "rounds", "topic_spread")
TOLERANCES = {"balance_gap": 0.0, "moves": 0.05, "rounds": 0.05, "topic_spread": inf, "seconds": 0.05}
"""
How much worse a measure may be: in sum of squares, in moves and rounds a rebalance, as a share of the base's time.

No assignor promises how it spreads a topic. So a larger spread is listed, but fails only if a tolerance is given.
"""
BETWEEN_RECORDS = 1.5
"""Two records that were timed apart must differ by this factor: no control has seen what changed in between."""

NOISY = "the base may differ from itself as much"
"""Why a difference is unstable that is not certainly larger than the control's."""


def incomparable_line(measure: str, reason: str) -> ComparisonLine:
    """A line for a measure that could not be compared, for this `reason`."""
    return ComparisonLine(measure=measure, outcome="not-comparable", reason=reason, undecided=True)


def measure_lines(
    pairs: PairedCases, tolerances: Mapping[str, float], control: PairedCases | None
) -> Iterator[ComparisonLine]:
    """A line for each measure. `control` pairs the base with itself, where its answers vary."""
    for measure in MEASURES:
        base, candidate = (numbers.tolist() for numbers in pairs.figure_pairs(measure))
        if len(base) < 2:
            yield incomparable_line(measure, "both answered fewer than two groups")
            continue
        found = paired_difference(base, candidate)
        line = _measure_line(measure, found, len(base), tolerances[measure], _noise(measure, control))
        yield with_balance(line, pairs) if measure == "moves" else line


def _measure_line(
    measure: str, found: Difference, groups: int, tolerance: float, noise: float | None
) -> ComparisonLine:
    one_sided = (found.up > 0) - (found.down > 0)
    outcome = outcome_of(found.low, found.high, tolerance, noise=noise or 0.0, one_sided=one_sided)
    return ComparisonLine(
        measure=measure,
        outcome=outcome,
        base=found.base,
        candidate=found.candidate,
        interval=(found.low, found.high),
        tolerance=_finite(tolerance),
        reason=_reason(outcome),
        effect=None if outcome == "same" else effect_of_counts(found.up, found.down, groups),
        control=noise,
        groups=groups,
        worse_groups=found.up,
        better_groups=found.down,
    )


def _finite(tolerance: float) -> float | None:
    """The tolerance as a number of JSON; None if there is no limit."""
    return None if isinf(tolerance) else tolerance


def _reason(outcome: Outcome) -> str | None:
    return NOISY if outcome == "unstable" else None


def _noise(measure: str, control: PairedCases | None) -> float | None:
    """The farthest end of the interval between the base and itself; None if the base repeats its answers."""
    if control is None:
        return None
    base, again = (numbers.tolist() for numbers in control.figure_pairs(measure))
    if len(base) < 2:
        return None
    found = paired_difference(base, again)
    return max(abs(found.low), abs(found.high))


def recorded_seconds_line(base: SideTiming | None, candidate: SideTiming | None, tolerance: float) -> ComparisonLine:
    """
    The line about time, from two records.

    They were timed at different times, so a difference needs a factor of `BETWEEN_RECORDS`. Times of another machine
    are not compared.
    """
    if base is None or candidate is None:
        return incomparable_line("seconds", "a record has no time")
    for name in ("processor", "cores", "memory_mib", "system", "python"):
        one, other = getattr(base.machine, name), getattr(candidate.machine, name)
        if one != other:
            return replace(incomparable_line("seconds", f"another machine: {name}: {one}, {other}"), undecided=False)
    if base.workloads != candidate.workloads:
        return replace(incomparable_line("seconds", "other groups were timed"), undecided=False)
    if len({len(blocks) for blocks in (*base.blocks, *candidate.blocks)}) != 1:
        return replace(incomparable_line("seconds", "the groups were timed in other blocks"), undecided=False)
    sittings = list(product(base.blocks, candidate.blocks))
    ratio, lowest, highest = ratio_over_sittings(sittings)
    low, high = lowest - 1, highest - 1
    noise = max(base.noise, candidate.noise)
    tolerance = max(tolerance, BETWEEN_RECORDS - 1)
    outcome = outcome_of(low, high, tolerance, noise=noise)
    return ComparisonLine(
        measure="seconds",
        outcome=outcome,
        base=geometric_mean(chain.from_iterable(base.blocks)),
        candidate=geometric_mean(chain.from_iterable(candidate.blocks)),
        interval=(low, high),
        tolerance=_finite(tolerance),
        reason=_reason(outcome),
        effect=None if outcome == "same" else effect_of_ratio(ratio),
        control=noise,
        ratio=ratio,
        groups=len(base.workloads),
        timed=base.workloads,
        timed_groups=timed_groups(base.workloads, sittings),
    )


def seconds_line(sittings: Sequence[Sitting], timed: tuple[str, ...], tolerance: float) -> ComparisonLine:
    """The line about time, from at least one sitting on the groups with the names in `timed`."""
    found = summarize_sittings(sittings)
    low, high = found.low - 1, found.high - 1
    outcome = outcome_of(low, high, tolerance, noise=found.noise)
    line = ComparisonLine(
        measure="seconds",
        outcome=outcome,
        base=found.base,
        candidate=found.candidate,
        interval=(low, high),
        tolerance=_finite(tolerance),
        reason=_reason(outcome),
        effect=None if outcome == "same" else effect_of_ratio(found.ratio),
        control=found.noise,
        ratio=found.ratio,
        groups=len(timed),
        timed=timed,
        timed_groups=timed_groups(timed, [(one.base, one.candidate) for one in sittings]),
    )
    if not found.is_confirmed:
        return replace(line, outcome="unstable", reason="new processes do not show it again")
    return line
