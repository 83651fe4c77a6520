"""
A group and an answer to it, side by side: current holders, possible holders and moved partitions.

The searches for better answers use it. It shares no code with the engines, so that it cannot repeat their mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners_by_topic

IdsByMember: TypeAlias = "dict[str, dict[str, list[int]]]"
"""Member -> topic -> partition ids, ascending."""


class HandOver(NamedTuple):
    """`giver` hands one partition to `taker`, who subscribes to its topic: the step from one answer to another."""

    giver: str
    taker: str
    topic: str
    partition: int

    def __str__(self) -> str:
        """`C2 hands t0-1 to C0`."""
        return f"{self.giver} hands {self.topic}-{self.partition} to {self.taker}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberClass:
    """
    Members with the same subscription, counting only existing topics with partitions.

    A group of thousands of members and thousands of topics has few such classes.
    """

    topics: frozenset[str]
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """
    The partitions of each member in a valid answer.

    `kept` has the partitions that a member had before and still has, `fresh` its new ones, `lost` those that it validly
    owned and another member now holds. `owners` maps topic and id to the valid owner. `reach` maps a topic to the
    indices of the `member_classes` that subscribe to it.
    """

    loads: dict[str, int]
    member_classes: tuple[MemberClass, ...]
    reach: dict[str, tuple[int, ...]]
    owners: dict[str, dict[int, str]]
    kept: IdsByMember
    fresh: IdsByMember
    lost: IdsByMember

    def assignment(self) -> Assignment:
        """The answer itself: every member, with sorted topics and ids."""
        return {
            member: {
                topic: sorted(self.kept[member].get(topic, []) + self.fresh[member].get(topic, []))
                for topic in self.held_topics(member)
            }
            for member in self.loads
        }

    @property
    def moves(self) -> int:
        """The number of partitions with a valid owner that another member holds."""
        return sum(len(ids) for topics in self.lost.values() for ids in topics.values())

    def held_topics(self, member: str) -> list[str]:
        """The topics of which `member` holds a partition, sorted."""
        return sorted(self.kept[member].keys() | self.fresh[member].keys())

    def takers(self, topic: str) -> Iterable[str]:
        """The members that may hold partitions of `topic`."""
        return (member for number in self.reach[topic] for member in self.member_classes[number].members)


def build_holdings(group: Group, assignment: Assignment) -> Holdings:
    """
    The holdings in an answer. Raises `ValueError` where the answer is invalid.

    A valid answer names only members of the group. Each member has only existing partitions of topics that it
    subscribes to. Every such partition has exactly one owner. A member missing from the answer holds nothing.
    """
    member_classes = _member_classes(group)
    reach: dict[str, list[int]] = {}
    for number, member_class in enumerate(member_classes):
        for topic in member_class.topics:
            reach.setdefault(topic, []).append(number)
    _refuse_invalid(group, assignment, member_classes, reach)
    owners = valid_owners_by_topic(group)
    kept, fresh, lost = _split_by_change(group, assignment, owners)
    return Holdings(
        loads={m: sum(map(len, assignment.get(m, {}).values())) for m in sorted(group.member_ids(), key=kafka_order)},
        member_classes=member_classes,
        reach={topic: tuple(numbers) for topic, numbers in sorted(reach.items())},
        owners=owners,
        kept=kept,
        fresh=fresh,
        lost=lost,
    )


def _member_classes(group: Group) -> tuple[MemberClass, ...]:
    with_partitions = frozenset(topic.name for topic in group.topics if topic.partitions)
    effective: dict[tuple[str, ...], frozenset[str]] = {}
    members: dict[frozenset[str], list[str]] = {}
    for member in sorted(group.members, key=lambda member: kafka_order(member.id)):
        if member.subscription not in effective:
            effective[member.subscription] = with_partitions.intersection(member.subscription)
        members.setdefault(effective[member.subscription], []).append(member.id)
    return tuple(MemberClass(topics=topics, members=tuple(ids)) for topics, ids in members.items())


def _refuse_invalid(
    group: Group, assignment: Assignment, classes: tuple[MemberClass, ...], assignable: Iterable[str]
) -> None:
    may_hold = {member: alike.topics for alike in classes for member in alike.members}
    sizes = {topic.name: topic.partitions for topic in group.topics}
    taken: dict[str, set[int]] = {}
    listed: dict[str, int] = {}
    for member, topics in assignment.items():
        if member not in may_hold:
            raise ValueError(f"{member!r} is not a member of the group")
        for topic, ids in topics.items():
            if ids and topic not in may_hold[member]:
                raise ValueError(f"{member!r} holds partitions of {topic!r}, which it cannot hold")
            taken.setdefault(topic, set()).update(ids)
            listed[topic] = listed.get(topic, 0) + len(ids)
    for topic, all_ids in taken.items():
        if all_ids and not 0 <= min(all_ids) <= max(all_ids) < sizes[topic]:
            raise ValueError(f"a partition of {topic!r} is assigned but does not exist")
        if len(all_ids) != listed[topic]:
            raise ValueError(f"a partition of {topic!r} has two owners")
    for topic in assignable:
        if len(taken.get(topic, ())) != sizes[topic]:
            raise ValueError(f"a partition of {topic!r} has no owner")


def _split_by_change(
    group: Group, assignment: Assignment, owners: dict[str, dict[int, str]]
) -> tuple[IdsByMember, IdsByMember, IdsByMember]:
    """What each member kept, what is new to it, and what it lost."""
    before: dict[str, dict[str, set[int]]] = {member.id: {} for member in group.members}
    for topic, owner_of in owners.items():
        for partition, owner in owner_of.items():
            before[owner].setdefault(topic, set()).add(partition)
    kept: IdsByMember = {}
    fresh: IdsByMember = {}
    lost: IdsByMember = {}
    for member, had in before.items():
        has = {topic: set(ids) for topic, ids in assignment.get(member, {}).items()}
        kept[member] = {topic: sorted(ids) for topic in had if (ids := had[topic] & has.get(topic, _NONE))}
        fresh[member] = {topic: sorted(ids) for topic in has if (ids := has[topic] - had.get(topic, _NONE))}
        lost[member] = {topic: sorted(ids) for topic in had if (ids := had[topic] - has.get(topic, _NONE))}
    return kept, fresh, lost


_NONE: frozenset[int] = frozenset()
