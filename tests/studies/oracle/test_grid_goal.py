"""Tests of what the oracle's time has to be."""

from __future__ import annotations

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from studies.oracle.grid_goal import RivalTime, goal_outcome


def at(
    partitions: int,
    event: WorkloadEvent = WorkloadEvent.FULL,
    subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS,
) -> Workload:
    """A point with so many partitions, 10 for each member."""
    return Workload(
        member_count=partitions // 10,
        partitions_to_member_ratio=10,
        topic_count=10,
        event=event,
        subscription_type=subscription_type,
    )


@pytest.mark.parametrize(
    ("expected", "point", "ours"),
    [
        ("met", at(10_000), 0.020),
        ("missed", at(10_000), 0.021),
        ("met", at(10_000, WorkloadEvent.SCRAMBLED), 0.002),
        ("missed", at(10_000, WorkloadEvent.SCRAMBLED), 0.003),
        ("met", at(9_000, WorkloadEvent.SCRAMBLED), 0.020),
        ("missed", at(9_000, WorkloadEvent.SCRAMBLED), 0.021),
    ],
)
def test_from_10_000_partitions_on_it_is_not_slower_and_ten_times_faster_when_scrambled(
    expected: str, point: Workload, ours: float
) -> None:
    """Beside 20 ms of franz-go; below 10,000 partitions whoever is not slower has met the goal, too."""
    assert expected == goal_outcome(point, ours, {"franz-go": RivalTime(seconds=0.020)})


@pytest.mark.parametrize(("expected", "ours"), [("met", 0.005), ("missed", 0.0051)])
def test_5_ms_are_enough_where_the_other_needs_less(expected: str, ours: float) -> None:
    """At any size, even where ten times as fast is asked for."""
    point = at(100_000, WorkloadEvent.SCRAMBLED)

    assert expected == goal_outcome(point, ours, {"franz-go": RivalTime(seconds=0.0049)})


@pytest.mark.parametrize(
    ("expected", "subscription_type"),
    [("missed", SubscriptionType.HETEROGENEOUS), ("met", SubscriptionType.NESTED)],
)
def test_kafkas_own_assignor_counts_on_disjoint_buckets(expected: str, subscription_type: SubscriptionType) -> None:
    """There the oracle may not be slower than either; elsewhere only franz-go counts."""
    rivals = {"franz-go": RivalTime(seconds=0.3), "uniform": RivalTime(seconds=0.1)}

    assert expected == goal_outcome(at(10_000, subscription_type=subscription_type), 0.2, rivals)


@pytest.mark.parametrize(("expected", "ours"), [("met", 6.0), ("open", 6.1)])
def test_who_was_given_up_needs_at_least_that_long(expected: str, ours: float) -> None:
    """A rival that gave no answer within 60 s: 6 s are ten times as fast, whatever it would have needed."""
    given_up = {"franz-go": RivalTime(seconds=60.0, at_least=True)}

    assert expected == goal_outcome(at(10_000, WorkloadEvent.SCRAMBLED), ours, given_up)


def test_without_the_rival_nothing_is_met() -> None:
    """A goal that nobody was measured for is open."""
    uniform_alone = {"uniform": RivalTime(seconds=1.0)}

    assert "open" == goal_outcome(at(10_000, subscription_type=SubscriptionType.HETEROGENEOUS), 0.1, uniform_alone)
