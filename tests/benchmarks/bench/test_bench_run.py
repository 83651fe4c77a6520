"""Tests of a benchmark run: timed answers are checked, and a missing answer has no time."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.range import RangeAssignor
from kafka_assay.benchmarks.bench.bench_record import TimedPoint
from kafka_assay.benchmarks.bench.bench_run import BenchPlan, run_bench
from kafka_assay.benchmarks.bench.bench_session import ORACLE
from kafka_assay.benchmarks.workload import Workload, WorkloadEvent

SMALL = Workload(member_count=4, partitions_to_member_ratio=2, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
LARGER = Workload(member_count=8, partitions_to_member_ratio=2, topic_count=2, event=WorkloadEvent.LEAVE_ONE)


@pytest.fixture(autouse=True)
def _timed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """pytest-benchmark does not time inside a pytest-xdist worker; these tests need records, not times."""
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


def leaves_out(group: object) -> dict[str, dict[str, list[int]]]:
    """A faulty assignor that assigns nothing."""
    return {member.id: {} for member in group.members}  # type: ignore[attr-defined]


def fails(group: object) -> dict[str, dict[str, list[int]]]:
    """An assignor that raises."""
    raise ValueError(group)


def hangs(group: object) -> dict[str, dict[str, list[int]]]:
    """An assignor that does not answer in time."""
    time.sleep(3600)
    raise ValueError(group)


def plan_of(*targets: str, memory: bool = False) -> BenchPlan:
    """A plan over two small workloads."""
    return BenchPlan(targets=targets, workloads=(SMALL, LARGER), call_timeout=5.0, memory=memory, command="test")


def run(*targets: str) -> tuple[TimedPoint, ...]:
    """The points of a run over two small workloads."""
    return run_bench(plan_of(*targets)).record.points


def test_every_contestant_is_timed_on_every_workload() -> None:
    points = run("range", ORACLE)

    assert [("range", 8), (ORACLE, 8), ("range", 16), (ORACLE, 16)] == [
        (point.target, point.partitions) for point in points
    ]
    assert all(isinstance(point.seconds, float) and 1 <= point.rounds <= 20 for point in points)


def test_wrong_answer_is_timed_and_its_broken_law_recorded() -> None:
    points = run("python:tests.benchmarks.bench.test_bench_run:leaves_out")

    assert [("nothing-left-out",), ("nothing-left-out",)] == [point.broken for point in points]


def test_suite_that_cannot_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this check every point looks as if the contestant gave no answer."""
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")

    with pytest.raises(AssayError, match="the benchmark did not run"):
        run("range")


def test_failing_assignor_has_no_time_and_skips_larger_points() -> None:
    points = run("python:tests.benchmarks.bench.test_bench_run:fails")

    assert [None, None] == [point.seconds for point in points]
    assert str(points[0].error).startswith("ValueError")
    assert "not asked: no answer at a smaller point" == points[1].error


@pytest.mark.parametrize("answered", [0, 50])
def test_interrupted_run_keeps_finished_points(answered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    assign = RangeAssignor.assign

    def interrupted(self: RangeAssignor, group: Group) -> Assignment:
        if next(asked) == answered:
            raise KeyboardInterrupt
        return assign(self, group)

    monkeypatch.setattr(RangeAssignor, "assign", interrupted)

    record = run_bench(plan_of("range")).record

    done = answered > 40
    assert record.interrupted
    assert [None if done else "not asked: interrupted", "not asked: interrupted"] == [
        point.error for point in record.points
    ]


def test_unknown_target_is_a_usage_error_before_timing() -> None:
    with pytest.raises(AssayError, match="did you mean 'range'"):
        run("rnge")


def test_larger_points_are_not_asked_after_a_hang_on_any_smaller_one() -> None:
    other = replace(LARGER, event=WorkloadEvent.FULL)
    plan = replace(plan_of("python:tests.benchmarks.bench.test_bench_run:hangs"), call_timeout=0.5)

    points = run_bench(replace(plan, workloads=(SMALL, other))).record.points

    assert str(points[0].error).startswith("hang")
    assert "not asked: no answer at a smaller point" == points[1].error


def test_quality_is_the_distance_from_the_optimum() -> None:
    (point, _) = run("range")

    assert (8 * 8 // 4, 0, 1) == (point.optimal_sum_of_squares, point.optimal_moves, point.settling_rounds)
    assert point.moves is not None
    assert point.moves > 0


def test_cooperative_target_is_judged_where_it_settles() -> None:
    """Its first answer to a join withholds partitions, which is no fault."""
    joins = replace(SMALL, event=WorkloadEvent.JOIN_ONE)

    (point,) = run_bench(replace(plan_of("cooperative-sticky"), workloads=(joins,))).record.points

    assert ((), 2, 2) == (point.broken, point.moves, point.optimal_moves)
    assert point.settling_rounds is not None
    assert point.settling_rounds > 1


def test_memory_is_that_of_a_process_of_its_own() -> None:
    (point, _) = run_bench(plan_of("range", memory=True)).record.points

    assert point.memory_mib is not None
    assert point.memory_at_rest_mib is not None
    assert 5 < point.memory_at_rest_mib <= point.memory_mib < 1_000


def test_json_of_pytest_benchmark_holds_the_same_calls_and_compares_runs(tmp_path: Path) -> None:
    plan = replace(plan_of("range"), json=tmp_path / "benchmark.json")
    first = run_bench(plan)

    second = run_bench(replace(plan, json=None, compare=plan.json))

    written = json.loads((tmp_path / "benchmark.json").read_text("utf-8"))["benchmarks"]
    assert [pytest.approx(point.samples) for point in first.record.points] == [one["stats"]["data"] for one in written]
    assert "" == first.comparison
    assert (2, 2) == tuple(second.comparison.count(run) for run in ("(NOW)", "(/"))
