"""
The grid of `assay bench`: a line of growing groups, and the largest of them with one property changed at a time.

The axes are those of Kafka's JMH benchmarks (members, partitions for each member, topics, subscriptions, racks) and the
events, plus skewed topics and chained subscriptions. All combinations would be thousands of points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from kafka_assay.benchmarks.workload import SubscriptionType, TopicSizes, Workload, WorkloadEvent


class BenchSize(StrEnum):
    """How large the groups are."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


MEMBERS = {
    BenchSize.SMALL: (12, 25, 50, 100),
    BenchSize.MEDIUM: (125, 250, 500, 1_000),
    BenchSize.LARGE: (1_250, 2_500, 5_000, 10_000),
}
"""The numbers of members of the growing groups, each about twice the one before."""

RATIO = 10
RATIOS = (5, 50)
TOPICS = (10, 100, 1_000)
GROWING_EVENTS = (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
"""The events of the growing groups: a fresh start, and one member leaves."""
UNEQUAL = (
    SubscriptionType.HETEROGENEOUS,
    SubscriptionType.NESTED,
    SubscriptionType.RANDOM_HALF,
    SubscriptionType.CHAINED,
)


def bench_grid(member_counts: Sequence[int]) -> list[Workload]:
    """
    The points for these numbers of members, smallest first: 10 partitions and a tenth of a topic for each member.

    All have equal subscriptions, and one member leaves or the group is new. The largest also has other ratios, topics,
    subscriptions and events, skewed topics, and racks, one at a time.

    >>> grid = bench_grid((25, 50, 100))
    >>> len(grid), str(grid[0]), str(grid[-1])
    (21, '250x25x10-HOMOGENEOUS-FULL', '5000x100x10-HOMOGENEOUS-LEAVE_ONE')
    """
    largest = max(member_counts)
    topics = max(TOPICS[0], largest // RATIO)
    growing = [
        Workload(member_count=members, partitions_to_member_ratio=RATIO, topic_count=topics, event=event)
        for members in sorted(member_counts)
        for event in GROWING_EVENTS
    ]
    # Stable: within one size, the points stay in this order.
    return sorted(dict.fromkeys([*growing, *_other_axes(growing[-1])]), key=lambda point: point.size)


def _other_axes(base: Workload) -> Iterator[Workload]:
    for topics in TOPICS:
        yield replace(base, topic_count=topics)
    for event in WorkloadEvent:
        yield replace(base, event=event)
    for subscription_type in UNEQUAL:
        yield replace(base, subscription_type=subscription_type)
    yield replace(base, topic_sizes=TopicSizes.SKEWED)
    yield replace(base, racks=True)
    for ratio in RATIOS:
        yield replace(base, partitions_to_member_ratio=ratio)
