"""Tests of a benchmark run: timed answers are checked, and a missing answer has no time."""

from __future__ import annotations

from itertools import count

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.range.range import RangeAssignor
from kafka_assay.benchmarks.bench_record import TimedPoint
from kafka_assay.benchmarks.bench_run import run_bench
from kafka_assay.benchmarks.bench_session import ORACLE
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


def run(*targets: str) -> tuple[TimedPoint, ...]:
    """The points of a run over two small workloads."""
    return run_bench(targets, [SMALL, LARGER], seed=0, call_timeout=5.0, command="test").points


def test_every_contestant_is_timed_on_every_workload() -> None:
    points = run("range", ORACLE)

    assert [("range", 8), (ORACLE, 8), ("range", 16), (ORACLE, 16)] == [
        (point.target, point.partitions) for point in points
    ]
    assert all(isinstance(point.seconds, float) and point.rounds == 5 for point in points)


def test_wrong_answer_is_timed_and_its_broken_law_recorded() -> None:
    points = run("python:tests.benchmarks.test_bench_run:leaves_out")

    assert [("nothing-left-out",), ("nothing-left-out",)] == [point.broken for point in points]


def test_suite_that_cannot_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this check every point looks as if the contestant gave no answer."""
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")

    with pytest.raises(AssayError, match="the benchmark did not run"):
        run("range")


def test_failing_assignor_has_no_time_and_skips_larger_points() -> None:
    points = run("python:tests.benchmarks.test_bench_run:fails")

    assert [None, None] == [point.seconds for point in points]
    assert str(points[0].error).startswith("ValueError")
    assert "not asked: no answer at a smaller point" == points[1].error


@pytest.mark.parametrize("answered", [0, 9])
def test_interrupted_run_keeps_finished_points(answered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    assign = RangeAssignor.assign

    def interrupted(self: RangeAssignor, group: Group) -> Assignment:
        if next(asked) == answered:
            raise KeyboardInterrupt
        return assign(self, group)

    monkeypatch.setattr(RangeAssignor, "assign", interrupted)

    record = run_bench(["range"], [SMALL, LARGER], seed=0, call_timeout=5.0, command="test")

    done = answered > 5
    assert record.interrupted
    assert [None if done else "not asked: interrupted", "not asked: interrupted"] == [
        point.error for point in record.points
    ]


def test_unknown_target_is_a_usage_error_before_timing() -> None:
    with pytest.raises(AssayError, match="did you mean 'range'"):
        run("rnge")
