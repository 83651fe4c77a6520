"""
The time of the oracle's fast engine from arrays, measured by pytest-benchmark; every answer is proved.

    tox run -e bench -- benchmarks/bench_oracle.py --benchmark-compare

It is for work on the engine, and larger than the groups of `bench_assignors.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import columns_at
from kafka_assay.oracle.certificate.certificate import verify_columns
from kafka_assay.oracle.flow.engine import solve_columns

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.benchmark(max_time=0.1, min_rounds=3)
@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("kind", SubscriptionType)
def test_solve(benchmark: BenchmarkFixture, kind: SubscriptionType, event: WorkloadEvent) -> None:
    """Time the plan and its proof."""
    point = Workload(
        member_count=1_000, partitions_to_member_ratio=10, topic_count=100, subscription_type=kind, event=event
    )
    columns = columns_at(point)
    solve_columns(columns)  # compiles the loops

    answer = benchmark(solve_columns, columns)

    assert None is verify_columns(columns, answer.holder, answer.potentials.members, answer.potentials.topics)
