"""
The amounts of an answer by member, by host, and by topic and host; and the racks of members and replicas.

`kafka_assay.properties.measures.topology` measures them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.order import kafka_order
from kafka_assay.properties.measures.subscriptions import remember_last_group, subscribers


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPlaces:
    """
    One topic: its number of `partitions`, their `amount`, and each host's amount as (host, amount).

    `counts_for` is the topic's weight in a mean over topics. `reachable` is the number of hosts with a subscriber.
    `least_share` is the smallest possible share of the host with the largest share.
    """

    topic: str
    partitions: int
    amount: float
    counts_for: float
    reachable: int
    least_share: float
    by_host: tuple[tuple[str, float], ...]

    @property
    def largest_share(self) -> float:
        """The amount of the host with the largest share."""
        return max((amount for _, amount in self.by_host), default=0.0) / self.amount if self.amount else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """
    An answer as amounts of each member, each host and each topic. Members and hosts are in sort order.

    An amount is a number of partitions, or the sum of their weights.
    """

    members: tuple[float, ...]
    hosts: tuple[tuple[str, float], ...]
    topics: tuple[TopicPlaces, ...]


def placement(group: Group, answer: Assignment, *, weighted: bool = False) -> Placement | None:
    """
    The amounts of `answer`; None if `group` has no member, or a member whose host is unknown.

    Members are sorted as range and round-robin sort them: static members by instance id, then the others by member id.
    Only topics with a partition and a subscriber count. With `weighted`, a partition counts its weight (1 if it has
    none), and a topic counts the sum of its weights in a mean. Otherwise each partition and each topic counts 1.
    Partitions that do not exist are not counted.
    """
    hosts = {member.id: member.host for member in group.members if member.host is not None}
    if not hosts or len(hosts) < len(group.members):
        return None
    weights = {topic.name: _weights(topic, weighted=weighted) for topic in group.topics}
    members: dict[str, float] = {}
    amounts: dict[str, dict[str, float]] = defaultdict(dict)
    for member in sorted(group.members, key=_sort_order):
        members[member.id] = 0.0
        for topic, ids in answer.get(member.id, {}).items():
            known = weights.get(topic, ())
            existing = [known[partition] for partition in ids if 0 <= partition < len(known)]
            if existing:
                members[member.id] += sum(existing)
                here = amounts[topic]
                here[hosts[member.id]] = here.get(hosts[member.id], 0.0) + sum(existing)
    totals = dict.fromkeys(sorted(set(hosts.values()), key=kafka_order), 0.0)
    for member_id, amount in members.items():
        totals[hosts[member_id]] += amount
    reachable = {topic: len({hosts[one] for one in readers}) for topic, readers in subscribers(group).items()}
    return Placement(
        members=tuple(members.values()),
        hosts=tuple(totals.items()),
        topics=tuple(
            _places(topic, weights[topic.name], reachable[topic.name], amounts[topic.name], weighted=weighted)
            for topic in group.topics
            if topic.partitions and topic.name in reachable
        ),
    )


def _weights(topic: Topic, *, weighted: bool) -> Sequence[float]:
    return topic.weights if weighted and topic.weights is not None else (1.0,) * topic.partitions


def _sort_order(member: Member) -> tuple[bool, str, str]:
    instance = member.instance_id
    return instance is None, kafka_order(instance or ""), kafka_order(member.id)


def _places(
    topic: Topic, weights: Sequence[float], reachable: int, by_host: dict[str, float], *, weighted: bool
) -> TopicPlaces:
    amount = sum(weights)
    if not weighted:
        least = ceil(topic.partitions / reachable) / topic.partitions
    else:
        least = max(max(weights) / amount, 1 / reachable) if amount else 0.0
    return TopicPlaces(
        topic=topic.name,
        partitions=topic.partitions,
        amount=amount,
        counts_for=amount if weighted else 1.0,
        reachable=reachable,
        least_share=least,
        by_host=tuple(by_host.items()),
    )


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
