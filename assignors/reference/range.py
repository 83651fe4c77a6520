"""`range` and `server-range`: each topic on its own, in blocks of consecutive partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order, sort_static_first
from kafka_assay.assignors.reference.range_racks import owners_by_rack
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

    def assign(self, group: Group) -> Assignment:
        """See `RangeAssignor`."""
        return _assign_topic_by_topic(group, owners_by_rack)


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

    def assign(self, group: Group) -> Assignment:
        """See `ServerRangeAssignor`."""
        return _assign_topic_by_topic(group, lambda *_: {})


def _assign_topic_by_topic(group: Group, owners_by_topic: Callable[..., dict[str, list[int]]]) -> Assignment:
    """The answer in blocks, but for the topics of which `owners_by_topic` names the owners: places of members."""
    answer: Assignment = {member.id: {} for member in group.members}
    members = sort_static_first(group.members)
    topics = {topic.name: topic for topic in group.topics}
    subscribers = subscribers_by_topic(members, topics)
    owners = owners_by_topic(members, topics, subscribers)
    takers = [answer[member.id] for member in members]
    for topic in sorted(subscribers, key=kafka_order):
        if topic in owners:
            for partition, place in enumerate(owners[topic]):
                takers[place].setdefault(topic, []).append(partition)
        else:
            for place, ids in cut_blocks(topics[topic].partitions, subscribers[topic]):
                takers[place][topic] = list(ids)
    return answer


def cut_blocks(partitions: int, takers: Sequence[int]) -> Iterator[tuple[int, range]]:
    """
    Each taker with its block, in order. If the sizes are not all equal, the first takers get one partition more.

    Takers without partitions are left out.

    >>> list(cut_blocks(5, [7, 8, 9]))
    [(7, range(0, 2)), (8, range(2, 4)), (9, range(4, 5))]
    >>> list(cut_blocks(1, [7, 8]))
    [(7, range(0, 1))]
    """
    size, longer = divmod(partitions, len(takers))
    start = 0
    for position, taker in enumerate(takers[:partitions]):
        end = start + size + (position < longer)
        yield taker, range(start, end)
        start = end
