"""Tests of the restriction to equal subscriptions: who is not put which groups, by any verb."""

from __future__ import annotations

from itertools import chain

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.audit.group_audit import audit_group
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
from tests.pipeline.audited import Fixed, line_of
from tests.properties.stand_ins import StandIn, forgets_the_last, right

EQUAL_ONLY = frozenset({Promise.EVEN, Promise.EQUAL_ONLY})
EQUAL = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})
UNEQUAL = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]})


def test_only_groups_with_equal_subscriptions_are_put() -> None:
    """To one who is restricted; to others every group, and a group without members to everybody."""
    assert may_ask(EQUAL_ONLY, EQUAL)
    assert not may_ask(EQUAL_ONLY, UNEQUAL)
    assert may_ask(frozenset({Promise.EVEN}), UNEQUAL)
    assert may_ask(EQUAL_ONLY, Group(topics=(), members=()))


def test_no_law_is_asked_on_other_groups() -> None:
    """Not even the laws that hold for all."""
    assert [] == applicable_laws(EQUAL_ONLY, UNEQUAL)
    assert "returns-an-answer" in [law.id for law in applicable_laws(EQUAL_ONLY, EQUAL)]


def test_a_check_puts_no_other_groups_and_draws_on_until_there_are_enough() -> None:
    """Every group asked has equal subscriptions, and every cell its examples all the same."""
    target = StandIn(right, EQUAL_ONLY)

    record = check(target, families=["clean", "missing-topics"], examples=40)

    assert all(map(has_equal_subscriptions, target.asked))
    assert {("kept", 40)} == {(cell.verdict, cell.examples) for cell in record.cells}


def test_a_check_of_a_family_without_such_groups_ends_and_says_so() -> None:
    """No cell, no question, and a sentence instead: lists that repeat a topic are never equal."""
    target = StandIn(right, EQUAL_ONLY)

    record = check(target, families=["repeated-topics"], examples=10)

    assert ([], (), ("repeated-topics",)) == (target.asked, record.cells, record.not_put)
    said = check_document(record)
    assert "repeated-topics: no group with equal subscriptions was met" in said["note"]


def test_counterexamples_are_shrunk_among_such_groups() -> None:
    """The smallest group still has equal subscriptions, and nothing else was asked on the way to it."""
    target = StandIn(forgets_the_last, EQUAL_ONLY)

    record = check(target, families=["clean"], examples=40)

    found = [cell.counterexample.group for cell in record.cells if cell.counterexample is not None]
    assert found
    assert all(map(has_equal_subscriptions, chain(found, target.asked)))


def test_one_group_is_not_put_either() -> None:
    """A case, a corpus' past counterexample, or a group of the user's."""
    target = StandIn(right, EQUAL_ONLY)

    record = check_group(target, UNEQUAL)
    evidence = find_evidence(target, LAW_BY_ID["nothing-left-out"], UNEQUAL)

    assert ((), None, []) == (record.cells, evidence, target.asked)


def test_an_audit_has_no_row_for_it_on_other_groups() -> None:
    """Today's row, and those of the others."""
    restricted = Fixed({"a": {"t": [0]}, "b": {"t": [1]}}, name="restricted", promises=EQUAL_ONLY)
    other = Fixed({"a": {"t": [0]}, "b": {"t": [1], "u": [0]}}, name="other")

    rows = [[row.target for row in audit_group(line_of(group), [restricted, other])] for group in (EQUAL, UNEQUAL)]

    assert [["today", "restricted", "other"], ["today", "other"]] == rows


def test_a_sample_can_be_of_such_groups() -> None:
    """As many as asked for, where the family has them; none where it has none."""
    assert 15 == len(
        [group for group in sample("clean", 15, 0, has_equal_subscriptions) if has_equal_subscriptions(group)]
    )
    assert [] == sample("empty-subscriptions", 15, 0, has_equal_subscriptions)


def test_nothing_asked_is_no_pass() -> None:
    """An answer from anywhere, held to promises that are not made on such a group: undecided, in words."""
    judged = judge_trial(Trial(UNEQUAL, answer=right(UNEQUAL)), EQUAL_ONLY)

    assert "UNDECIDED: no law was asked" in headline(judged).text
    assert "undecided" == headline(judged).word


@pytest.mark.parametrize(
    ("subscriptions", "why"),
    [
        ({"a": ["t"], "b": []}, "'b' subscribes to nothing"),
        ({"a": ["t"], "b": ["t", "t"]}, "'b' names a topic twice"),
        ({"a": ["t"], "b": ["t", "gone"]}, "'b' subscribes to other topics than 'a'"),
    ],
)
def test_who_asks_for_one_group_is_told_why_not(subscriptions: dict[str, list[str]], why: str) -> None:
    """One line: the assignor, the restriction, and the first member that differs."""
    group = group_of({"t": 1}, subscriptions)

    assert why == what_differs(group)
    with pytest.raises(AssayError, match=f"stand-in is asked with equal subscriptions only, and {why}"):
        refuse_unequal(StandIn(right, EQUAL_ONLY), group)
