"""
The partitions of an answer by member, by host, and by topic and host; and the racks of members and replicas.

`kafka_assay.properties.measures.topology` measures them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from math import ceil

from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import kafka_order
from kafka_assay.properties.measures.subscriptions import remember_last_group, subscribers


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPlaces:
    """
    One topic: its number of `partitions`, and how many of them each host has, as (host, partitions).

    `reachable` is the number of hosts with a subscriber.
    """

    topic: str
    partitions: int
    reachable: int
    by_host: tuple[tuple[str, int], ...]

    @property
    def least_share(self) -> float:
        """The smallest possible share of the host with the largest share."""
        return ceil(self.partitions / self.reachable) / self.partitions

    @property
    def largest_share(self) -> float:
        """The share of the host with the largest share."""
        return max((count for _, count in self.by_host), default=0) / self.partitions


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The partitions of each member, each host and each topic in an answer. Members and hosts are in sort order."""

    members: tuple[int, ...]
    hosts: tuple[tuple[str, int], ...]
    topics: tuple[TopicPlaces, ...]


def placement(group: Group, answer: Assignment) -> Placement | None:
    """
    The places of `answer`; None if `group` has no member, or a member whose host is unknown.

    Members are sorted as range and round-robin sort them: static members by instance id, then the others by member id.
    Only topics with a partition and a subscriber count. Partitions that do not exist are not counted.
    """
    hosts = {member.id: member.host for member in group.members if member.host is not None}
    if not hosts or len(hosts) < len(group.members):
        return None
    sizes = group.partition_counts()
    members: dict[str, int] = {}
    by_host: dict[str, Counter[str]] = defaultdict(Counter)
    for member in sorted(group.members, key=_sort_order):
        members[member.id] = 0
        for topic, ids in answer.get(member.id, {}).items():
            existing = sum(0 <= partition < sizes.get(topic, 0) for partition in ids)
            if existing:
                members[member.id] += existing
                by_host[topic][hosts[member.id]] += existing
    totals = dict.fromkeys(sorted(set(hosts.values()), key=kafka_order), 0)
    for member_id, count in members.items():
        totals[hosts[member_id]] += count
    readers = subscribers(group)
    topics = (
        TopicPlaces(
            topic=topic,
            partitions=size,
            reachable=len({hosts[one] for one in readers[topic]}),
            by_host=tuple(by_host[topic].items()),
        )
        for topic, size in sizes.items()
        if size and topic in readers
    )
    return Placement(members=tuple(members.values()), hosts=tuple(totals.items()), topics=tuple(topics))


def _sort_order(member: Member) -> tuple[bool, str, str]:
    instance = member.instance_id
    return instance is None, kafka_order(instance or ""), kafka_order(member.id)


@remember_last_group
def do_racks_matter(group: Group) -> bool:
    """Whether a member has a rack and a topic has replica racks. librdkafka sends an unset rack as empty text."""
    return any(member.rack for member in group.members) and any(
        racks for topic in group.topics for racks in topic.replica_racks or ()
    )


def without_racks(group: Group) -> Group:
    """`group` without any racks of members and topics."""
    return replace(
        group,
        topics=tuple(replace(topic, replica_racks=None) for topic in group.topics),
        members=tuple(replace(member, rack=None) for member in group.members),
    )


def rack_matches(group: Group, answer: Assignment) -> int:
    """
    The number of existing partitions of `answer` whose member is on the rack of a replica, leader or follower.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> topic = Topic(name="t", partitions=3, replica_racks=(("ra", "rb"), ("rb",), ("ra",)))
    >>> group = Group(topics=(topic,), members=(Member(id="a", subscription=("t",), rack="rb"),))
    >>> rack_matches(group, {"a": {"t": [1, 0, 2]}})
    2
    """
    racks = {member.id: member.rack for member in group.members}
    replicas = {topic.name: topic.replica_racks or () for topic in group.topics}
    return sum(
        0 <= partition < len(replicas.get(topic, ())) and racks.get(member) in replicas[topic][partition]
        for member, topics in answer.items()
        for topic, ids in topics.items()
        for partition in set(ids)
    )
