"""The kinds of alarm of a campaign, in an order that shows the most different ones first."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kafka_assay.pipeline.campaign.alarms.features import NUMBERS


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmKind:
    """
    One kind of alarm: a target broke a law on groups of a family, for one cause.

    `count` of the `of` pairs in which the law was decided have it. `case` is the number of its smallest case, with
    `members`, `partitions` and `features`. `low` and `high` bound the share.
    """

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
    features: tuple[int, ...]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What tells this kind from all others."""
        return self.target, self.law, self.family, self.cause


def kind_from_row(row: Mapping[str, Any]) -> AlarmKind:
    """The kind in a row of the summary `kinds`."""
    names = [name for name in AlarmKind.__dataclass_fields__ if name != "features"]
    return AlarmKind(**{name: row[name] for name in names}, features=tuple(row["features"]))


def rank_kinds(kinds: Sequence[AlarmKind]) -> list[AlarmKind]:
    """
    The `kinds`, furthest point first: each next one differs most from all before it. Declared ones come last.

    The first is the most frequent one.
    """
    groups = ([kind for kind in kinds if not kind.declared], [kind for kind in kinds if kind.declared])
    return [kind for group in groups for kind in _furthest_first(sorted(group, key=lambda kind: kind.key))]


def _furthest_first(kinds: Sequence[AlarmKind]) -> list[AlarmKind]:
    if not kinds:
        return []
    places = _places(kinds)
    distance = np.full(len(kinds), np.inf)
    place = max(range(len(kinds)), key=lambda number: kinds[number].count)
    order = []
    for _ in kinds:
        order.append(kinds[place])
        distance = np.minimum(distance, np.abs(places - places[place]).sum(axis=1))
        distance[place] = -1
        place = int(distance.argmax())
    return order


def _places(kinds: Sequence[AlarmKind]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A point for each kind: the features of its smallest case, each between 0 and 1, and what the kind is."""
    features = np.array([kind.features or (0,) * len(kinds[0].features) for kind in kinds], dtype=np.float64)
    numbers = len(NUMBERS)
    features[:, :numbers] = np.log1p(np.maximum(features[:, :numbers], 0))
    widest = features.max(axis=0) if features.size else np.zeros(0)
    features /= np.where(widest > 0, widest, 1)
    # Two kinds that differ in a word are as far apart as two whose feature differs most; laws and causes weigh double.
    words = [
        2 * _one_hot([kind.law for kind in kinds]),
        2 * _one_hot([kind.cause for kind in kinds]),
        _one_hot([kind.target for kind in kinds]),
        0.5 * _one_hot([kind.family for kind in kinds]),
    ]
    return np.hstack([features, *words])


def _one_hot(values: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float64]]:
    known = {value: place for place, value in enumerate(sorted(set(values)))}
    found = np.zeros((len(values), len(known)))
    found[np.arange(len(values)), [known[value] for value in values]] = 0.5
    return found


def unseen_share(counts: Sequence[int], pairs: int) -> float:
    """
    How likely the next pair shows a kind not seen before, by Good and Turing: kinds seen once, divided by pairs.

    >>> unseen_share([1, 5, 1], 100)
    0.02
    """
    return 0.0 if not pairs else min(1.0, math.fsum(count == 1 for count in counts) / pairs)
