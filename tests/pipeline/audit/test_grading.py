"""Tests of `kafka_assay.pipeline.audit.grading`."""

from __future__ import annotations

import pytest

from kafka_assay.pipeline.audit.grading import Grade, grade
from kafka_assay.reports.audit.records import AuditedAnswer
from tests.reports.audits import answer, audited, broken

TODAY = answer("today", squares=10)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (answer("sticky", squares=8, moves=1), Grade.OPTIMAL),
        (answer("sticky", squares=8, moves=2), Grade.NEEDLESS_MOVES),
        (answer("sticky", squares=10, moves=0), Grade.LESS_EVEN),
        (answer("sticky", squares=8, moves=1, laws=(broken("nothing-left-out"),)), Grade.INVALID),
        (answer("sticky", squares=None, moves=None, error="crash: it fell"), Grade.NO_ANSWER),
        (answer("sticky", squares=None, moves=None, error="cannot be asked: it knows no racks"), Grade.UNASKED),
    ],
)
def test_an_answer_is_graded_by_balance_then_moves(given: AuditedAnswer, expected: Grade) -> None:
    """The best grade takes the best balance and no needless move; a law of all outweighs both."""
    group = audited(0, "g", TODAY, given)

    assert expected is grade(group.answers[1])


def test_a_broken_promise_is_no_broken_law_of_all() -> None:
    """The grade speaks of balance and moves; promises are counted elsewhere."""
    given = answer("sticky", squares=8, moves=1, laws=(broken("stable-group-moves-nothing"),))

    assert Grade.OPTIMAL is grade(audited(0, "g", TODAY, given).answers[1])


def test_without_an_optimum_nothing_is_graded() -> None:
    """Not knowing is a grade of its own, even where the error stands in the answer's row."""
    given = answer("sticky", error="no optimum: it took too long")
    group = audited(0, "g", TODAY, given, optimal_sum_of_squares=None, optimal_loads=None, optimal_moves=None)

    assert Grade.UNKNOWN is grade(group.answers[1])


def test_a_group_without_members_is_neither_good_nor_bad() -> None:
    """Nobody is there to read: no share of groups counts it."""
    group = audited(0, "g", answer("today", squares=0), members=0, loads=[], optimal_sum_of_squares=0, optimal_moves=0)

    assert Grade.EMPTY is grade(group.today)


@pytest.mark.parametrize(("target", "expected"), [("today", Grade.REBALANCING), ("sticky", Grade.LESS_EVEN)])
def test_a_rebalancing_group_is_not_judged_today(target: str, expected: Grade) -> None:
    """Who owns what was about to change, even where a law is broken; answers to the group are graded as ever."""
    row = answer(target, squares=10, members=2, optimal_sum_of_squares=8, optimal_moves=0, state="Reconciling")

    assert expected is grade(row)


def test_a_group_without_members_is_empty_in_every_state() -> None:
    """Nothing can be about to change hands."""
    assert Grade.EMPTY is grade(answer("today", members=0, state="PreparingRebalance"))
