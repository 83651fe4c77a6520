"""
The timed calls, run by pytest-benchmark. `assay bench` starts it and passes the points.

The same run validates each answer, outside of the timed part: a wrong answer fails the benchmark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment
from kafka_assay.benchmarks.bench_session import BenchPoint, BenchSession
from kafka_assay.benchmarks.clock import CLOCK
from kafka_assay.properties.judging.judgement import judge_trial
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def test_assign(benchmark: BenchmarkFixture, point: BenchPoint, contest: BenchSession) -> None:
    """Time the contestant's answer to the point's group, and check that it is valid."""
    if contest.interrupted:
        pytest.skip("interrupted")
    target = contest.target(point.target)
    group = contest.group(point.workload)
    rounds = contest.rounds(point)

    def ask() -> Assignment:
        return CLOCK.ask(target, group)

    if contest.has_failed(point):
        pytest.skip(f"{point.target} gave no answer at a smaller point")
    try:
        answer = benchmark.pedantic(ask, rounds=rounds, iterations=1, warmup_rounds=int(rounds > 1))
    except AssignorFailed as failure:
        contest.record_failure(point, failure)
        pytest.skip(f"{point.target} gave no answer: {failure}")
    except KeyboardInterrupt:
        # Finished points count. A partial benchmark would spoil pytest-benchmark's own record.
        contest.interrupted = benchmark.has_error = True
        pytest.skip("interrupted")

    assert benchmark.stats is not None
    contest.record_time(point, float(benchmark.stats.stats.median))
    broken = [
        judged.law
        for judged in judge_trial(Trial(group, answer=answer), frozenset())
        if isinstance(judged.verdict, Broken)
    ]
    contest.record_broken_laws(point, broken)
    assert [] == broken
