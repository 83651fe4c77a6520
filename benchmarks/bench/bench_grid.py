"""
The grid of `assay bench`: a row of growing groups, and the largest of them with one property changed at a time.

The properties are those of Kafka's JMH benchmark, and some more. All combinations would be thousands of workloads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kafka_assay.benchmarks.workload import (
    Distribution,
    Rack,
    SubscriptionType,
    Workload,
    WorkloadEvent,
    parse_workload,
)

SIZES = {"small": (12, 25, 50, 100), "medium": (125, 250, 500, 1_000), "large": (1_250, 2_500, 5_000, 10_000)}
"""The numbers of members of the growing groups, each about twice the one before."""
RATIO = 10
OTHER_RATIOS = (5, 50)
TOPICS = (10, 100, 1_000)
GROWING_EVENTS = (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE)
"""The events of the growing groups: a fresh start, and one member leaves."""


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
    growing = [
        Workload(member_count=members, partitions_to_member_ratio=RATIO, topic_count=topics, event=event)
        for members in sorted(member_counts)
        for event in GROWING_EVENTS
    ]
    # Stable: within one size, the workloads stay in this order.
    return sorted(dict.fromkeys([*growing, *one_changed(growing[-1])]), key=lambda point: point.size)


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
