from __future__ import annotations

import pytest

from kafka_assay.benchmarks.bench.bench_grid import MEMBERS, BenchSize, bench_grid
from kafka_assay.benchmarks.workload import SubscriptionType, WorkloadEvent


@pytest.mark.parametrize("size", BenchSize)
def test_grid_is_ordered_by_size_without_repeats(size: BenchSize) -> None:
    """A slow contestant is detected before the large points."""
    grid = bench_grid(MEMBERS[size])

    assert sorted(point.size for point in grid) == [point.size for point in grid]
    assert len(set(grid)) == len(grid)


def test_largest_groups_reach_every_axis() -> None:
    largest = [point for point in bench_grid((50, 100)) if point.member_count == 100]

    assert set(WorkloadEvent) == {point.event for point in largest}
    assert {SubscriptionType.CHAINED, SubscriptionType.HETEROGENEOUS} <= {point.subscription_type for point in largest}
    assert {5, 10, 50} == {point.partitions_to_member_ratio for point in largest}
    assert {10, 100, 1_000} == {point.topic_count for point in largest}
    assert (1, 1) == (sum(point.topic_sizes == "SKEWED" for point in largest), sum(point.racks for point in largest))


def test_growing_groups_differ_in_members_only() -> None:
    small = [point for point in bench_grid((25, 50, 100)) if point.member_count < 100]

    assert [(25, "FULL"), (25, "LEAVE_ONE"), (50, "FULL"), (50, "LEAVE_ONE")] == [
        (point.member_count, point.event) for point in small
    ]
    assert {(10, 10)} == {(point.topic_count, point.partitions_to_member_ratio) for point in small}
