"""`range`: each topic on its own, in blocks of consecutive partitions."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.blocks import cut_blocks
from kafka_assay.assignors.reference.member_order import sort_static_first
from kafka_assay.assignors.reference.range.range_racks import owners_by_rack
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class RangeAssignor:
    """
    Kafka's RangeAssignor (its Javadoc; static members first since KIP-345, Kafka 2.4; racks since KIP-881, Kafka 3.5).

    Rule: members are sorted: static members by instance id, then the others by member id. Each topic's P partitions are
    cut into one block for each of its n subscribers, in that order. The first P mod n blocks have one partition more.
    Topics never affect each other, so the first members collect the extra partitions of every topic. The total is
    uneven by up to the number of topics. But topics with equal counts and the same subscribers are cut in the same way
    (co-partitioning).

    >>> from kafka_assay.assignors.model import Group, Member, Topic, group_of
    >>> everything = ["a", "b", "c"]
    >>> group = group_of({"a": 5, "b": 1, "c": 2}, {"C0": everything, "C1": everything, "C2": everything})
    >>> for member, topics in RangeAssignor().assign(group).items():
    ...     print(member, topics)
    C0 {'a': [0, 1], 'b': [0], 'c': [0]}
    C1 {'a': [2, 3], 'c': [1]}
    C2 {'a': [4]}

    If members and replicas have racks, each member first takes partitions with a replica on its rack, and blocks may
    break up (`range_racks`). Counts per topic and co-partitioning stay. Here C0 matches only 1, and C1 gets the extra:

    >>> topic = Topic(name="t", partitions=3, replica_racks=(("ra",), ("rb",), ("ra",)))
    >>> members = [Member(id=name, subscription=("t",), rack=rack) for name, rack in (("C0", "rb"), ("C1", "ra"))]
    >>> RangeAssignor().assign(Group(topics=(topic,), members=tuple(members)))
    {'C0': {'t': [1]}, 'C1': {'t': [0, 2]}}
    """

    name = "range"
    promises = frozenset(
        {Promise.REPEATABLE, Promise.PER_TOPIC, Promise.RANGE, Promise.STATIC, Promise.RACKS, Promise.FIXED}
    )
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """See `RangeAssignor`."""
        answer: Assignment = {member.id: {} for member in group.members}
        members = sort_static_first(group.members)
        topics = {topic.name: topic for topic in group.topics}
        subscribers = subscribers_by_topic(members, topics)
        by_rack = owners_by_rack(members, topics, subscribers)
        takers = [answer[member.id] for member in members]
        for topic in sorted(subscribers, key=kafka_order):
            shares: Iterable[tuple[int, Iterable[int]]] = (
                _shares(by_rack[topic])
                if topic in by_rack
                else cut_blocks(topics[topic].partitions, subscribers[topic])
            )
            for place, ids in shares:
                takers[place][topic] = list(ids)
        return answer


def _shares(owners: list[int]) -> Iterable[tuple[int, list[int]]]:
    shares: dict[int, list[int]] = {}
    for partition, place in enumerate(owners):
        shares.setdefault(place, []).append(partition)
    return shares.items()
