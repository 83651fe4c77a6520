"""A comparison on Spark has the same results as one in this process."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.comparison import spark_judging
from kafka_assay.benchmarks.comparison.case_judging import JudgedCases, JudgingLimits
from kafka_assay.benchmarks.comparison.planning import plan_comparison
from kafka_assay.benchmarks.comparison.spark_judging import judge_on_spark
from kafka_assay.pipeline.campaign.plan import CampaignPlan

pytestmark = [pytest.mark.spark, pytest.mark.xdist_group("spark")]


def small_plan() -> CampaignPlan:
    """Two references on clean groups, static members and lives."""
    families = ("clean", "static-members", "sequences")
    return plan_comparison(open_target("sticky"), open_target("range"), families, seed=0, like=None, call_timeout=2.0)


def test_spark_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_judging, "STRETCH", 250)
    here, there = JudgedCases(small_plan()), JudgedCases(small_plan())
    seen: list[int] = []

    here.judge(JudgingLimits(cases=300))
    judge_on_spark(there, "local[2]", 300, seen.append)

    assert here.results == there.results
    assert 300 == seen[-1]


def test_interrupt_keeps_finished_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_judging, "STRETCH", 20)
    judged = JudgedCases(small_plan())

    def interrupt(cases: int) -> None:
        if cases > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge_on_spark(judged, "local[1]", 60, interrupt)

    assert [20, 20] == [results.cases for results in judged.results]


def test_failure_of_a_worker_is_one_line() -> None:
    judged = JudgedCases(small_plan())
    judged.plan = replace(judged.plan, code="another")

    with pytest.raises(AssayError, match=r"the comparison stopped: this worker has the code .* needs another"):
        judge_on_spark(judged, "local[1]", 20)
