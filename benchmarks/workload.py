"""
The timed groups, named as in Kafka's own JMH benchmark (`ConsumerAssignorBenchmark`), and some more that it lacks.

A workload says how large a group is, how its partitions are distributed and its members subscribe, whether there are
racks, and which event came before the rebalance. `kafka_assay.benchmarks.workload_group` builds the group. The grid of
`assay bench` is a row of growing groups, and the largest of them with one property changed at a time, because all
combinations would be thousands of workloads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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


SIZES = {"small": (12, 25, 50, 100), "medium": (125, 250, 500, 1_000), "large": (1_250, 2_500, 5_000, 10_000)}
"""The numbers of members of the growing groups, each about twice the one before."""
RATIO = 10
OTHER_RATIOS = (5, 50)
TOPICS = (10, 100, 1_000)


def workloads_named(text: str) -> list[Workload]:
    """The workloads of a size, or the one of this name. Raises `ValueError`."""
    return bench_grid(SIZES[text]) if text in SIZES else [parse_workload(text)]


def bench_grid(member_counts: Sequence[int]) -> list[Workload]:
    """
    The workloads for these numbers of members, smallest first: 10 partitions and a tenth of a topic for each member.

    All have equal subscriptions, and one member leaves or the group is new. The largest also has other ratios, topics,
    distributions, subscriptions and events, and racks, one at a time.

    >>> grid = bench_grid((25, 50, 100))
    >>> len(grid), str(grid[0]), str(grid[-1])
    (23, '250x25x10-HOMOGENEOUS-FULL', '5000x100x10-HOMOGENEOUS-LEAVE_ONE')
    """
    largest = max(member_counts)
    topics = max(TOPICS[0], largest // RATIO)
    growing = [point for members in sorted(member_counts) for point in growing_workloads(members, topics)]
    # Stable: within one size, the workloads stay in this order.
    return sorted(dict.fromkeys([*growing, *one_changed(growing[-1])]), key=lambda point: point.size)


def growing_workloads(members: int, topics: int) -> list[Workload]:
    """The workloads of one size: a fresh start, and one member left."""
    return [
        Workload(member_count=members, partitions_to_member_ratio=RATIO, topic_count=topics, event=event)
        for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
    ]


def one_changed(base: Workload) -> Iterator[Workload]:
    """The workload with one property changed, and itself."""
    for topics in TOPICS:
        yield replace(base, topic_count=topics)
    for event in WorkloadEvent:
        yield replace(base, event=event)
    for subscription_type in SubscriptionType:
        yield replace(base, subscription_type=subscription_type)
    yield replace(base, distribution=Distribution.SKEWED)
    yield replace(base, rack=Rack.PROVIDED)
    for ratio in OTHER_RATIOS:
        yield replace(base, partitions_to_member_ratio=ratio)
