from __future__ import annotations

import pytest

from kafka_assay.pipeline.audit.audit_row import AuditRow, Grade, grade
from tests.reports.audits import answer, audited_pair, broken

TODAY = answer("today", squares=10)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (answer("sticky", squares=8, moves=1), Grade.OPTIMAL),
        (answer("sticky", squares=8, moves=2), Grade.NEEDLESS_MOVES),
        (answer("sticky", squares=10, moves=0), Grade.LESS_EVEN),
        (answer("sticky", squares=8, moves=1, laws=(broken("nothing-left-out"),)), Grade.INVALID),
        (answer("sticky", squares=None, moves=None, error="crash: it fell"), Grade.NO_ANSWER),
        (
            answer("sticky", squares=None, moves=None, error="cannot express this group: it knows no racks"),
            Grade.UNASKED,
        ),
    ],
)
def test_answer_is_graded_by_broken_laws_then_balance_then_moves(given: AuditRow, expected: Grade) -> None:
    group = audited_pair(0, "g", TODAY, given)

    assert expected is grade(group[1])


def test_broken_promise_does_not_change_the_grade() -> None:
    given = answer("sticky", squares=8, moves=1, laws=(broken("stable-group-moves-nothing"),))

    assert Grade.OPTIMAL is grade(audited_pair(0, "g", TODAY, given)[1])


def test_answer_without_an_optimum_is_not_graded() -> None:
    given = answer("sticky", error="no optimum: it took too long")
    group = audited_pair(0, "g", TODAY, given, optimal_sum_of_squares=None, optimal_loads=None, optimal_moves=None)

    assert Grade.UNKNOWN is grade(group[1])


def test_group_without_members_is_neither_good_nor_bad() -> None:
    group = audited_pair(
        0, "g", answer("today", squares=0), members=0, loads=[], optimal_sum_of_squares=0, optimal_moves=0
    )

    assert Grade.EMPTY is grade(group[0])


@pytest.mark.parametrize(("target", "expected"), [("today", Grade.REBALANCING), ("sticky", Grade.LESS_EVEN)])
def test_current_assignment_of_a_rebalancing_group_is_not_graded(target: str, expected: Grade) -> None:
    """Answers to the group are graded as usual."""
    row = answer(target, squares=10, members=2, optimal_sum_of_squares=8, optimal_moves=0, state="Reconciling")

    assert expected is grade(row)


def test_group_without_members_is_empty_in_every_state() -> None:
    assert Grade.EMPTY is grade(answer("today", members=0, state="PreparingRebalance"))
