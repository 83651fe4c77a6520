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

    Rule: as `range` without racks. Each topic is cut into one block for each of its subscribers, static members first.
    If the blocks cannot be equal, the first ones have one partition more. Owned partitions have no effect, and since
    KAFKA-16694 racks have none either. The first releases kept owned partitions; later releases do not.

    The class's Javadoc makes two false statements. It says that every subscriber of a topic gets one of its partitions,
    which fails where members outnumber partitions. It says that co-partitioning needs equal subscriptions of all
    members, but equal subscribers of the two topics are enough.

    Kafka's class throws where a member subscribes to a missing topic. The coordinator never passes such a topic; here
    it is skipped.

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
