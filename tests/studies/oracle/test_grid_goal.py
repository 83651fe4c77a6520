from __future__ import annotations

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from studies.oracle.grid_goal import RivalTime, goal_outcome


def at(
    partitions: int,
    event: WorkloadEvent = WorkloadEvent.FULL,
    subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS,
) -> Workload:
    """Return a point with this many partitions, 10 per member."""
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
def test_goal_from_10_000_partitions_needs_ten_times_when_scrambled(
    expected: str, point: Workload, ours: float
) -> None:
    """Beside 20 ms of franz-go. Below that size, not slower is enough."""
    assert expected == goal_outcome(point, ours, {"franz-go": RivalTime(seconds=0.020)})


@pytest.mark.parametrize(("expected", "ours"), [("met", 0.005), ("missed", 0.0051)])
def test_five_ms_always_meet_the_goal(expected: str, ours: float) -> None:
    point = at(100_000, WorkloadEvent.SCRAMBLED)

    assert expected == goal_outcome(point, ours, {"franz-go": RivalTime(seconds=0.0049)})


@pytest.mark.parametrize(
    ("expected", "subscription_type"),
    [("missed", SubscriptionType.HETEROGENEOUS_DISJOINT), ("met", SubscriptionType.HETEROGENEOUS_NESTED)],
)
def test_kafka_assignor_counts_on_disjoint_buckets(expected: str, subscription_type: SubscriptionType) -> None:
    """Elsewhere only franz-go counts."""
    rivals = {"franz-go": RivalTime(seconds=0.3), "uniform": RivalTime(seconds=0.1)}

    assert expected == goal_outcome(at(10_000, subscription_type=subscription_type), 0.2, rivals)


@pytest.mark.parametrize(("expected", "ours"), [("met", 6.0), ("open", 6.1)])
def test_timed_out_rival_counts_with_its_limit(expected: str, ours: float) -> None:
    """No answer within 60 s: 6 s are ten times as fast."""
    given_up = {"franz-go": RivalTime(seconds=60.0, at_least=True)}

    assert expected == goal_outcome(at(10_000, WorkloadEvent.SCRAMBLED), ours, given_up)


def test_goal_without_a_rival_is_open() -> None:
    uniform_alone = {"uniform": RivalTime(seconds=1.0)}

    assert "open" == goal_outcome(
        at(10_000, subscription_type=SubscriptionType.HETEROGENEOUS_DISJOINT), 0.1, uniform_alone
    )
