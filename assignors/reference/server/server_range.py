"""`server-range`: the range assignor of Kafka's group coordinator."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.blocks import cut_blocks
from kafka_assay.assignors.reference.member_order import sort_static_first
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class ServerRangeAssignor:
    """
    The coordinator's RangeAssignor (KIP-848; as rewritten by KAFKA-16944, Kafka 3.9).

    The rule. As `range` without racks: each topic is cut into one block for each of its subscribers, static members
    first, and the first blocks are longer by one where it does not come out even. What members own does not matter,
    and since KAFKA-16694 racks do not either. The first releases kept owned partitions; that rule is gone.

    The class's Javadoc promises two things that do not hold: that every subscriber of a topic gets a partition of it
    (not where members outnumber partitions), and that co-partitioning needs equal subscriptions of all members (the
    two topics' subscribers are enough).

    Kafka's class throws where a member subscribes to a topic that does not exist. The coordinator never asks that;
    here such a topic is passed over.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"a": 3, "b": 1}, {"m1": ["a", "b"], "m2": ["a", "b"]}, {"m2": {"a": [0, 1], "b": [0]}})
    >>> ServerRangeAssignor().assign(group)
    {'m1': {'a': [0, 1], 'b': [0]}, 'm2': {'a': [2]}}
    """

    name = "server-range"
    promises = frozenset({Promise.REPEATABLE, Promise.PER_TOPIC, Promise.RANGE, Promise.STATIC, Promise.FIXED})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `ServerRangeAssignor`."""
        answer: Assignment = {member.id: {} for member in group.members}
        members = sort_static_first(group.members)
        counts = group.partition_counts()
        subscribers = subscribers_by_topic(members, counts)
        takers = [answer[member.id] for member in members]
        for topic in sorted(subscribers, key=kafka_order):
            for place, ids in cut_blocks(counts[topic], subscribers[topic]):
                takers[place][topic] = list(ids)
        return answer
