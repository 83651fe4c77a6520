"""
The groups that are timed, named as Kafka's own JMH suite names them (`ServerSideAssignorBenchmark`, in snake_case).

A point of the grid is member_count x partitions_to_member_ratio x topic_count x subscription_type x event; its group is
a function of the point and a seed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from assignors.model import Group, Member, Topic

if TYPE_CHECKING:
    from assignors.model import Claims


class SubscriptionType(StrEnum):
    """
    Who subscribes to what: all to all, or five disjoint buckets of members and topics.
    """

    HOMOGENEOUS = "HOMOGENEOUS"
    HETEROGENEOUS = "HETEROGENEOUS"


class Event(StrEnum):
    """
    What happened before the rebalance. JMH's FULL is a fresh start; its INCREMENTAL is JOIN_ONE here.
    """

    FULL = "FULL"
    JOIN_ONE = "JOIN_ONE"
    LEAVE_ONE = "LEAVE_ONE"
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

    def __str__(self) -> str:
        """
        `10000x1000x100-HOMOGENEOUS-FULL`: partitions, members, topics, subscriptions, event.
        """
        sizes = f"{self.partitions}x{self.member_count}x{self.topic_count}"
        return f"{sizes}-{self.subscription_type.value}-{self.event.value}"


def build(workload: Workload, seed: int = 0) -> Group:
    """
    The group of a point. Before JOIN_ONE and LEAVE_ONE the partitions were dealt evenly over the members of then.

    >>> group = build(Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=Event.LEAVE_ONE))
    >>> len(group.members), [len(member.claims()) for member in group.members]
    (4, [4, 4, 4, 4])
    """
    draw = random.Random(f"{seed} {workload}")
    topics = _topics(workload)
    before = workload.member_count + {Event.LEAVE_ONE: 1, Event.JOIN_ONE: -1}.get(workload.event, 0)
    most = max(before, workload.member_count)
    ids = [f"member-{draw.getrandbits(32):08x}-{position}" for position in range(most)]
    buckets = BUCKETS if workload.subscription_type is SubscriptionType.HETEROGENEOUS else 1
    members: list[Member] = []
    for bucket in range(buckets):
        mine = topics[bucket::buckets]
        subscription = tuple(topic.name for topic in mine)
        inside = ids[bucket::buckets]
        owners = [member for member in inside if workload.event is not Event.JOIN_ONE or member != ids[-1]]
        claims = _dealt(mine, owners, draw, workload.event)
        members += [
            Member(
                id=member,
                subscription=subscription,
                owned=claims.get(member, ()),
                generation=1 if member in claims else None,
            )
            for member in inside
        ]
    draw.shuffle(members)
    group = Group(name=str(workload), topics=tuple(topics), members=tuple(members))
    if workload.event is Event.LEAVE_ONE:
        gone = draw.randrange(len(members))
        group = replace(group, members=group.members[:gone] + group.members[gone + 1 :])
    return group


def _topics(workload: Workload) -> list[Topic]:
    each = workload.partitions // workload.topic_count
    return [Topic(name=f"topic-{position}", partitions=each) for position in range(workload.topic_count)]


def _dealt(topics: list[Topic], owners: list[str], draw: random.Random, event: Event) -> dict[str, Claims]:
    """
    Who owned what: nobody (FULL), anybody (SCRAMBLED), or one partition after the other dealt round.
    """
    if event is Event.FULL or not owners:
        return {}
    owned: dict[str, dict[str, list[int]]] = {member: {} for member in owners}
    turn = 0
    for topic in topics:
        for partition in range(topic.partitions):
            owner = draw.choice(owners) if event is Event.SCRAMBLED else owners[turn % len(owners)]
            owned[owner].setdefault(topic.name, []).append(partition)
            turn += 1
    return {member: tuple((topic, tuple(ids)) for topic, ids in mine.items()) for member, mine in owned.items()}


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
