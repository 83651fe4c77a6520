from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.check.pasted_test import failed_test_text, regression_test_text

GROUP = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
STEP = TrialStep(group=GROUP, assignment={"a": {"t": [0, 1]}, "b": {}})
CASE = Case(
    law="even-when-equal",
    inputs="clean",
    target="mine",
    seed=0,
    versions={},
    steps=(STEP,),
    facts={},
    explanation="It is uneven.",
)


def test_named_target_is_tested_by_its_name() -> None:
    """With the promises of the check."""
    test = regression_test_text(CASE, target="python:m:Mine", like="fair")

    assert test is not None
    assert "assert_keeps(law, GROUP, target='python:m:Mine', like='fair')" in test
    assert "Made by `parametrize_with_laws`." in test
    assert "even-when-equal was broken: It is uneven." in test


def test_nameless_target_is_tested_by_its_answer() -> None:
    test = regression_test_text(CASE, target=None, like="fair")

    assert test is not None
    assert "ANSWER = {'a': {'t': [0, 1]}, 'b': {}}" in test
    assert test.startswith("A regression test, ready to paste: it fails until you replace the answer.")


@pytest.mark.parametrize("steps", [(STEP, STEP), (replace(STEP, assignment=None, error={"type": "KeyError"}),)])
def test_law_that_one_answer_cannot_show_has_no_test(steps: tuple[TrialStep, ...]) -> None:
    """A law on two questions, and a missing answer."""
    assert regression_test_text(replace(CASE, steps=steps), target=None, like=None) is None


def test_undecided_law_states_its_reason_and_a_tip() -> None:
    cell = CheckCell(law="settles", inputs="clean", verdict="undecided", reason="no time")
    record = CheckRecord(
        target="mine", version="1", like=None, seed=0, seconds=1.0, budget=1.0, examples=0, groups=0, cells=(cell,)
    )

    text = failed_test_text(record, again="pytest x", pasted=None)

    assert ["? clean: no time", "  Undecided fails the test. More "] == [line[:33] for line in text.splitlines()[:2]]
    assert text.endswith("  Again:   pytest x")
