"""
Partitions as numbers, and their owners at one moment of a rebalance.

Algorithms use the numbers, and only the answer has names. Lists of numbers are much faster than a million small
objects, which would take seconds to create.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartitionNumbering:
    """
    Numbered partitions: partition p of `topics[t]` has the number `spans[topics[t]].start + p`.

    Numbers ascend in the order of (topic, id). `spans` maps a topic to the numbers of its partitions.
    `topic_of[number]` is t, `ids[number]` is p.
    """

    topics: tuple[str, ...]
    spans: dict[str, range]
    topic_of: list[int]
    ids: list[int]

    def __len__(self) -> int:
        """The number of partitions."""
        return len(self.ids)

    def ids_by_topic(self, numbers: Iterable[int]) -> dict[str, list[int]]:
        """
        Topic -> sorted ids of `numbers`: one member's part of an answer.

        >>> number_partitions({"t1": 2, "t0": 3}, ["t0", "t1", "gone"]).ids_by_topic([4, 0, 2])
        {'t0': [0, 2], 't1': [1]}
        """
        topics, topic_of, ids = self.topics, self.topic_of, self.ids
        mine: dict[str, list[int]] = {}
        latest = -1
        for number in sorted(numbers):
            topic = topic_of[number]
            if topic != latest:
                latest = topic
                partitions = mine[topics[topic]] = []
            partitions.append(ids[number])
        return mine

    def answer(self, group: Group, members: Iterable[Member], shares: Iterable[Iterable[int]]) -> Assignment:
        """The `shares` of the `members` as an assignment, in the order of `group`."""
        named = {member.id: self.ids_by_topic(share) for member, share in zip(members, shares, strict=True)}
        return {member.id: named[member.id] for member in group.members}


def number_partitions(counts: dict[str, int], subscribed: Iterable[str]) -> PartitionNumbering:
    """
    Number the partitions of the `subscribed` topics that exist.

    Topics without subscribers get no numbers: Kafka's coordinator drops them before it calls an assignor.
    """
    topics = tuple(sorted({topic for topic in subscribed if counts.get(topic, 0) > 0}, key=kafka_order))
    ends = list(accumulate(counts[topic] for topic in topics))
    spans = {topic: range(end - counts[topic], end) for topic, end in zip(topics, ends, strict=True)}
    topic_of: list[int] = []
    ids: list[int] = []
    for place, topic in enumerate(topics):
        topic_of += [place] * counts[topic]
        ids += range(counts[topic])
    return PartitionNumbering(topics=topics, spans=spans, topic_of=topic_of, ids=ids)


NOBODY = -1


@dataclass(slots=True, kw_only=True)
class OwnershipState:
    """
    `load[member]` is a member's number of partitions, `owner[number]` the owner of a partition (or `NOBODY`).

    A comparison starts with the loads, because different states usually differ there.
    """

    load: list[int]
    owner: list[int]

    def copy(self) -> OwnershipState:
        """A copy, to restore the state later."""
        return OwnershipState(load=self.load.copy(), owner=self.owner.copy())

    def give(self, number: int, taker: int) -> None:
        """Give `number` to `taker`, and take it from its owner if there is one."""
        giver = self.owner[number]
        if giver != NOBODY:
            self.load[giver] -= 1
        self.owner[number] = taker
        self.load[taker] += 1

    def shares(self) -> list[list[int]]:
        """The numbers that each member owns, ascending."""
        shares: list[list[int]] = [[] for _ in self.load]
        for number, owner in enumerate(self.owner):
            if owner != NOBODY:
                shares[owner].append(number)
        return shares


def ownership_state_of(held: Sequence[Iterable[int]], partitions: int) -> OwnershipState:
    """The state in which each member owns what it holds."""
    state = OwnershipState(load=[0] * len(held), owner=[NOBODY] * partitions)
    for member, numbers in enumerate(held):
        for number in numbers:
            state.give(number, member)
    return state


def balance_score(loads: Iterable[int]) -> int:
    """
    KIP-54's balance score: the differences of load, summed over all pairs of members.

    >>> balance_score([2, 0, 1])
    4
    """
    ordered = sorted(loads)
    lightest_twice = len(ordered) - 1
    return sum((2 * position - lightest_twice) * load for position, load in enumerate(ordered))
