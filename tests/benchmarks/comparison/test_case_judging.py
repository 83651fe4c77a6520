"""Tests of the results of both sides, which are the same wherever the cases are judged."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from itertools import islice
from math import inf

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.comparison import case_judging
from kafka_assay.benchmarks.comparison.case_judging import JudgedCases, case_numbers
from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.comparison.comparison_run import plan_comparison
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from tests.benchmarks.comparison.sides import LAW, results


@pytest.mark.parametrize(("cases", "seconds", "numbers"), [(40, inf, 40), (None, 0.0, 1), (None, inf, 100)])
def test_number_or_time_limits_the_cases(cases: int | None, seconds: float, numbers: int) -> None:
    """The first one is judged however little time there is."""
    assert list(range(numbers)) == list(islice(case_numbers(cases, seconds), 100))


def test_later_results_are_appended() -> None:
    whole = CaseResults()
    for part in (results("kb"), results("k", law="settles"), results("x")):
        whole.extend(part)

    assert (4, b"kb.x", b"..k.") == (whole.cases, bytes(whole.marks[LAW]), bytes(whole.marks["settles"]))


def test_interrupt_keeps_whole_batches_and_leaves_no_process() -> None:
    target = open_target("roundrobin")
    judged = JudgedCases(plan_comparison(target, target, ["clean"], seed=0, like=None, call_timeout=2.0))

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged.judge(None, jobs=2, watch=interrupt)

    base, candidate = (results.cases for results in judged.results)
    assert 0 < base == candidate < 300
    assert [] == multiprocessing.active_children()


def small_plan() -> CampaignPlan:
    """Two references on clean groups, static members and lives."""
    families = ("clean", "static-members", "sequences")
    return plan_comparison(open_target("sticky"), open_target("range"), families, seed=0, like=None, call_timeout=2.0)


@pytest.mark.integration
@pytest.mark.usefixtures("share_spark")
def test_spark_and_processes_give_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_judging, "STRETCH", 60)
    here, processes, there = (JudgedCases(small_plan()) for _ in range(3))
    seen: list[int] = []

    here.judge(90)
    processes.judge(90, jobs=2)
    there.judge_on_spark("local[2]", 90, seen.append)

    assert here.results == processes.results == there.results
    assert 90 == seen[-1]


@pytest.mark.integration
@pytest.mark.usefixtures("share_spark")
def test_interrupt_keeps_finished_stretches_of_spark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_judging, "STRETCH", 10)
    judged = JudgedCases(small_plan())

    def interrupt(cases: int) -> None:
        if cases > 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged.judge_on_spark("local[1]", 30, interrupt)

    assert [10, 10] == [results.cases for results in judged.results]


@pytest.mark.integration
@pytest.mark.usefixtures("share_spark")
def test_failure_of_a_worker_of_spark_is_one_line() -> None:
    judged = JudgedCases(small_plan())
    judged.plan = replace(judged.plan, code="another")

    with pytest.raises(AssayError, match=r"the comparison stopped: this worker has the code .* needs another"):
        judged.judge_on_spark("local[1]", 10)
