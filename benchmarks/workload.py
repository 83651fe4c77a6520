"""
The timed groups, named as in Kafka's own JMH benchmark (`ConsumerAssignorBenchmark`), and some more that it lacks.

A workload says how large a group is, how its partitions are distributed and its members subscribe, whether there are
racks, and which event came before the rebalance. `kafka_assay.benchmarks.workload_group` builds the group.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

BUCKETS = 5
"""Heterogeneous members are in at most this many buckets: member i is in bucket i mod 5."""


class Distribution(StrEnum):
    """
    How the partitions are distributed over the topics.

    EQUAL: each topic has as many. SKEWED: two thirds of the topics are of the smallest size. Each further tier has a
    third of the topics of the tier before it, each with twice the partitions.
    """

    EQUAL = "EQUAL"
    SKEWED = "SKEWED"


class SubscriptionType(StrEnum):
    """
    How the members subscribe. The last three are not in Kafka's benchmark.

    HOMOGENEOUS: all members to all topics. The topics are cut into as many shares as there are buckets of members.
    HETEROGENEOUS_DISJOINT: the members of a bucket to their own share. HETEROGENEOUS_NESTED: those of the first bucket
    to the first share, those of the second to the first two, and so on. RANDOM_5PCT, RANDOM_HALF: each member to a
    random twentieth of the topics, at least one, or to a random half. CHAINED: members and topics in a row, each member
    to its stretch of topics and the first topic of the next stretch. So a surplus at one end can only reach the other
    end through all members between.
    """

    HOMOGENEOUS = "HOMOGENEOUS"
    HETEROGENEOUS_DISJOINT = "HETEROGENEOUS_DISJOINT"
    HETEROGENEOUS_NESTED = "HETEROGENEOUS_NESTED"
    RANDOM_5PCT = "RANDOM_5PCT"
    RANDOM_HALF = "RANDOM_HALF"
    CHAINED = "CHAINED"


class Rack(StrEnum):
    """NONE: no member has a rack. PROVIDED: member i is on rack i mod 3, and each partition on two of the three."""

    NONE = "NONE"
    PROVIDED = "PROVIDED"


class WorkloadEvent(StrEnum):
    """
    The event before the rebalance. SCRAMBLED is not in Kafka's benchmark.

    FULL: nobody owns anything. Until any other event the group was at an optimum, the same one for all targets; in
    Kafka's benchmark it had the answer of the assignor that is timed. STABLE: nothing happened. JOIN_ONE, JOIN_MANY:
    one member or a tenth of the members joined. LEAVE_ONE, LEAVE_MANY: as many left. They are the last members.
    PARTITIONS_ADDED: a tenth of the topics gained a partition. A tenth is rounded up. SCRAMBLED: a random subscriber
    owned each partition.
    """

    FULL = "FULL"
    STABLE = "STABLE"
    JOIN_ONE = "JOIN_ONE"
    JOIN_MANY = "JOIN_MANY"
    LEAVE_ONE = "LEAVE_ONE"
    LEAVE_MANY = "LEAVE_MANY"
    PARTITIONS_ADDED = "PARTITIONS_ADDED"
    SCRAMBLED = "SCRAMBLED"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Workload:
    """A timed group, as it is after the event. A topic has members x ratio / topics partitions, at least one."""

    member_count: int
    partitions_to_member_ratio: int
    topic_count: int
    distribution: Distribution = Distribution.EQUAL
    subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS
    rack: Rack = Rack.NONE
    event: WorkloadEvent = WorkloadEvent.FULL

    @property
    def partitions(self) -> int:
        """The number of partitions of the group."""
        return self.topic_count * max(1, self.member_count * self.partitions_to_member_ratio // self.topic_count)

    @property
    def size(self) -> int:
        """A measure to sort by: partitions x members."""
        return self.partitions * self.member_count

    @property
    def kind(self) -> tuple[Distribution, SubscriptionType, Rack, WorkloadEvent]:
        """What is equal in workloads of other sizes."""
        return self.distribution, self.subscription_type, self.rack, self.event

    @property
    def leavers(self) -> int:
        """The number of members that left in the event."""
        return self._changed(WorkloadEvent.LEAVE_ONE, WorkloadEvent.LEAVE_MANY)

    @property
    def joiners(self) -> int:
        """The number of members that joined in the event."""
        return self._changed(WorkloadEvent.JOIN_ONE, WorkloadEvent.JOIN_MANY)

    def _changed(self, one: WorkloadEvent, many: WorkloadEvent) -> int:
        return {one: 1, many: tenth_of(self.member_count)}.get(self.event, 0)

    @property
    def shape(self) -> str:
        """`10000x1000x100-HOMOGENEOUS`: partitions, members, topics, subscriptions; then what is unusual."""
        unusual = [str(one) for one in (self.distribution, self.rack) if one in UNUSUAL]
        size = f"{self.partitions}x{self.member_count}x{self.topic_count}"
        return "-".join((size, self.subscription_type, *unusual))

    def __str__(self) -> str:
        """`10000x1000x100-HOMOGENEOUS-FULL`: the shape, and the event."""
        return f"{self.shape}-{self.event}"


UNUSUAL = (Distribution.SKEWED, Rack.PROVIDED)
"""What the name of a workload says only where it applies."""


def tenth_of(count: int) -> int:
    """A tenth, rounded up."""
    return -(-count // 10)


def parse_workload(text: str) -> Workload:
    """
    The workload that `str` writes as `text`. Raises `ValueError`.

    >>> str(parse_workload("10000x1000x100-HOMOGENEOUS-SKEWED-PROVIDED-LEAVE_ONE"))
    '10000x1000x100-HOMOGENEOUS-SKEWED-PROVIDED-LEAVE_ONE'
    """
    size, subscriptions, *unusual, event = text.split("-")
    partitions, members, topics = map(int, size.split("x"))
    if not members or not topics:
        raise ValueError(f"{text}: expected members and topics")
    found = Workload(
        member_count=members,
        partitions_to_member_ratio=partitions // members,
        topic_count=topics,
        distribution=Distribution.SKEWED if Distribution.SKEWED in unusual else Distribution.EQUAL,
        subscription_type=SubscriptionType(subscriptions),
        rack=Rack.PROVIDED if Rack.PROVIDED in unusual else Rack.NONE,
        event=WorkloadEvent(event),
    )
    if str(found) != text:
        raise ValueError(f"{text}: expected {found}")
    return found
