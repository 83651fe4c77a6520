from __future__ import annotations

import multiprocessing
from itertools import islice

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.comparison.case_judging import BATCH, JudgedCases, JudgingLimits
from kafka_assay.benchmarks.comparison.case_results import CaseResults
from kafka_assay.benchmarks.comparison.planning import plan_comparison
from tests.benchmarks.comparison.sides import LAW, results


def test_batches_cover_all_cases_once() -> None:
    numbers = [number for batch in JudgingLimits(cases=40).batches() for number in batch]

    assert list(range(40)) == numbers


def test_first_batch_is_judged_however_little_time_there_is() -> None:
    assert [range(BATCH)] == list(JudgingLimits(cases=None, seconds=0.0).batches())


def test_time_alone_decides_without_a_number() -> None:
    assert 100 == len(list(islice(JudgingLimits(cases=None).batches(), 100)))


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
        judged.judge(JudgingLimits(cases=None, jobs=2), interrupt)

    assert [BATCH, BATCH] == [results.cases for results in judged.results]
    assert [] == multiprocessing.active_children()
