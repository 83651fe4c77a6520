"""Numbers for names, and the newest claim on each partition as an array: for groups of any size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.model import MOST_PARTITIONS, Group

NOBODY = -1
"""Stands for the number of a member where a partition has none, and for the number of an unknown name."""


class Numbering(dict[str, int]):
    """The position of each name. An unknown name has the number `NOBODY`."""

    def __init__(self, names: Sequence[str]) -> None:
        """Number the `names` in their order."""
        super().__init__(zip(names, range(len(names)), strict=True))

    def __missing__(self, name: str) -> int:
        """The number of an unknown name."""
        return NOBODY


Ints: TypeAlias = NDArray[np.int64]


def newest_claimants(group: Group, members: Numbering, topics: Numbering, sizes: Ints) -> Ints:
    """
    The member that alone claims each partition with the highest generation, by number, or `NOBODY`.

    Partitions are numbered topic by topic; topic t has `sizes[t]`. A partition's valid owner is this member, provided
    that it subscribes to the topic. The caller checks that.
    """
    claimed = np.full(int(sizes.sum()), NOBODY, dtype=np.int64)
    if not any(member.owned for member in group.members):
        return claimed
    claimant, topic, partition = _list_claims(group, topics)
    exists = (partition >= 0) & (partition < np.append(sizes, 0)[topic])
    place = (sizes.cumsum() - sizes)[topic[exists]] + partition[exists]
    # A key for each member of the group: its generation comes first, then its number.
    generations = [member.claimed_generation() for member in group.members]
    rank = {generation: place for place, generation in enumerate(sorted(set(generations)))}
    pairs = zip(generations, group.members, strict=True)
    keys = np.array([rank[generation] * len(members) + members[member.id] for generation, member in pairs])
    key = keys[claimant[exists]]
    # The highest key has the highest generation, and the highest number among the members of that generation.
    np.maximum.at(claimed, place, key)
    highest, number = claimed[place], len(members)
    claimed[place[(key != highest) & (key // number == highest // number)]] = NOBODY
    return np.where(claimed >= 0, claimed % number, NOBODY)


def _list_claims(group: Group, topics: Numbering) -> tuple[Ints, Ints, Ints]:
    """All claims: the position of the claimant in the group, the number of the topic, and the partition id."""
    owned = [member.owned for member in group.members]
    flat: list[Any] = list(chain.from_iterable(chain.from_iterable(owned)))
    names, lists = flat[::2], flat[1::2]
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    topic = np.fromiter(map(topics.__getitem__, names), np.int64, len(names))
    claimant = np.arange(len(owned)).repeat(np.fromiter(map(len, owned), np.int64, len(owned)))
    return claimant.repeat(lengths), topic.repeat(lengths), _join_lists(lists, int(lengths.sum()))


def _join_lists(lists: list[tuple[int, ...]], count: int) -> Ints:
    """The `count` partition ids in all `lists`. Ids beyond 64 bits become -1: no partition has one."""
    try:
        return np.fromiter(chain.from_iterable(lists), np.int64, count)
    except OverflowError:
        known = range(MOST_PARTITIONS)
        return np.fromiter((one if one in known else -1 for one in chain.from_iterable(lists)), np.int64, count)
