"""
Simpler groups: every way to take one thing away from a group, and a measure of how large a group is.

What Hypothesis has shrunk can often still lose a claim or an odd name, because it shrinks draws, not groups.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from assignors.order import kafka_order
from properties.simpler_racks import odd_racks, plainly_racked
from properties.simpler_together import with_two_topics_as_one, without_a_member_and_its_share
from properties.simpler_topics import (
    marks_of_topics,
    numbers_of_topics,
    simpler_resets,
    simpler_topics,
    without_offsets,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from assignors.model import Claims, Group, Member, Topic


PLAIN = re.compile(r"[Cit][0-9]{1,6}", re.ASCII)
"""Names that a reader does not stumble over: C0, i0, t1."""


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
        sum(_oddities(member) for member in group.members) + marks_of_topics(group),
        numbers_of_topics(group),
        len(names) - len(plain) + len(odd),
        _disorder(group.member_ids()) + _disorder([topic.name for topic in group.topics]),
        sum(map(len, (*names, *odd))),
        sum(int(name[1:]) for name in plain),
    )


def _disorder(names: list[str]) -> int:
    return sum(kafka_order(first) > kafka_order(second) for first, second in pairwise(names))


def _oddities(member: Member) -> int:
    marks = (member.generation, member.instance_id, member.rack, member.host, member.client_id)
    return sum(mark is not None for mark in marks) + (member.metadata_version != 3)


def simplest(group: Group, still: Callable[[Group], bool]) -> Group:
    """
    `group` with one thing after another taken away, as long as `still` says yes, then with two things at once.

    Nothing single can be taken away from the result. `still` may raise to end it early: odd names and marks, which go
    all at once, go first.
    """
    for plain in (plainly_named, without_offsets, _unmarked):
        plainer = plain(group)
        if size_of(plainer) < size_of(group) and still(plainer):
            group = plainer
    while (simpler := _first(simpler_groups(group), still) or _first(_much_simpler(group), still)) is not None:
        group = simpler
    return group


def _unmarked(group: Group) -> Group:
    """
    `group` with members that say nothing of themselves but what they subscribe to and own, and since when.
    """
    members = (
        replace(member, instance_id=None, rack=None, host=None, client_id=None, metadata_version=3)
        for member in group.members
    )
    return replace(group, members=tuple(members))


def _first(groups: Iterator[Group], still: Callable[[Group], bool]) -> Group | None:
    return next((group for group in groups if still(group)), None)


def simpler_groups(group: Group) -> Iterator[Group]:
    """
    The groups that differ from `group` by one thing less, the largest things first.
    """
    yield from _smaller_groups(group)
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
    if any(member.generation is not None for member in group.members):
        yield replace(group, members=tuple(replace(member, generation=None) for member in group.members))
    for tidier in (plainly_named(group), plainly_racked(group), in_order(group)):
        if size_of(tidier) < size_of(group):
            yield tidier


def _smaller_groups(group: Group) -> Iterator[Group]:
    """
    One member less, one topic less, or one partition less.
    """
    for member in group.members if len(group.members) > 1 else ():
        yield replace(group, members=tuple(other for other in group.members if other is not member))
    for topic in group.topics if len(group.topics) > 1 else ():
        yield _without_topic(group, topic)
    for topic in group.topics:
        if topic.partitions > 1:
            yield _with_topic(group, topic, _one_fewer(topic), last=topic.partitions - 1)


def _much_simpler(group: Group) -> Iterator[Group]:
    """
    Two things less at once: a member may go only with a partition, where balance is at stake. And one thing less with
    the names the other way round, because assignors go by the order of names.
    """
    yield from without_a_member_and_its_share(group)
    yield from with_two_topics_as_one(group)
    backwards = renamed(group, members=_reversed(group.member_ids()))
    topics = _reversed([topic.name for topic in group.topics])
    for turned in (backwards, renamed(group, topics=topics), renamed(backwards, topics=topics)):
        yield from map(in_order, _smaller_groups(turned))
    for smaller in _smaller_groups(group):
        yield from _smaller_groups(smaller)
        for position, member in enumerate(smaller.members):
            for simpler in _simpler_members(member):
                yield replace(smaller, members=(*smaller.members[:position], simpler, *smaller.members[position + 1 :]))


def _reversed(names: list[str]) -> dict[str, str]:
    ordered = sorted(names, key=kafka_order)
    return dict(zip(ordered, reversed(ordered), strict=True))


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


def _without_topic(group: Group, topic: Topic) -> Group:
    members = tuple(
        replace(
            member,
            subscription=tuple(name for name in member.subscription if name != topic.name),
            owned=tuple(claims for claims in member.owned if claims[0] != topic.name),
        )
        for member in group.members
    )
    return replace(group, topics=tuple(other for other in group.topics if other is not topic), members=members)


def _one_fewer(topic: Topic) -> Topic:
    keys = ("replica_racks", "begin_offsets", "end_offsets", "committed_offsets", "weights")
    cut = {key: values[:-1] for key in keys if (values := getattr(topic, key)) is not None}
    return replace(topic, partitions=topic.partitions - 1, **cut)


def _with_topic(group: Group, topic: Topic, simpler: Topic, last: int | None = None) -> Group:
    """
    `simpler` in the place of `topic`, without the claims on the partition `last` that it has lost.
    """
    topics = tuple(simpler if other is topic else other for other in group.topics)
    if last is None:
        return replace(group, topics=topics)
    members = tuple(replace(member, owned=_without_claim(member.owned, topic.name, last)) for member in group.members)
    return replace(group, topics=topics, members=members)


def plainly_named(group: Group) -> Group:
    """
    `group` with members called C0, C1 ..., instances i0, i1 ... and topics t0, t1 ..., their sorting and the rest the
    same.

    Names of topics that do not exist stay as they are; where one of them is in the way, nothing is renamed.
    """
    topics = plain_names([topic.name for topic in group.topics], "t")
    members = plain_names(group.member_ids(), "C")
    instances = plain_names({member.instance_id for member in group.members if member.instance_id is not None}, "i")
    named = {name for member in group.members for name in (*member.subscription, *(owned for owned, _ in member.owned))}
    if any(name not in topics and name in topics.values() for name in named):
        return group
    return renamed(group, members=members, topics=topics, instances=instances)


def renamed(
    group: Group,
    *,
    members: Mapping[str, str] | None = None,
    topics: Mapping[str, str] | None = None,
    instances: Mapping[str, str] | None = None,
) -> Group:
    """
    `group` with these names in the place of the old ones, wherever they are mentioned.
    """
    members, topics, instances = members or {}, topics or {}, instances or {}
    return replace(
        group,
        topics=tuple(replace(topic, name=topics.get(topic.name, topic.name)) for topic in group.topics),
        members=tuple(
            replace(
                member,
                id=members.get(member.id, member.id),
                subscription=tuple(topics.get(name, name) for name in member.subscription),
                owned=tuple((topics.get(name, name), ids) for name, ids in member.owned),
                instance_id=member.instance_id and instances.get(member.instance_id, member.instance_id),
            )
            for member in group.members
        ),
    )


def in_order(group: Group) -> Group:
    """
    `group` with its members in the order of their ids, and its topics in that of their names.
    """
    return replace(
        group,
        topics=tuple(sorted(group.topics, key=lambda topic: kafka_order(topic.name))),
        members=tuple(sorted(group.members, key=lambda member: kafka_order(member.id))),
    )


def plain_names(names: Collection[str], letter: str) -> dict[str, str]:
    """
    Plain names for `names`, in the order in which these sort.

    >>> plain_names(["zoe", "adam"], "C")
    {'adam': 'C0', 'zoe': 'C1'}
    """
    width = len(str(len(names) - 1))
    return {name: f"{letter}{number:0{width}}" for number, name in enumerate(sorted(names, key=kafka_order))}
