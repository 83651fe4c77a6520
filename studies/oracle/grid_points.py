"""The whole grid: every point at which the oracle is compared with its rivals."""

from __future__ import annotations

from collections.abc import Container
from itertools import product

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent

MEMBERS = (100, 1_000, 10_000)
RATIOS = (5, 10, 50)
TOPICS = (10, 100, 1_000)
KINDS = tuple(kind for kind in SubscriptionType if kind is not SubscriptionType.CHAINED)
EVENTS = tuple(event for event in WorkloadEvent if event is not WorkloadEvent.JOIN_MANY)
"""The kinds of subscription and the events of the published records, which are older than CHAINED and JOIN_MANY."""

BESIDE = [
    (1_000, 100, 200, SubscriptionType.RANDOM_HALF, event)
    for event in (WorkloadEvent.FULL, WorkloadEvent.LEAVE_ONE, WorkloadEvent.SCRAMBLED)
]
"""A size between those of the grid."""


def whole_grid(
    members: Container[int] = MEMBERS,
    subscription_types: Container[SubscriptionType] = KINDS,
    events: Container[WorkloadEvent] = EVENTS,
    ratios: Container[int] = (*RATIOS, 100),
    topics: Container[int] = (*TOPICS, 200),
) -> list[Workload]:
    """
    Every point with these properties, sorted by partitions, members, topics, subscriptions and event.

    >>> len(whole_grid()), str(whole_grid()[-1])
    (948, '500000x10000x1000-RANDOM_HALF-SCRAMBLED')
    """
    chosen = [
        Workload(
            member_count=member_count,
            partitions_to_member_ratio=ratio,
            topic_count=topic_count,
            subscription_type=subscription_type,
            event=event,
        )
        for member_count, ratio, topic_count, subscription_type, event in (
            *product(MEMBERS, RATIOS, TOPICS, KINDS, EVENTS),
            *BESIDE,
        )
        if member_count in members
        and ratio in ratios
        and topic_count in topics
        and subscription_type in subscription_types
        and event in events
    ]
    # Stable: within one size, subscriptions and events stay in the order of their definition.
    return sorted(chosen, key=lambda point: (point.partitions, point.member_count, point.topic_count))
