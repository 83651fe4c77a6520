"""
The timed groups, named as in Kafka's own JMH benchmark (`ServerSideAssignorBenchmark`, in snake_case).

A point of the grid is member_count x partitions_to_member_ratio x topic_count x subscription_type x event. Its group is
a function of the point and a seed (`kafka_assay.benchmarks.workload_group`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SubscriptionType(StrEnum):
    """
    The kinds of subscription.

    In their order: all members to all topics; five disjoint buckets of members and topics; member i to the first 1 + i
    mod 5 fifths of the topics; each member to a random twentieth of the topics, at least one; each to a random half.
    CHAINED: members and topics in a row, each member to its stretch of topics and the first topic of the next stretch,
    at least two topics. So a surplus at one end can only reach the other end through all members between.
    """

    HOMOGENEOUS = "HOMOGENEOUS"
    HETEROGENEOUS = "HETEROGENEOUS"
    NESTED = "NESTED"
    RANDOM_5PCT = "RANDOM_5PCT"
    RANDOM_HALF = "RANDOM_HALF"
    CHAINED = "CHAINED"


class WorkloadEvent(StrEnum):
    """
    The event before the rebalance. JMH's FULL is a fresh start; its INCREMENTAL is JOIN_ONE here.

    STABLE has no event. Before LEAVE_MANY a tenth of the members left. Before PARTITIONS_ADDED a tenth of the topics,
    at least one, had half of their partitions (those with one partition now had none). Until then the group was at an
    optimum. SCRAMBLED: a random subscriber owned every partition.
    """

    FULL = "FULL"
    STABLE = "STABLE"
    JOIN_ONE = "JOIN_ONE"
    LEAVE_ONE = "LEAVE_ONE"
    LEAVE_MANY = "LEAVE_MANY"
    PARTITIONS_ADDED = "PARTITIONS_ADDED"
    SCRAMBLED = "SCRAMBLED"


class TopicSizes(StrEnum):
    """How the partitions are spread over the topics: EVEN, or SKEWED: the k-th largest topic has 1/k of the largest."""

    EVEN = "EVEN"
    SKEWED = "SKEWED"


BUCKETS = 5
"""The number of buckets of a heterogeneous group in JMH."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Workload:
    """
    One point of the grid. A topic has members x ratio / topics partitions on average, at least one.

    With `racks`, members are on three racks, and every partition has replicas on two of them (JMH's `isRackAware`).
    """

    member_count: int
    partitions_to_member_ratio: int
    topic_count: int
    subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS
    event: WorkloadEvent = WorkloadEvent.FULL
    topic_sizes: TopicSizes = TopicSizes.EVEN
    racks: bool = False

    @property
    def partitions(self) -> int:
        """The number of partitions of the group."""
        return self.topic_count * max(1, self.member_count * self.partitions_to_member_ratio // self.topic_count)

    @property
    def size(self) -> int:
        """A measure to sort by: partitions x members."""
        return self.partitions * self.member_count

    @property
    def kind(self) -> tuple[SubscriptionType, WorkloadEvent, TopicSizes, bool]:
        """What is equal in workloads of other sizes: subscriptions, event, sizes of topics, and racks."""
        return self.subscription_type, self.event, self.topic_sizes, self.racks

    @property
    def leavers(self) -> int:
        """The number of members that left in the event."""
        return {WorkloadEvent.LEAVE_ONE: 1, WorkloadEvent.LEAVE_MANY: max(1, round(self.member_count / 9))}.get(
            self.event, 0
        )

    @property
    def shape(self) -> str:
        """`10000x1000x100-HOMOGENEOUS`: partitions, members, topics, subscriptions; then what is unusual."""
        unusual = ["SKEWED"] * (self.topic_sizes is TopicSizes.SKEWED) + ["RACKS"] * self.racks
        size = f"{self.partitions}x{self.member_count}x{self.topic_count}"
        return "-".join((size, self.subscription_type.value, *unusual))

    def __str__(self) -> str:
        """`10000x1000x100-HOMOGENEOUS-FULL`: the shape, and the event."""
        return f"{self.shape}-{self.event.value}"


def parse_workload(text: str) -> Workload:
    """
    The workload that `str` writes as `text`. Raises `ValueError`.

    >>> str(parse_workload("10000x1000x100-HOMOGENEOUS-SKEWED-RACKS-LEAVE_ONE"))
    '10000x1000x100-HOMOGENEOUS-SKEWED-RACKS-LEAVE_ONE'
    """
    size, kind, *unusual, event = text.split("-")
    partitions, members, topics = map(int, size.split("x"))
    found = Workload(
        member_count=members,
        partitions_to_member_ratio=partitions // members,
        topic_count=topics,
        subscription_type=SubscriptionType(kind),
        event=WorkloadEvent(event),
        topic_sizes=TopicSizes.SKEWED if "SKEWED" in unusual else TopicSizes.EVEN,
        racks="RACKS" in unusual,
    )
    if str(found) != text:
        raise ValueError(f"{text}: expected {found}")
    return found
