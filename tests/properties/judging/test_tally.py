"""Tests of the counts of one law, and of the verdict of its cell."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import group_of
from kafka_assay.properties.judging.finding import Finding
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.verdict import Broken, JudgedOrNot, Kept, NotApplicable, NotDue, Undecided
from tests.properties.stand_ins import StandIn, right

NO_ANSWER = Undecided("no answer", unanswered=True)
KNOWN = ExpectedFailure(law="one-owner-each", family="clean", reason="known", group="{}")
(REBALANCE,) = run_rebalances(StandIn(right), group_of({"t": 1}, {"a": ["t"]}))


def tally_of(*verdicts: JudgedOrNot, expected: ExpectedFailure | None = None) -> Tally:
    """The tally of these verdicts; `expected` covers those that are broken."""
    tally = Tally()
    for verdict in verdicts:
        tally.add(Finding(LAW_BY_ID["one-owner-each"], verdict, REBALANCE, 1, 1, None, expected))
    return tally


def test_law_kept_once_without_doubt_is_kept() -> None:
    """Groups to which the law is not applicable, and missing answers, do not count."""
    assert "kept" == tally_of(Kept(), NotApplicable(), NotDue(), NO_ANSWER).verdict


@pytest.mark.parametrize(
    "verdicts", [(), (NotApplicable(),), (NO_ANSWER,), (Kept(), Undecided("internal error of the check"))]
)
def test_law_without_examples_or_with_a_doubt_is_undecided(verdicts: tuple[JudgedOrNot, ...]) -> None:
    assert "undecided" == tally_of(*verdicts).verdict


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_reason_of_a_failed_judge_precedes_a_missing_answer(cut: int) -> None:
    """Also if the tallies of several processes are added up."""
    verdicts = [NO_ANSWER, Undecided("first"), Undecided("second")]

    doubts = tally_of(*verdicts[:cut]) + tally_of(*verdicts[cut:])

    assert ("first", 3, 2, 1) == (doubts.reason, doubts.examples, doubts.undecided, doubts.unanswered)


def test_question_that_cannot_be_expressed_is_no_example() -> None:
    refused = tally_of(Undecided("it knows no racks", unasked=True))

    assert (0, 1, "it knows no racks", None) == (refused.examples, refused.unasked, refused.refusal, refused.reason)


def test_first_unexpected_break_closes_the_tally() -> None:
    tally = tally_of(Kept(), Broken({"n": 1}), Kept(), Broken({"n": 2}))

    assert (True, 2) == (tally.is_closed, tally.examples)
    assert tally.evidence is not None
    assert {"n": 1} == tally.evidence.facts


def test_unexpected_break_is_shown_before_a_declared_one() -> None:
    tally = tally_of(Broken({"n": 1}), Broken({"n": 1}), expected=KNOWN) + tally_of(Broken({"n": 2}))

    assert (3, "broken") == (tally.breaks, tally.verdict)
    assert tally.evidence is not None
    assert {"n": 2} == tally.evidence.facts
