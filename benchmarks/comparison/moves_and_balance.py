"""
What the moves of two sides have to do with their balance.

An assignor that balances less can move less than the best plan must. So fewer moves alone are not better.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.paired_cases import Numbers, PairedCases


def with_balance(line: ComparisonLine, pairs: PairedCases) -> ComparisonLine:
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
