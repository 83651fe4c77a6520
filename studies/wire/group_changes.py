"""Changes to a group that may remove what makes a client plan otherwise on the wire than in its host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kafka_assay.assignors.hosted.wire.topics import TopicPool
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Claims, Group, Member, Topic
from tests.support.kafka.difference_causes import CAUSES

NAMES = "the names of topics"
NO_CLAIMS = "generations of members without claims on their topics"


class OtherTopics:
    """A group as a client sees it that knows all topics of its program: under their names, and with the other ones."""

    def __init__(self, group: Group) -> None:
        """The members of `group` subscribe to what they did."""
        pool = TopicPool()
        self._from_wire = pool.names_for(group).from_wire
        counts = pool.partition_counts()
        others = (name for name in pool.first_names if name not in self._from_wire)
        seen = with_wire_names(group)
        self.group = replace(
            seen, topics=(*seen.topics, *(Topic(name=name, partitions=counts[name]) for name in others))
        )

    def plan_of(self, target: Target) -> Assignment | AssignorFailed:
        """The plan of `target` for it with the names of the group, or the failure."""
        try:
            plan = target.assign(self.group)
        except AssignorFailed as failure:
            return failure
        return {
            member: {self._from_wire.get(topic, topic): ids for topic, ids in part.items()}
            for member, part in plan.items()
        }


def with_wire_names(group: Group) -> Group:
    """The group with the names that its topics have on the wire."""
    names = TopicPool().names_for(group).to_wire
    return replace(
        group,
        topics=tuple(replace(topic, name=names[topic.name]) for topic in group.topics),
        members=tuple(
            replace(
                member,
                subscription=tuple(names[topic] for topic in member.subscription),
                owned=tuple((names[topic], ids) for topic, ids in member.owned),
            )
            for member in group.members
        ),
    )


def _each(changed: Callable[[Member], Member]) -> Callable[[Group], Group]:
    return lambda group: replace(group, members=tuple(map(changed, group.members)))


def _sorted_claims(member: Member) -> Claims:
    owned: dict[str, list[int]] = {}
    for topic, ids in member.owned:
        owned.setdefault(topic, []).extend(ids)
    return tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(owned.items()))


def _without_idle_generation(member: Member) -> Member:
    has_claims = any(ids and topic in member.subscription for topic, ids in member.owned)
    return member if has_claims else replace(member, generation=None)


def _without_missing_topics(group: Group) -> Group:
    there = group.partition_counts()
    return _each(lambda one: replace(one, subscription=tuple(name for name in one.subscription if name in there)))(
        group
    )


def _without_empty_topics(group: Group) -> Group:
    return replace(group, topics=tuple(topic for topic in group.topics if topic.partitions))


def _without_replica_racks(group: Group) -> Group:
    return replace(group, topics=tuple(replace(topic, replica_racks=None) for topic in group.topics))


CHANGES: dict[str, Callable[[Group], Group]] = {
    NAMES: with_wire_names,
    "order of subscriptions": _each(lambda one: replace(one, subscription=tuple(sorted(one.subscription)))),
    "order of claims": _each(lambda one: replace(one, owned=_sorted_claims(one))),
    "version of the subscription": _each(lambda one: replace(one, metadata_version=3)),
    "instance ids": _each(lambda one: replace(one, instance_id=None)),
    "racks of members": _each(lambda one: replace(one, rack=None)),
    "racks of replicas": _without_replica_racks,
    "missing topics": _without_missing_topics,
    "topics without partitions": _without_empty_topics,
    NO_CLAIMS: _each(_without_idle_generation),
    "generations": _each(lambda one: replace(one, generation=None)),
    **CAUSES,
    "claims": _each(lambda one: replace(one, owned=(), generation=None)),
}
"""A property of groups -> a function that removes it."""
