"""Simpler names: plain ones with the same sort order, and the same names reversed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.order import kafka_order

PLAIN = re.compile(r"[Cit][0-9]{1,6}", re.ASCII)
"""Plain names: C0, i0, t1."""


def disorder(names: list[str]) -> int:
    """The number of pairs of names that are out of sort order."""
    return sum(kafka_order(first) > kafka_order(second) for first, second in pairwise(names))


def with_plain_names(group: Group) -> Group:
    """
    `group` with members C0, C1 ..., instances i0, i1 ... and topics t0, t1 ... in the same sort order.

    Names of missing topics stay. If one of them equals a new name, nothing is renamed.
    """
    topics = plain_names([topic.name for topic in group.topics], "t")
    members = plain_names(group.member_ids(), "C")
    instances = plain_names({member.instance_id for member in group.members if member.instance_id is not None}, "i")
    named = {name for member in group.members for name in (*member.subscription, *(owned for owned, _ in member.owned))}
    if any(name not in topics and name in topics.values() for name in named):
        return group
    return rename_group(group, members=members, topics=topics, instances=instances)


def rename_group(
    group: Group,
    *,
    members: Mapping[str, str] | None = None,
    topics: Mapping[str, str] | None = None,
    instances: Mapping[str, str] | None = None,
) -> Group:
    """`group` with new names for these members, topics and instances, everywhere."""
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


def sort_group(group: Group) -> Group:
    """`group` with its members sorted by id and its topics by name."""
    return replace(
        group,
        topics=tuple(sorted(group.topics, key=lambda topic: kafka_order(topic.name))),
        members=tuple(sorted(group.members, key=lambda member: kafka_order(member.id))),
    )


def plain_names(names: Collection[str], letter: str) -> dict[str, str]:
    """
    Plain names for `names`, in their sort order.

    >>> plain_names(["zoe", "adam"], "C")
    {'adam': 'C0', 'zoe': 'C1'}
    """
    width = len(str(len(names) - 1))
    return {name: f"{letter}{number:0{width}}" for number, name in enumerate(sorted(names, key=kafka_order))}


def with_reversed_names(group: Group) -> Iterator[Group]:
    """`group` with the members' names reversed (the first gets the last one's), then the topics' names, then both."""
    backwards = rename_group(group, members=reverse_names(group.member_ids()))
    topics = reverse_names([topic.name for topic in group.topics])
    yield from (backwards, rename_group(group, topics=topics), rename_group(backwards, topics=topics))


def reverse_names(names: list[str]) -> dict[str, str]:
    """
    Each of the `names` mapped to the one at the same place from the other end of the sort order.

    >>> reverse_names(["b", "a", "c"])
    {'a': 'c', 'b': 'b', 'c': 'a'}
    """
    ordered = sorted(names, key=kafka_order)
    return dict(zip(ordered, reversed(ordered), strict=True))
