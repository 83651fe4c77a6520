"""The unweighted optimum of some of a group's partitions: those without weight, or those of equal weight."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.assignors.model import Assignment, Group, Member, Topic, TopicPartition
from kafka_assay.assignors.ownership import valid_owners


def unweighted_assignment(group: Group, partitions: Iterable[TopicPartition]) -> Assignment:
    """
    The unweighted optimum of the group with these `partitions` only. Every member has an entry.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"b": {"t": [2]}})
    >>> unweighted_assignment(group, [TopicPartition("t", 1), TopicPartition("t", 2)])
    {'a': {'t': [1]}, 'b': {'t': [2]}}
    """
    from kafka_assay.oracle.solve import solve

    ids: dict[str, list[int]] = {}
    for topic, id_ in sorted(partitions):
        ids.setdefault(topic, []).append(id_)
    place = {TopicPartition(topic, id_): place for topic, some in ids.items() for place, id_ in enumerate(some)}
    owned: dict[str, dict[str, list[int]]] = {}
    for partition, owner in valid_owners(group).items():
        if partition in place:
            owned.setdefault(owner, {}).setdefault(partition.topic, []).append(place[partition])
    members = tuple(
        Member(
            id=member.id,
            subscription=tuple(topic for topic in dict.fromkeys(member.subscription) if topic in ids),
            owned=tuple((topic, tuple(some)) for topic, some in owned.get(member.id, {}).items()),
        )
        for member in group.members
    )
    topics = tuple(Topic(name=topic, partitions=len(some)) for topic, some in ids.items())
    assignment = solve(Group(topics=topics, members=members)).assignment
    return {
        member: {topic: [ids[topic][place] for place in places] for topic, places in mine.items()}
        for member, mine in assignment.items()
    }
