"""
The words about one measure of a comparison: its value before and now, and what moves have to do with balance.

The time of one call has a factor over all timed groups, and a factor and milliseconds of each group.
"""

from __future__ import annotations

from math import ceil, isinf, log10

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
from kafka_assay.reports.wording.words import quantity

MEASURE_NAMES = {
    "balance_gap": "balance gap (sum of squares above the optimum)",
    "moves": "moves per rebalance",
    "rounds": "rounds per rebalance",
    "topic_spread": "topic spread (most minus least partitions of a topic)",
    "seconds": "time of one call",
}
MOST_DIGITS = 9
"""What is smaller than this many decimals is the error of the arithmetic."""
_FEWER_MOVES = frozenset({"better", "better-within-tolerance"})
_MORE_MOVES = frozenset({"worse", "worse-within-tolerance", "accepted"})


def measure_clause(line: ComparisonLine) -> str:
    """One measure: its value before and now."""
    if line.measure == "seconds":
        return f"time of one call {factor_text(line.ratio or 1, line.interval or (0.0, 0.0))}"
    name = MEASURE_NAMES[line.measure].partition(" (")[0]
    price = price_in_balance(line)
    before, now = means_text(line.base or 0, line.candidate or 0)
    return f"{name} {before} before, now {now}{f', but {price}' if price else ''}"


def judged_by(line: ComparisonLine) -> str:
    """What a difference is judged by that its tolerance does not let fail: within it, or not clearly beyond it."""
    if line.tolerance is None:
        has_none = isinf(TOLERANCES[line.measure])
        return "not judged (no tolerance set)" if has_none else "not clearly beyond the tolerance"
    is_time = line.measure == "seconds"
    difference = (line.ratio or 1) - 1 if is_time else (line.candidate or 0) - (line.base or 0)
    where = "within tolerance" if abs(difference) <= line.tolerance else "not clearly beyond tolerance"
    return f"{where} ({f'{line.tolerance * 100:g} %' if is_time else f'{line.tolerance:g}'})"


def price_in_balance(line: ComparisonLine) -> str:
    """What the change of moves did to the balance, if it went the other way: fewer moves alone are no gain."""
    if line.measure != "moves" or line.gap_where_moves_differ is None:
        return ""
    before, now = line.gap_where_moves_differ
    if line.outcome in _FEWER_MOVES and now > before:
        return "less even"
    return "more even" if line.outcome in _MORE_MOVES and now < before else ""


def price_sentence(line: ComparisonLine) -> str:
    """The same with the balance gaps that show it; empty if there is no such price."""
    price = price_in_balance(line)
    return f"{price}: {gaps_sentence(line)}" if price else ""


def gaps_sentence(line: ComparisonLine) -> str:
    """The balance gaps of the groups whose moves differ; empty if there are none."""
    gaps = line.gap_where_moves_differ
    if gaps is None:
        return ""
    groups = quantity((line.worse_groups or 0) + (line.better_groups or 0), "group")
    return f"on the {groups} whose moves differ the balance gap was {gaps[0]:.3f} and is now {gaps[1]:.3f}"


def moves_beside_best(line: ComparisonLine) -> list[str]:
    """Each side's moves beside those of the best plan, if known. Only a less even answer can move less."""
    sides = zip(line.above_fewest or (), line.less_even or (False, False), strict=False)
    return [_beside_best(moves, less_even=less_even) for moves, less_even in sides]


def _beside_best(moves: float, *, less_even: bool) -> str:
    if moves >= 0:
        return f"{moves:.3f} more than the best plan"
    return f"{-moves:.3f} fewer than the best plan{', because it is less even than that plan' if less_even else ''}"


def means_text(base: float, candidate: float) -> tuple[str, str]:
    """
    Two means with three decimals, or with as many as show that they differ.

    >>> means_text(1.987, 2.003), means_text(1.9871, 1.9874)
    (('1.987', '2.003'), ('1.9871', '1.9874'))
    """
    digits = 3
    while digits < MOST_DIGITS and base != candidate and f"{base:.{digits}f}" == f"{candidate:.{digits}f}":
        digits += 1
    return f"{base:.{digits}f}", f"{candidate:.{digits}f}"


def difference_text(low: float, high: float) -> str:
    """
    The interval of a difference. A bound that is not 0 does not read as 0.

    >>> difference_text(-0.018, -0.0004), difference_text(0.0, 0.25)
    ('-0.018 .. -0.0004', '+0.000 .. +0.250')
    """
    return f"{_bound(low)} .. {_bound(high)}"


def _bound(value: float) -> str:
    size = abs(value)
    if size < 10**-MOST_DIGITS:
        return "+0.000"
    return f"{value:+.{max(3, ceil(-log10(size)))}f}"


def factor_text(ratio: float, interval: tuple[float, float]) -> str:
    """
    The factor of a time, with its interval. The `interval` is that of the ratio minus 1.

    >>> factor_text(2.0, (0.8, 1.25))
    '×2.00 (1.80 .. 2.25)'
    """
    low, high = (ratio_text(1 + end) for end in interval)
    return f"×{ratio_text(ratio)} ({low} .. {high})"


def ratio_text(ratio: float) -> str:
    """
    The ratio with two decimals, or with two significant digits.

    >>> ratio_text(0.714), ratio_text(0.00371)
    ('0.71', '0.0037')
    """
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"
