"""
Every small group, once up to symmetry: renaming members, topics or partitions gives no new group.

An optimum depends on which members may have a partition and on its valid owner. So a group here consists of partition
counts of topics, topics of members, and a valid owner of each partition: a subscriber or none. Every combination
occurs, including members without topics, topics without partitions and topics without subscribers. Of groups that are
equal up to renaming, the one that sorts first is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

from kafka_assay.assignors.model import Group, group_of

MEMBERS, TOPICS, PARTITIONS = 3, 2, 4
"""The size of the largest small group. Partitions are counted over all topics."""

NOBODY = -1


class SmallGroup(NamedTuple):
    """
    A small group as numbers.

    `subscriptions[m]` are the topics of member m. `owners[t][p]` is the valid owner of partition p of topic t, or
    `NOBODY`; its length is the topic's number of partitions.
    """

    subscriptions: tuple[tuple[int, ...], ...]
    owners: tuple[tuple[int, ...], ...]

    def group(self) -> Group:
        """The group with members C0, C1 ..., topics t0, t1, and claims of one generation."""
        owned: dict[str, dict[str, list[int]]] = {}
        for topic, owners in enumerate(self.owners):
            for partition, owner in enumerate(owners):
                if owner != NOBODY:
                    owned.setdefault(f"C{owner}", {}).setdefault(f"t{topic}", []).append(partition)
        return group_of(
            {f"t{topic}": len(owners) for topic, owners in enumerate(self.owners)},
            {f"C{member}": [f"t{topic}" for topic in topics] for member, topics in enumerate(self.subscriptions)},
            owned,
            generation=1,
        )


def every_group(members: int = MEMBERS, topics: int = TOPICS, partitions: int = PARTITIONS) -> Iterator[SmallGroup]:
    """
    Every group, up to symmetry, with at most these members, topics and partitions in all; fewer members first.

    >>> [len(list(every_group(members, 1, 2))) for members in range(4)]
    [4, 14, 31, 55]
    """
    for number in range(members + 1):
        for sizes in sizes_of(topics, partitions):
            for small in _with_sizes(number, sizes):
                if small == canonical_form(small):
                    yield small


def sizes_of(topics: int, partitions: int) -> Iterator[tuple[int, ...]]:
    """The partition counts of at most this many topics, ascending."""
    for number in range(topics + 1):
        for sizes in combinations_with_replacement(range(partitions + 1), number):
            if sum(sizes) <= partitions:
                yield sizes


def _with_sizes(members: int, sizes: tuple[int, ...]) -> Iterator[SmallGroup]:
    """All groups with these members and topics. The partitions of a topic are in the order of their owners."""
    choices = [tuple(t for t in range(len(sizes)) if bits >> t & 1) for bits in range(1 << len(sizes))]
    for subscriptions in product(choices, repeat=members):
        may_own = [[NOBODY, *(m for m in range(members) if t in subscriptions[m])] for t in range(len(sizes))]
        for owners in product(*(combinations_with_replacement(may_own[t], size) for t, size in enumerate(sizes))):
            yield SmallGroup(subscriptions, owners)


def canonical_form(small: SmallGroup) -> SmallGroup:
    """The group that sorts first among all renamings of `small`."""
    return min(
        rename(small, members, topics)
        for members in permutations(range(len(small.subscriptions)))
        for topics in permutations(range(len(small.owners)))
        if all(len(small.owners[t]) == len(small.owners[new]) for t, new in enumerate(topics))
    )


def rename(small: SmallGroup, members: tuple[int, ...], topics: tuple[int, ...]) -> SmallGroup:
    """
    `small` with member m called `members[m]` and topic t `topics[t]`, the partitions of each topic sorted by owner.
    """
    subscriptions: list[tuple[int, ...]] = [()] * len(members)
    owners: list[tuple[int, ...]] = [()] * len(topics)
    for member, new in enumerate(members):
        subscriptions[new] = tuple(sorted(topics[topic] for topic in small.subscriptions[member]))
    for topic, new in enumerate(topics):
        owners[new] = tuple(sorted(NOBODY if owner == NOBODY else members[owner] for owner in small.owners[topic]))
    return SmallGroup(tuple(subscriptions), tuple(owners))
