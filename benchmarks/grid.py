"""
The whole grid: every point at which the oracle is held against the best that exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.workload import Event, SubscriptionType, Workload

if TYPE_CHECKING:
    from collections.abc import Container

MEMBERS = (100, 1_000, 10_000)
RATIOS = (5, 10, 50)
TOPICS = (10, 100, 1_000)

BESIDE = tuple(
    Workload(
        member_count=1_000,
        partitions_to_member_ratio=100,
        topic_count=200,
        subscription_type=SubscriptionType.RANDOM_HALF,
        event=event,
    )
    for event in (Event.FULL, Event.LEAVE_ONE, Event.SCRAMBLED)
)
"""A size between those of the grid."""


def whole_grid(
    members: Container[int] = MEMBERS,
    subscription_types: Container[SubscriptionType] = tuple(SubscriptionType),
    events: Container[Event] = tuple(Event),
    ratios: Container[int] = (*RATIOS, 100),
    topics: Container[int] = (*TOPICS, 200),
) -> list[Workload]:
    """
    Every point that has one of each, by partitions, then members, topics, subscriptions and event.

    >>> len(whole_grid()), str(whole_grid()[-1])
    (948, '500000x10000x1000-RANDOM_HALF-SCRAMBLED')
    """
    grid = [
        Workload(
            member_count=member_count,
            partitions_to_member_ratio=ratio,
            topic_count=topic_count,
            subscription_type=subscription_type,
            event=event,
        )
        for member_count in MEMBERS
        for ratio in RATIOS
        for topic_count in TOPICS
        for subscription_type in SubscriptionType
        for event in Event
    ]
    chosen = [
        point
        for point in (*grid, *BESIDE)
        if point.member_count in members
        and point.partitions_to_member_ratio in ratios
        and point.topic_count in topics
        and point.subscription_type in subscription_types
        and point.event in events
    ]
    # Stable: within one size the subscriptions and events stay in the order in which they are defined.
    return sorted(chosen, key=lambda point: (point.partitions, point.member_count, point.topic_count))
