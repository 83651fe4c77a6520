"""
Every small group, up to symmetry: each once, whatever its members, topics and partitions are called.

What an optimum depends on is who may hold what and who validly owned it. So a group is here the partition counts of its
topics, for each member the topics that it subscribes to, and for each partition one of its topic's subscribers as the
valid owner, or none: every combination of them is there, members on nothing, topics without partitions and topics that
nobody wants included. Of the groups that become one another by renaming members, topics or the partitions of a topic,
the one that sorts first stands for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

from kafka_assay.assignors.model import Group, group_of

MEMBERS, TOPICS, PARTITIONS = 3, 2, 4
"""The most of a small group; partitions are counted over all its topics."""

NOBODY = -1


class SmallGroup(NamedTuple):
    """
    A small group in numbers: `subscriptions[m]` are the topics of member m, `owners[t][p]` is the valid owner of
    partition p of topic t, or `NOBODY`. How many partitions a topic has is the length of its owners.
    """

    subscriptions: tuple[tuple[int, ...], ...]
    owners: tuple[tuple[int, ...], ...]

    def group(self) -> Group:
        """The same as a group: members C0, C1 ..., topics t0, t1, claims of one generation."""
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
    One of each kind with at most so many members, topics, and partitions in all; those with fewer members first.

    >>> [len(list(every_group(members, 1, 2))) for members in range(4)]
    [4, 14, 31, 55]
    """
    for number in range(members + 1):
        for sizes in sizes_of(topics, partitions):
            for small in _with_sizes(number, sizes):
                if small == canonical_form(small):
                    yield small


def sizes_of(topics: int, partitions: int) -> Iterator[tuple[int, ...]]:
    """The partition counts that at most so many topics can have, ascending."""
    for number in range(topics + 1):
        for sizes in combinations_with_replacement(range(partitions + 1), number):
            if sum(sizes) <= partitions:
                yield sizes


def _with_sizes(members: int, sizes: tuple[int, ...]) -> Iterator[SmallGroup]:
    """
    All with these members and topics, but for the order of the partitions in a topic, which is that of their owners.
    """
    choices = [tuple(t for t in range(len(sizes)) if bits >> t & 1) for bits in range(1 << len(sizes))]
    for subscriptions in product(choices, repeat=members):
        may_own = [[NOBODY, *(m for m in range(members) if t in subscriptions[m])] for t in range(len(sizes))]
        for owners in product(*(combinations_with_replacement(may_own[t], size) for t, size in enumerate(sizes))):
            yield SmallGroup(subscriptions, owners)


def canonical_form(small: SmallGroup) -> SmallGroup:
    """Of all groups that `small` becomes by renaming, the one that sorts first."""
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
