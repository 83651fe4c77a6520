"""The time of each timed group on its own: both sides, and their ratio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from statistics import geometric_mean
from typing import TypeAlias

from kafka_assay.benchmarks.comparison.comparison_record import TimedGroup
from kafka_assay.benchmarks.paired import ratio_over_sittings

BlockSeconds: TypeAlias = Sequence[float]


def timed_groups(
    names: Sequence[str], sittings: Iterable[tuple[BlockSeconds, BlockSeconds]]
) -> tuple[TimedGroup, ...] | None:
    """
    The time of each group in `names`; None for a single group, because then the whole line is about it.

    A sitting has the fastest calls of base and candidate, block by block. Each group has as many blocks, one after the
    other. Over several sittings an interval reaches from its lowest to its highest end.

    >>> first, second = timed_groups(("small", "large"), [([1.0, 1.0, 5.0, 5.0], [2.0, 2.0, 5.0, 5.0])])
    >>> round(first.ratio, 6), round(second.ratio, 6), round(second.base, 6)
    (2.0, 1.0, 5.0)
    """
    if len(names) < 2:
        return None
    pairs = list(sittings)
    return tuple(
        _timed_group(name, [_part(pair, place, len(names)) for pair in pairs]) for place, name in enumerate(names)
    )


def _part(sitting: tuple[BlockSeconds, BlockSeconds], place: int, groups: int) -> tuple[BlockSeconds, BlockSeconds]:
    base, candidate = sitting
    blocks = len(base) // groups
    mine = slice(place * blocks, (place + 1) * blocks)
    return base[mine], candidate[mine]


def _timed_group(name: str, sittings: Sequence[tuple[BlockSeconds, BlockSeconds]]) -> TimedGroup:
    ratio, low, high = ratio_over_sittings(sittings)
    return TimedGroup(
        name=name,
        base=geometric_mean(chain.from_iterable(base for base, _ in sittings)),
        candidate=geometric_mean(chain.from_iterable(candidate for _, candidate in sittings)),
        ratio=ratio,
        interval=(low - 1, high - 1),
    )
