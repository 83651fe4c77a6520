"""`roundrobin`: all partitions of all topics, dealt one by one around a circle of members."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.member_order import sort_static_first
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class RoundRobinAssignor:
    """
    Kafka's RoundRobinAssignor (its Javadoc; static members first since KIP-345, Kafka 2.4).

    Rule: members form a circle: static members by instance id, then the others by member id. Partitions come in the
    order of (topic, id). A pointer moves around the circle. For each partition it skips members that do not subscribe
    to the topic, gives the partition to the next subscriber, and advances by one. A skipped member has lost its turn,
    so loads become uneven as soon as subscriptions differ.

    Within one topic the pointer stops only at its subscribers, so a topic is dealt as a whole. With n subscribers the
    first one gets ids 0, n, 2n..., the next 1, n + 1.... The pointer ends behind the last one.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"a": 4, "b": 4}, {"C0": ["a"], "C1": ["a", "b"]})
    >>> for member, topics in RoundRobinAssignor().assign(group).items():
    ...     print(member, topics)
    C0 {'a': [0, 2]}
    C1 {'a': [1, 3], 'b': [0, 1, 2, 3]}
    """

    name = "roundrobin"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.STATIC, Promise.FIXED})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `RoundRobinAssignor`."""
        return deal_round(group, sort_static_first(group.members))


def deal_round(group: Group, circle: Sequence[Member]) -> Assignment:
    """Deal all partitions around the `circle`, which contains every member of `group` once."""
    answer: Assignment = {member.id: {} for member in group.members}
    counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
    subscribers = subscribers_by_topic(circle, counts)
    takers = [answer[member.id] for member in circle]
    pointer = 0
    for topic in sorted(subscribers, key=kafka_order):
        places, count = subscribers[topic], counts[topic]
        around, start = len(places), bisect_left(places, pointer)
        for turn in range(min(count, around)):
            takers[places[(start + turn) % around]][topic] = list(range(turn, count, around))
        pointer = places[(start + count - 1) % around] + 1
    return answer
