"""
The time of every reference, the oracle and released clients, measured by pytest-benchmark; every answer is checked.

    tox run -e bench
    tox run -e bench -- -k "sticky and JOIN_MANY" --benchmark-compare

The groups are those of Kafka's own JMH benchmark: a base, and the base with one property changed at a time. Only the
time of `assign` counts, also in the process of a client. `assay bench` times targets in turns instead, and is the
better judge of which of two is faster. `test_solve` is for work on the oracle's fast engine: from arrays, on larger
groups, with the proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import default_names
from kafka_assay.benchmarks.bench.bench_run import CLIENTS, ORACLE, BenchPlan, quality_of
from kafka_assay.benchmarks.timed_calls import ask_timed
from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent, one_changed
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.certificate.certificate import verify_columns
from kafka_assay.oracle.columns import columns_of
from kafka_assay.oracle.flow.engine import solve_columns
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve

JAVA = "maven:org.apache.kafka:kafka"
HOSTS = (
    *CLIENTS,
    *(f"{JAVA}-clients:4.4.0:{name}Assignor" for name in ("Range", "RoundRobin", "Sticky", "CooperativeSticky")),
    *(f"{JAVA}-group-coordinator:4.4.0:{name}Assignor" for name in ("Range", "Uniform")),
    "go:github.com/twmb/franz-go@v1.22.2:sticky",
    "go:github.com/IBM/sarama@v1.61.1:sticky",
)
"""
Released clients. One whose toolchain or package is missing is skipped.

KafkaJS is left out: if subscriptions are unequal, its answer is wrong.
"""
BASE = Workload(member_count=100, partitions_to_member_ratio=10, topic_count=10, event=WorkloadEvent.LEAVE_ONE)
WORKLOADS = tuple(dict.fromkeys(one_changed(BASE)))
SECONDS = 0.1
"""About the time of all calls of a case together; there are at least three."""


@dataclass
class AssignClock:
    """A clock that stands still on the way to an assignor and back, so that only the time of `assign` passes."""

    stood: float = 0.0

    def read(self) -> float:
        """The time now, in seconds from an arbitrary start."""
        return perf_counter() - self.stood

    def ask(self, target: Target, group: Group) -> Assignment:
        """The target's answer."""
        started = perf_counter()
        answer, seconds = ask_timed(target, group)
        self.stood += perf_counter() - started - seconds
        return answer


CLOCK = AssignClock()


@cache
def _question(workload: Workload) -> tuple[Group, Optimum]:
    group = build_group(workload)
    return group, solve(group, engine="flow")


@pytest.fixture(scope="module", params=[*default_names(), ORACLE, *HOSTS])
def target(request: pytest.FixtureRequest) -> Iterator[Target]:
    """Each assignor, opened once for all groups."""
    try:
        opened = BenchPlan(targets=(), workloads=()).open(request.param)
    except AssayError as missing:
        pytest.skip(str(missing))
    with closing(opened):
        yield opened


@pytest.mark.benchmark(timer=CLOCK.read)
@pytest.mark.parametrize("workload", WORKLOADS, ids=str)
def test_assign(benchmark: BenchmarkFixture, target: Target, workload: Workload) -> None:
    """Time the answer of an assignor to a group."""
    group, optimum = _question(workload)
    started = perf_counter()
    try:
        target.assign(group)
    except CannotBeAsked as refused:
        pytest.skip(str(refused))
    rounds = max(3, min(100, int(SECONDS / (perf_counter() - started))))

    benchmark.group = str(workload)
    answer = benchmark.pedantic(CLOCK.ask, (target, group), rounds=rounds, warmup_rounds=min(10, rounds))

    quality = quality_of(target, group, [answer], optimum)
    benchmark.extra_info |= asdict(quality)
    assert () == quality.broken


@pytest.mark.benchmark(max_time=0.1, min_rounds=3)
@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("kind", SubscriptionType)
def test_solve(benchmark: BenchmarkFixture, kind: SubscriptionType, event: WorkloadEvent) -> None:
    """Time the plan and its proof."""
    point = Workload(
        member_count=1_000, partitions_to_member_ratio=10, topic_count=100, subscription_type=kind, event=event
    )
    columns = columns_of(build_group(point)).columns
    solve_columns(columns)  # compiles the loops

    answer = benchmark(solve_columns, columns)

    assert None is verify_columns(columns, answer.holder, answer.potentials.members, answer.potentials.topics)
