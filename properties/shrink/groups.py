"""
Simpler groups: without one member, topic, partition or claim; and a measure of a group's size.

Hypothesis shrinks draws, not groups. Its result often still has a claim or an odd name that is not needed.
"""

from __future__ import annotations

from collections import Counter
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
    The size of `group` for a reader.

    In this order: members, partitions, topics, claims, subscribed topics, oddities, the numbers among them, names.
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
    """`group` whose members have only a subscription, claims and a generation."""
    members = (
        replace(member, instance_id=None, rack=None, host=None, client_id=None, metadata_version=3)
        for member in group.members
    )
    return replace(group, members=tuple(members))


def simpler_groups(group: Group) -> Iterator[Group]:
    """The groups with one thing less than `group`, the largest things first."""
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
    """The groups with one member, one topic or one partition less."""
    for member in group.members if len(group.members) > 1 else ():
        yield replace(group, members=tuple(other for other in group.members if other is not member))
    for topic in group.topics if len(group.topics) > 1 else ():
        yield without_topics(group, {topic.name})
    for topic in group.topics:
        if topic.partitions > 1:
            yield _with_topic(group, topic, _one_fewer(topic), last=topic.partitions - 1)


def _much_simpler_groups(group: Group) -> Iterator[Group]:
    """
    The groups with two things less at once, or with one thing less and reversed names.

    Two things, because a member may only be removable together with a partition if balance is at stake. Reversed names,
    because assignors follow their order. Also the groups without a partition that is not the last of its topic, and
    those in which equally large topics are smaller by a partition each.
    """
    yield from _with_equal_topics_smaller(group)
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


def _with_equal_topics_smaller(group: Group) -> Iterator[Group]:
    """The groups in which all topics of one size, three or more, have one partition less."""
    sizes = Counter(topic.partitions for topic in group.topics)
    for size in sorted(size for size, number in sizes.items() if size > 1 and number > 2):
        smaller = group
        for topic in group.topics:
            if topic.partitions == size:
                smaller = _with_topic(smaller, topic, _one_fewer(topic), last=size - 1)
        yield smaller


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
    """`simpler` in place of `topic`, without the claims on its removed partition `last`."""
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
    Simplify `group` while `still` returns true: one thing less at a time, then two at once.

    No single thing can be removed from the result. `still` may raise to end early, so odd names and marks, which are
    removed all at once, come first.
    """
    return DESCENT.shrink(group, still)
