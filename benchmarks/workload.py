"""
The groups that are timed, named as Kafka's own JMH suite names them (`ServerSideAssignorBenchmark`, in snake_case).

A point of the grid is member_count x partitions_to_member_ratio x topic_count x subscription_type x event; its group is
a function of the point and a seed (`kafka_assay.benchmarks.workload_group`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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


class WorkloadEvent(StrEnum):
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
    """One point of the grid. A topic has members x ratio / topics partitions, at least one."""

    member_count: int
    partitions_to_member_ratio: int
    topic_count: int
    subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS
    event: WorkloadEvent = WorkloadEvent.FULL

    @property
    def partitions(self) -> int:
        """The number of partitions of the group."""
        return self.topic_count * max(1, self.member_count * self.partitions_to_member_ratio // self.topic_count)

    @property
    def leavers(self) -> int:
        """How many members were there before the event and are not asked for."""
        return {WorkloadEvent.LEAVE_ONE: 1, WorkloadEvent.LEAVE_MANY: max(1, round(self.member_count / 9))}.get(
            self.event, 0
        )

    @property
    def shape(self) -> str:
        """`10000x1000x100-HOMOGENEOUS`: partitions, members, topics, subscriptions."""
        return f"{self.partitions}x{self.member_count}x{self.topic_count}-{self.subscription_type.value}"

    def __str__(self) -> str:
        """`10000x1000x100-HOMOGENEOUS-FULL`: the shape, and the event."""
        return f"{self.shape}-{self.event.value}"


def small_grid(member_counts: tuple[int, ...] = (100, 1_000)) -> list[Workload]:
    """
    The grid of `assay bench`: ratio 10, topics 10, 100 and 1,000, all subscribed to all, a fresh start and one leaves.
    """
    return [
        Workload(member_count=members, partitions_to_member_ratio=10, topic_count=topics, event=event)
        for members in member_counts
        for topics in (10, 100, 1_000)
        for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
    ]
