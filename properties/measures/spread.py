"""How an answer spreads over topics and hosts, and how many members it leaves idle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.subscriptions import subscribers


def topic_spread(group: Group, assignment: Assignment, *, is_valid: bool = False) -> float | None:
    """
    The mean over topics of most minus least partitions of the topic among its subscribers; None without such a topic.

    Faster if the assignment keeps all validity laws.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3, "u": 2}, {"a": ["t", "u"], "b": ["t", "u"]})
    >>> topic_spread(group, {"a": {"t": [0, 1, 2], "u": [0]}, "b": {"u": [1]}})
    1.5
    """
    existing, readers = group.partition_counts(), subscribers(group)
    counts: dict[str, list[int]] = {topic: [] for topic in readers}
    for member in group.members:
        subscribed = () if is_valid else set(member.subscription)
        for topic, ids in assignment.get(member.id, {}).items():
            if is_valid and ids:
                counts[topic].append(len(ids))
            elif topic in counts and topic in subscribed:
                # Today's owners may claim partitions that a topic no longer has.
                counts[topic].append(sum(0 <= partition < existing[topic] for partition in ids))
    most = sum(max(some, default=0) for some in counts.values())
    least = sum(min(some) for topic, some in counts.items() if len(some) == len(readers[topic]))
    return (most - least) / len(readers) if readers else None


def host_spread(group: Group, loads: Mapping[str, int]) -> int | None:
    """
    The partitions on the most loaded host minus those on the least loaded; None if a member's host is unknown.

    `loads` are the members' partitions.

    >>> from kafka_assay.assignors.model import Group, Member
    >>> hosts = {"a": "h", "b": "h", "c": "k"}
    >>> members = (Member(id=name, subscription=("t",), host=host) for name, host in hosts.items())
    >>> host_spread(Group(topics=(), members=tuple(members)), {"a": 1, "b": 1, "c": 1})
    1
    """
    by_host: dict[str, int] = {}
    for member in group.members:
        if member.host is None:
            return None
        by_host[member.host] = by_host.get(member.host, 0) + loads[member.id]
    return max(by_host.values()) - min(by_host.values()) if by_host else None


def idle_members(loads: Iterable[int]) -> int:
    """
    The number of members without a partition. An answer with the best loads has as few as the subscriptions allow.

    >>> idle_members([2, 0, 1, 0])
    2
    """
    return sum(not load for load in loads)
