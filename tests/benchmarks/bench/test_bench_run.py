"""Tests of a benchmark run: timed answers are checked, and a missing answer has no time."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.range import RangeAssignor
from kafka_assay.benchmarks.bench.bench_record import TimedPoint
from kafka_assay.benchmarks.bench.bench_run import ORACLE, BenchPlan, run_bench
from kafka_assay.benchmarks.workload import Workload, WorkloadEvent

SMALL = Workload(member_count=4, partitions_to_member_ratio=2, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
LARGER = Workload(member_count=8, partitions_to_member_ratio=2, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
HERE = "python:tests.benchmarks.bench.test_bench_run"


def leaves_out(group: Group) -> Assignment:
    """A faulty assignor that assigns nothing."""
    return {member.id: {} for member in group.members}


def fails(group: Group) -> Assignment:
    """An assignor that raises."""
    raise ValueError(group)


def hangs(group: Group) -> Assignment:
    """An assignor that does not answer in time."""
    time.sleep(3600)
    raise ValueError(group)


def plan_of(*targets: str, memory: bool = False) -> BenchPlan:
    """A plan over two small workloads."""
    return BenchPlan(targets=targets, workloads=(SMALL, LARGER), call_timeout=5.0, memory=memory, command="test")


def run(*targets: str) -> tuple[TimedPoint, ...]:
    """The points of a run over two small workloads."""
    return run_bench(plan_of(*targets)).points


def test_every_target_is_timed_on_every_workload() -> None:
    """Its quality is the distance from the optimum."""
    points = run("range", ORACLE)

    assert [("range", 8), (ORACLE, 8), ("range", 16), (ORACLE, 16)] == [
        (point.target, point.partitions) for point in points
    ]
    for point in points:
        spread = [point.least, point.lower_quartile, point.seconds, point.upper_quartile, point.most]
        assert sorted(spread, key=lambda one: one or 0.0) == spread
        assert 1 <= len(point.samples) == point.rounds <= 20
    first = points[0]
    assert (8 * 8 // 4, 0, 1) == (first.optimal_sum_of_squares, first.optimal_moves, first.settling_rounds)
    assert (first.moves or 0) > 0


def test_wrong_answer_is_timed_and_its_broken_law_recorded() -> None:
    points = run(f"{HERE}:leaves_out")

    assert [("nothing-left-out",), ("nothing-left-out",)] == [point.broken for point in points]


@pytest.mark.parametrize(
    ("name", "seconds", "event", "error"),
    [("fails", 5.0, WorkloadEvent.LEAVE_ONE, "ValueError"), ("hangs", 0.5, WorkloadEvent.FULL, "hang")],
)
def test_target_without_an_answer_has_no_time_and_skips_larger_points(
    name: str, seconds: float, event: WorkloadEvent, error: str
) -> None:
    """After a hang, those of another event too."""
    plan = replace(plan_of(f"{HERE}:{name}"), call_timeout=seconds, workloads=(SMALL, replace(LARGER, event=event)))

    points = run_bench(plan).points

    assert [None, None] == [point.seconds for point in points]
    assert str(points[0].error).startswith(error)
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

    record = run_bench(plan_of("range"))

    done = answered > 40
    assert record.interrupted
    assert [None if done else "not asked: interrupted", "not asked: interrupted"] == [
        point.error for point in record.points
    ]


def test_unknown_target_is_a_usage_error_before_timing() -> None:
    with pytest.raises(AssayError, match="did you mean 'range'"):
        run("rnge")


def test_cooperative_target_is_judged_where_it_settles() -> None:
    """Its first answer to a join withholds partitions, which is no fault."""
    joins = replace(SMALL, event=WorkloadEvent.JOIN_ONE)

    (point,) = run_bench(replace(plan_of("cooperative-sticky"), workloads=(joins,))).points

    assert ((), 2, 2) == (point.broken, point.moves, point.optimal_moves)
    assert point.settling_rounds is not None
    assert point.settling_rounds > 1


def test_memory_is_that_of_a_process_of_its_own() -> None:
    points = run_bench(plan_of("range", ORACLE, memory=True)).points

    for point in points:
        assert point.memory_mib is not None
        assert point.memory_at_rest_mib is not None
        assert 5 < point.memory_at_rest_mib <= point.memory_mib < 1_000
