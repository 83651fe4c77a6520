from __future__ import annotations

from itertools import islice

from kafka_assay.benchmarks.comparison.case_judging import BATCH, JudgingLimits
from kafka_assay.benchmarks.comparison.case_results import CaseResults
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
