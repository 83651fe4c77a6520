"""
The small end of the oracle's grid, timed by pytest-benchmark. Every timed answer is proved.

    pytest studies/oracle/bench_oracle.py -o python_files=bench_oracle.py --benchmark-group-by=param:event

Its own options save and compare runs (`--benchmark-autosave`, `--benchmark-compare`), for work on the engine. The whole
grid, with rivals, is `studies.oracle.oracle_grid`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import columns_at
from kafka_assay.oracle.certificate.certificate import verify_columns
from kafka_assay.oracle.flow.engine import solve_columns
from studies.oracle.contenders import compile_loops

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """Compile beforehand, so that no round includes compiling."""
    compile_loops()


@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("kind", SubscriptionType)
@pytest.mark.parametrize(("members", "topics"), [(100, 10), (100, 100), (1_000, 100)])
def test_oracle(
    benchmark: BenchmarkFixture, members: int, topics: int, kind: SubscriptionType, event: WorkloadEvent
) -> None:
    """Time the plan and its proof, from arrays."""
    point = Workload(
        member_count=members, partitions_to_member_ratio=10, topic_count=topics, subscription_type=kind, event=event
    )
    columns = columns_at(point)

    answer = benchmark(solve_columns, columns)

    assert None is verify_columns(columns, answer.holder, answer.potentials.members, answer.potentials.topics)
