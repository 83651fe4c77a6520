"""
`range`: every topic for itself, in blocks of consecutive partitions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assignors.interface import ExpectedFailure, Promise
from assignors.order import kafka_order
from assignors.reference.member_order import static_first
from assignors.reference.subscribers import subscribers_by_topic

if TYPE_CHECKING:
    from assignors.model import Assignment, Group


class RangeAssignor:
    """
    Kafka's RangeAssignor (its Javadoc; static members first since KIP-345, Kafka 2.4), without racks.

    The rule. Members stand in order: static members by instance id, then the others by member id. For each topic, its
    P partitions are cut into one block for each of its n subscribers, in that order: the first P mod n blocks hold one
    partition more than the others. Topics never influence each other, so the first members collect the odd partitions
    of every topic: the total is uneven by up to the number of topics, but topics with equal counts and the same
    subscribers are cut alike (co-partitioning).

    Racks (KIP-881) are not looked at yet: members and replicas that name one are answered as if they did not.

    >>> from assignors.model import group_of
    >>> everything = ["a", "b", "c"]
    >>> group = group_of({"a": 5, "b": 1, "c": 2}, {"C0": everything, "C1": everything, "C2": everything})
    >>> for member, topics in RangeAssignor().assign(group).items():
    ...     print(member, topics)
    C0 {'a': [0, 1], 'b': [0], 'c': [0]}
    C1 {'a': [2, 3], 'c': [1]}
    C2 {'a': [4]}
    """

    name = "range"
    promises = frozenset(
        {Promise.REPEATABLE, Promise.PER_TOPIC, Promise.RANGE, Promise.STATIC, Promise.RACKS, Promise.FIXED}
    )
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """
        See `RangeAssignor`.
        """
        answer: Assignment = {member.id: {} for member in group.members}
        members = static_first(group.members)
        counts = group.partition_counts()
        subscribers = subscribers_by_topic(members, counts)
        takers = [answer[member.id] for member in members]
        for topic in sorted(subscribers, key=kafka_order):
            places = subscribers[topic]
            size, longer = divmod(counts[topic], len(places))
            start = 0
            for position, place in enumerate(places[: counts[topic]]):
                end = start + size + (position < longer)
                takers[place][topic] = list(range(start, end))
                start = end
        return answer
