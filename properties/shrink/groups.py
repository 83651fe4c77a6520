"""
Simpler groups: without one member, topic, partition or claim; and a measure of how large a group is.

What Hypothesis has shrunk can often still lose a claim or an odd name, because it shrinks draws, not groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.model import Claims, Group, Member, Topic
from kafka_assay.properties.shrink.generations import generation_total, simpler_generations, with_plain_generations
from kafka_assay.properties.shrink.halves import HALVES
from kafka_assay.properties.shrink.names import PLAIN, disorder, sort_group, with_plain_names, with_reversed_names
from kafka_assay.properties.shrink.racks import odd_racks, with_plain_racks
from kafka_assay.properties.shrink.shrinker import Shrinker
from kafka_assay.properties.shrink.together import (
    with_two_topics_as_one,
    without_a_member_and_its_share,
    without_a_partition_before_the_last,
)
from kafka_assay.properties.shrink.topics import (
    count_topic_marks,
    simpler_resets,
    simpler_topics,
    topic_number_total,
    without_offsets,
    without_topics,
)


def size_of(group: Group) -> tuple[int, ...]:
    """
    How large `group` is for a reader: members, partitions, topics, claims, subscribed topics, oddities, the numbers
    among them, then names.
    """
    instances = [member.instance_id for member in group.members if member.instance_id is not None]
    names = [*group.member_ids(), *instances, *(topic.name for topic in group.topics)]
    plain = [name for name in names if PLAIN.fullmatch(name)]
    odd = odd_racks(group)
    return (
        len(group.members),
        sum(topic.partitions for topic in group.topics),
        len(group.topics),
        sum(len(member.claims()) for member in group.members),
        sum(len(member.subscription) for member in group.members),
        sum(_oddities(member) for member in group.members) + count_topic_marks(group),
        topic_number_total(group) + generation_total(group),
        len(names) - len(plain) + len(odd),
        disorder(group.member_ids()) + disorder([topic.name for topic in group.topics]),
        sum(map(len, (*names, *odd))),
        sum(int(name[1:]) for name in plain),
    )


def _oddities(member: Member) -> int:
    marks = (member.generation, member.instance_id, member.rack, member.host, member.client_id)
    return sum(mark is not None for mark in marks) + (member.metadata_version != 3)


def without_marks(group: Group) -> Group:
    """`group` with members that state only their subscription, their claims and their generation."""
    members = (
        replace(member, instance_id=None, rack=None, host=None, client_id=None, metadata_version=3)
        for member in group.members
    )
    return replace(group, members=tuple(members))


def simpler_groups(group: Group) -> Iterator[Group]:
    """The groups that differ from `group` by one thing less, the largest things first."""
    yield from smaller_groups(group)
    bare = without_offsets(group)
    if bare != group:
        yield bare
    for position, member in enumerate(group.members):
        for simpler in _simpler_members(member):
            yield replace(group, members=(*group.members[:position], simpler, *group.members[position + 1 :]))
    for topic in group.topics:
        for simpler_topic in simpler_topics(topic):
            yield _with_topic(group, topic, simpler_topic)
    for reset in simpler_resets(group.auto_offset_reset):
        yield replace(group, auto_offset_reset=reset)
    yield from simpler_generations(group)
    for tidier in (with_plain_names(group), with_plain_racks(group), sort_group(group)):
        if size_of(tidier) < size_of(group):
            yield tidier


def smaller_groups(group: Group) -> Iterator[Group]:
    """One member less, one topic less, or one partition less."""
    for member in group.members if len(group.members) > 1 else ():
        yield replace(group, members=tuple(other for other in group.members if other is not member))
    for topic in group.topics if len(group.topics) > 1 else ():
        yield without_topics(group, {topic.name})
    for topic in group.topics:
        if topic.partitions > 1:
            yield _with_topic(group, topic, _one_fewer(topic), last=topic.partitions - 1)


def _much_simpler_groups(group: Group) -> Iterator[Group]:
    """
    Another partition than the last one less. Two things less at once: a member may go only with a partition, where
    balance is at stake. And one thing less with the names the other way round, because assignors go by their order.
    """
    yield from without_a_partition_before_the_last(group)
    yield from without_a_member_and_its_share(group)
    yield from with_two_topics_as_one(group)
    for turned in with_reversed_names(group):
        yield from map(sort_group, smaller_groups(turned))
        yield from map(sort_group, without_a_partition_before_the_last(turned))
    for smaller in smaller_groups(group):
        yield from smaller_groups(smaller)
        for position, member in enumerate(smaller.members):
            for simpler in _simpler_members(member):
                yield replace(smaller, members=(*smaller.members[:position], simpler, *smaller.members[position + 1 :]))


def _simpler_members(member: Member) -> Iterator[Member]:
    for topic, partition in member.claims():
        yield replace(member, owned=_without_claim(member.owned, topic, partition))
    for position in range(len(member.subscription)):
        fewer = member.subscription[:position] + member.subscription[position + 1 :]
        owned = tuple(claims for claims in member.owned if claims[0] in fewer or claims[0] not in member.subscription)
        yield replace(member, subscription=fewer, owned=owned)
    nothing: Any = None
    for key in ("generation", "instance_id", "rack", "host", "client_id"):
        if getattr(member, key) is not None:
            yield replace(member, **{key: nothing})
    if member.metadata_version != 3:
        yield replace(member, metadata_version=3)


def _without_claim(owned: Claims, topic: str, partition: int) -> Claims:
    left = ((name, tuple(one for one in ids if (name, one) != (topic, partition))) for name, ids in owned)
    return tuple((name, ids) for name, ids in left if ids)


def _one_fewer(topic: Topic) -> Topic:
    keys = ("replica_racks", "begin_offsets", "end_offsets", "committed_offsets", "weights")
    cut = {key: values[:-1] for key in keys if (values := getattr(topic, key)) is not None}
    return replace(topic, partitions=topic.partitions - 1, **cut)


def _with_topic(group: Group, topic: Topic, simpler: Topic, last: int | None = None) -> Group:
    """`simpler` in the place of `topic`, without the claims on the partition `last` that it has lost."""
    topics = tuple(simpler if other is topic else other for other in group.topics)
    if last is None:
        return replace(group, topics=topics)
    members = tuple(replace(member, owned=_without_claim(member.owned, topic.name, last)) for member in group.members)
    return replace(group, topics=topics, members=members)


DESCENT = Shrinker(
    size=size_of,
    plainer=(with_plain_names, without_offsets, without_marks, with_plain_generations),
    halves=HALVES,
    smaller=smaller_groups,
    simpler=simpler_groups,
    much_simpler=_much_simpler_groups,
)


def simplify_group(group: Group, still: Callable[[Group], bool]) -> Group:
    """
    Simplify `group` as long as `still` says yes: one thing less at a time, then two things at once.

    Nothing single can be taken away from the result. `still` may raise to end it early: odd names and marks, which go
    all at once, go first.
    """
    return DESCENT.shrink(group, still)
