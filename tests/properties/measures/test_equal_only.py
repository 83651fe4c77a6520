"""Tests of targets for equal subscriptions only: which groups they get, in every verb."""

from __future__ import annotations

from itertools import chain

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.judging.evidence import find_evidence
from kafka_assay.properties.judging.judgement import judge_trial
from kafka_assay.properties.measures.equal_only import may_ask, refuse_unequal, what_differs
from kafka_assay.properties.measures.terms import has_equal_subscriptions
from kafka_assay.properties.registry import LAW_BY_ID, applicable_laws
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.properties.strategies.sampling import sample
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.reports.answer.verdict_lines import headline
from kafka_assay.reports.check.document import check_document
from tests.pipeline.audited import Fixed, line_of, rows_of
from tests.properties.stand_ins import StandIn, forgets_the_last, right

EQUAL_ONLY = frozenset({Promise.EVEN, Promise.EQUAL_ONLY})
EQUAL = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
UNEQUAL = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]})


def test_target_gets_only_groups_with_equal_subscriptions() -> None:
    assert may_ask(EQUAL_ONLY, EQUAL)
    assert not may_ask(EQUAL_ONLY, UNEQUAL)
    assert may_ask(frozenset({Promise.EVEN}), UNEQUAL)
    assert may_ask(EQUAL_ONLY, Group(topics=(), members=()))


def test_no_law_is_checked_on_other_groups() -> None:
    assert [] == applicable_laws(EQUAL_ONLY, UNEQUAL)
    assert "returns-an-answer" in [law.id for law in applicable_laws(EQUAL_ONLY, EQUAL)]


def test_check_draws_until_enough_groups_have_equal_subscriptions() -> None:
    target = StandIn(right, EQUAL_ONLY)

    record = check(target, families=["clean", "missing-topics"], examples=40)

    assert all(map(has_equal_subscriptions, target.asked))
    assert {("kept", 40)} == {(cell.verdict, cell.examples) for cell in record.cells}


def test_check_of_a_family_without_such_groups_ends_and_says_so() -> None:
    """A list that repeats a topic is never equal."""
    target = StandIn(right, EQUAL_ONLY)

    record = check(target, families=["repeated-topics"], examples=10)

    assert ([], (), ("repeated-topics",)) == (target.asked, record.cells, record.not_put)
    said = check_document(record)
    assert "repeated-topics: skipped, because stand-in needs equal subscriptions" in said["note"]


def test_counterexamples_shrink_among_such_groups() -> None:
    target = StandIn(forgets_the_last, EQUAL_ONLY)

    record = check(target, families=["clean"], examples=40)

    found = [cell.counterexample.group for cell in record.cells if cell.counterexample is not None]
    assert found
    assert all(map(has_equal_subscriptions, chain(found, target.asked)))


def test_single_group_with_unequal_subscriptions_is_not_tried() -> None:
    """A case, a counterexample in the corpus, or a user's group."""
    target = StandIn(right, EQUAL_ONLY)

    record = check_group(target, UNEQUAL)
    evidence = find_evidence(target, LAW_BY_ID["nothing-left-out"], UNEQUAL)

    assert ((), None, []) == (record.cells, evidence, target.asked)


def test_audit_has_no_row_for_the_target_on_other_groups() -> None:
    restricted = Fixed({"a": {"t": [0]}, "b": {"t": [1]}}, name="restricted", promises=EQUAL_ONLY)
    other = Fixed({"a": {"t": [0]}, "b": {"t": [1], "u": [0]}}, name="other")

    rows = [[row.target for row in rows_of(line_of(group), [restricted, other])] for group in (EQUAL, UNEQUAL)]

    assert [["today", "restricted", "other"], ["today", "other"]] == rows


def test_sample_of_groups_with_equal_subscriptions() -> None:
    assert 15 == len(
        [group for group in sample("clean", 15, 0, has_equal_subscriptions) if has_equal_subscriptions(group)]
    )
    assert [] == sample("empty-subscriptions", 15, 0, has_equal_subscriptions)


def test_answer_to_another_group_is_undecided() -> None:
    judged = judge_trial(Trial(UNEQUAL, answer=right(UNEQUAL)), EQUAL_ONLY)

    assert "UNDECIDED: no law was checked" in headline(judged).text
    assert "undecided" == headline(judged).word


@pytest.mark.parametrize(
    ("subscriptions", "why"),
    [
        ({"a": ["t"], "b": []}, "'b' subscribes to nothing"),
        ({"a": ["t"], "b": ["t", "t"]}, "'b' names a topic twice"),
        ({"a": ["t"], "b": ["t", "gone"]}, "'b' subscribes to other topics than 'a'"),
    ],
)
def test_other_group_is_refused_with_the_first_member_that_differs(
    subscriptions: dict[str, list[str]], why: str
) -> None:
    group = group_of({"t": 1}, subscriptions)

    assert why == what_differs(group)
    with pytest.raises(AssayError, match=f"stand-in supports equal subscriptions only, but {why}"):
        refuse_unequal(StandIn(right, EQUAL_ONLY), group)
