"""
The kinds of alarm of a campaign, in an order that shows the most different ones first.

The features of a judged pair are small numbers that place a group and its answer among all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.judging.judgement import Gap
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.measures.traits import traits

NUMBERS = ("members", "partitions", "topics", "claims", "gap", "needless moves", "rounds")
"""The features that are numbers."""
TRAITS = tuple(sorted(FAMILIES))
"""The features that are 0 or 1: whether the group has the trait of this name."""


def features_of(group: Group, gap: Gap | None, rounds: int | None) -> tuple[int, ...]:
    """The features of a group and its answer, numbers first. Unknown figures are -1."""
    found = traits(group)
    return (
        len(group.members),
        count_assignable(group),
        len(group.topics),
        sum(len(ids) for member in group.members for _, ids in member.owned),
        -1 if gap is None else gap.sum_of_squares - gap.optimal_sum_of_squares,
        -1 if gap is None else gap.moves - gap.optimal_moves,
        -1 if rounds is None else rounds,
        *(int(trait in found) for trait in TRAITS),
    )


MOST_RANKED = 2_000
"""The most kinds that are compared with each other: the time grows with the square of their number."""
WEIGHTS = np.array([2.0, 2.0, 1.0, 0.5])
"""
How far two kinds with another law, cause, target or family are apart. Two kinds whose feature differs most are 1 apart.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmKind:
    """
    One kind of alarm: a target broke a law on groups of a family, for one cause. The fields are columns of its summary.

    `count` of the `of` pairs in which the law was decided have it. `case` is the number of its smallest case, with
    `members`, `partitions` and `features`; `file` is that of the shrunk case. `low` and `high` bound the share.
    """

    rank: int = 0
    target: str
    law: str
    family: str
    cause: str
    declared: bool
    count: int
    of: int
    low: float
    high: float
    case: int
    members: int
    partitions: int
    features: Sequence[int]
    file: str | None = None

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What tells this kind from all others."""
        return self.target, self.law, self.family, self.cause


def rank_kinds(kinds: Sequence[AlarmKind]) -> list[AlarmKind]:
    """
    The `kinds`, furthest point first: each next one differs most from all before it. Declared ones come last.

    The first is the most frequent one. Only the most frequent kinds are compared; the others follow by their counts.
    """
    order = []
    for group in ([kind for kind in kinds if not kind.declared], [kind for kind in kinds if kind.declared]):
        frequent = sorted(group, key=lambda kind: (-kind.count, kind.key))
        order += _furthest_first(sorted(frequent[:MOST_RANKED], key=lambda kind: kind.key))
        order += frequent[MOST_RANKED:]
    return order


def _furthest_first(kinds: Sequence[AlarmKind]) -> list[AlarmKind]:
    if not kinds:
        return []
    features = np.array([kind.features for kind in kinds], dtype=np.float64)
    numbers = features[:, : len(NUMBERS)]
    numbers[:] = np.log1p(np.maximum(numbers, 0))
    widest = features.max(axis=0)
    features /= np.where(widest > 0, widest, 1)
    named = zip(*((kind.law, kind.cause, kind.target, kind.family) for kind in kinds), strict=True)
    words = np.column_stack([np.unique(column, return_inverse=True)[1] for column in named])
    distance = np.full(len(kinds), np.inf)
    place = max(range(len(kinds)), key=lambda number: kinds[number].count)
    order = []
    for _ in kinds:
        order.append(kinds[place])
        apart = np.abs(features - features[place]).sum(axis=1) + (words != words[place]) @ WEIGHTS
        distance = np.minimum(distance, apart)
        distance[place] = -1
        place = int(distance.argmax())
    return order


def unseen_share(counts: Sequence[int], pairs: int) -> float:
    """
    How likely the next pair shows a kind not seen before, by Good and Turing: kinds seen once, divided by pairs.

    >>> unseen_share([1, 5, 1], 100)
    0.02
    """
    return 0.0 if not pairs else min(1.0, sum(count == 1 for count in counts) / pairs)
