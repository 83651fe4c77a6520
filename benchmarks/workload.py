"""
The groups that are timed, named as Kafka's own JMH suite names them (`ServerSideAssignorBenchmark`, in snake_case).

A point of the grid is member_count x partitions_to_member_ratio x topic_count x subscription_type x event; its group is
a function of the point and a seed. As arrays: `benchmarks.columnar`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from assignors.model import Group, Member, Topic

if TYPE_CHECKING:
    from assignors.model import Claims
    from oracle.columns import Columns


class SubscriptionType(StrEnum):
    """
    Who subscribes to what: all to all; five disjoint buckets of members and topics; member i to the first 1 + i mod 5
    fifths of the topics; each member to a random twentieth of the topics, at least one; each to a random half.
    """

    HOMOGENEOUS = "HOMOGENEOUS"
    HETEROGENEOUS = "HETEROGENEOUS"
    NESTED = "NESTED"
    RANDOM_5PCT = "RANDOM_5PCT"
    RANDOM_HALF = "RANDOM_HALF"


class Event(StrEnum):
    """
    What happened before the rebalance. JMH's FULL is a fresh start; its INCREMENTAL is JOIN_ONE here.

    Before STABLE nothing did, before LEAVE_MANY a tenth of the members left; before PARTITIONS_ADDED a tenth of the
    topics, at least one, had half of their partitions (those that have one now had none). Up to then the group stood
    at an optimum of its own. SCRAMBLED: every partition was owned by a random subscriber.
    """

    FULL = "FULL"
    STABLE = "STABLE"
    JOIN_ONE = "JOIN_ONE"
    LEAVE_ONE = "LEAVE_ONE"
    LEAVE_MANY = "LEAVE_MANY"
    PARTITIONS_ADDED = "PARTITIONS_ADDED"
    SCRAMBLED = "SCRAMBLED"


BUCKETS = 5
"""JMH's number of buckets of a heterogeneous group."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Workload:
    """
    One point of the grid. A topic has members x ratio / topics partitions, at least one.
    """

    member_count: int
    partitions_to_member_ratio: int
    topic_count: int
    subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS
    event: Event = Event.FULL

    @property
    def partitions(self) -> int:
        """
        The number of partitions of the group.
        """
        return self.topic_count * max(1, self.member_count * self.partitions_to_member_ratio // self.topic_count)

    @property
    def leavers(self) -> int:
        """
        How many members were there before the event and are not asked for.
        """
        return {Event.LEAVE_ONE: 1, Event.LEAVE_MANY: max(1, round(self.member_count / 9))}.get(self.event, 0)

    @property
    def shape(self) -> str:
        """
        `10000x1000x100-HOMOGENEOUS`: partitions, members, topics, subscriptions.
        """
        return f"{self.partitions}x{self.member_count}x{self.topic_count}-{self.subscription_type.value}"

    def __str__(self) -> str:
        """
        `10000x1000x100-HOMOGENEOUS-FULL`: the shape, and the event.
        """
        return f"{self.shape}-{self.event.value}"


def build(workload: Workload, seed: int = 0) -> Group:
    """
    The group of a point, its members in random order.

    >>> group = build(Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=Event.LEAVE_ONE))
    >>> len(group.members), [len(member.claims()) for member in group.members]
    (4, [4, 4, 4, 4])
    """
    from benchmarks.columnar import columns_at

    draw = random.Random(f"{seed} {workload}")
    group = named(columns_at(workload, seed))
    members = draw.sample(group.members, len(group.members))
    return replace(group, name=str(workload), members=tuple(members))


def named(columns: Columns) -> Group:
    """
    The same group as objects; members and topics get names in the order of their numbers.
    """
    names = _numbered("topic", len(columns.partitions))
    topics = tuple(
        Topic(name=name, partitions=partitions)
        for name, partitions in zip(names, columns.partitions.tolist(), strict=True)
    )
    start, subscribed = columns.start.tolist(), columns.topics.tolist()
    known: dict[tuple[int, ...], tuple[str, ...]] = {}
    members = []
    for number, owned in enumerate(_claims(columns, names)):
        mine = tuple(subscribed[start[number] : start[number + 1]])
        # Equal subscriptions are one object, as in a group that was read from a file.
        subscription = known.get(mine) or known.setdefault(mine, tuple(names[topic] for topic in mine))
        members.append((subscription, owned))
    return Group(
        topics=topics,
        members=tuple(
            Member(id=name, subscription=subscription, owned=owned, generation=1 if owned else None)
            for name, (subscription, owned) in zip(_numbered("member", len(members)), members, strict=True)
        ),
    )


def _numbered(word: str, count: int) -> list[str]:
    """
    So many names whose order is that of their numbers.
    """
    return [f"{word}-{number:0{len(str(count - 1))}}" for number in range(count)]


def _claims(columns: Columns, names: list[str]) -> list[Claims]:
    owned: list[dict[str, list[int]]] = [{} for _ in range(columns.members)]
    owners = iter(columns.owner.tolist())
    for name, partitions in zip(names, columns.partitions.tolist(), strict=True):
        for partition, owner in zip(range(partitions), owners, strict=False):
            if owner >= 0:
                owned[owner].setdefault(name, []).append(partition)
    return [tuple((topic, tuple(ids)) for topic, ids in mine.items()) for mine in owned]


def small_grid(member_counts: tuple[int, ...] = (100, 1_000)) -> list[Workload]:
    """
    The grid of `assay bench`: ratio 10, topics 10, 100 and 1,000, all subscribed to all, a fresh start and one leaves.
    """
    return [
        Workload(member_count=members, partitions_to_member_ratio=10, topic_count=topics, event=event)
        for members in member_counts
        for topics in (10, 100, 1_000)
        for event in (Event.FULL, Event.LEAVE_ONE)
    ]
