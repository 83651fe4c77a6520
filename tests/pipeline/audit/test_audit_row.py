"""Tests that the fields of a row are the columns of the audit table, and of the grades."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import pytest

from kafka_assay.assignors.formats.codec import arrow_schema, batch_of, field_meanings
from kafka_assay.pipeline.audit.audit_row import AuditRow, Grade, LawWord, badness_of, grade
from tests.reports.audits import answer, audited_pair, broken

DOCUMENTED = [
    "group", "target", "version", "members", "partitions", "loads", "sum_of_squares", "optimal_sum_of_squares",
    "moves", "optimal_moves", "topic_spread", "host_spread", "laws", "assignment", "seconds", "error",
]  # fmt: skip
"""The columns that other people's scripts depend on."""


def test_columns_are_the_fields_of_a_row() -> None:
    names = arrow_schema(AuditRow).names

    assert [column.name for column in fields(AuditRow)] == names
    assert DOCUMENTED == [name for name in names if name in DOCUMENTED]


def test_every_grade_and_every_part_of_badness_is_described() -> None:
    meanings = field_meanings(AuditRow)

    assert [] == [met.value for met in Grade if f"`{met.value}`" not in meanings["grade"]]
    today = AuditRow(index=0, file="f", line=None, group="g", target="today")
    assert len(badness_of(today)) == meanings["badness"].partition(": 2 for")[2].count(";") + 1


def test_row_survives_a_round_trip_through_the_table() -> None:
    law = LawWord(law="one-owner-each", verdict="kept", facts="{}", expected=None)
    row = AuditRow(
        index=2**40, file="f", line=None, group="g", target="today", loads=[0, 3], laws=[law], topic_spread=0.5
    )

    (back,) = batch_of(AuditRow, [row]).to_pylist()

    assert {**asdict(row), "laws": [law._asdict()]} == back


NO_FIGURES: dict[str, Any] = {"squares": None, "moves": None}
NO_OPTIMUM: dict[str, Any] = {"optimal_sum_of_squares": None, "optimal_loads": None, "optimal_moves": None}


@pytest.mark.parametrize(
    ("expected", "given", "group"),
    [
        (Grade.OPTIMAL, {"moves": 1}, {}),
        (Grade.NEEDLESS_MOVES, {"moves": 2}, {}),
        (Grade.LESS_EVEN, {"squares": 10}, {}),
        (Grade.INVALID, {"moves": 1, "laws": (broken("nothing-left-out"),)}, {}),
        # A broken promise does not change the grade.
        (Grade.OPTIMAL, {"moves": 1, "laws": (broken("stable-group-moves-nothing"),)}, {}),
        (Grade.NO_ANSWER, {**NO_FIGURES, "error": "crash: it fell"}, {}),
        (Grade.UNASKED, {**NO_FIGURES, "error": "cannot express this group: it knows no racks"}, {}),
        (Grade.UNKNOWN, {"error": "no optimum: it took too long"}, NO_OPTIMUM),
        (Grade.LESS_EVEN, {"squares": 10}, {"state": "Reconciling"}),
    ],
)
def test_answer_is_graded_by_broken_laws_then_balance_then_moves(
    expected: Grade, given: dict[str, Any], group: dict[str, Any]
) -> None:
    assert expected is grade(audited_pair(0, "g", answer("today", squares=10), answer("sticky", **given), **group)[1])


@pytest.mark.parametrize(
    ("expected", "group"),
    [
        (Grade.REBALANCING, {"state": "Reconciling"}),
        (Grade.LESS_EVEN, {"state": "Stable"}),
        (Grade.EMPTY, {"members": 0, "loads": [], "optimal_sum_of_squares": 0, "optimal_moves": 0}),
        (Grade.EMPTY, {"members": 0, "state": "PreparingRebalance"}),
    ],
)
def test_state_and_members_decide_whether_the_current_assignment_is_graded(
    expected: Grade, group: dict[str, Any]
) -> None:
    today, *_ = audited_pair(0, "g", answer("today", squares=10), **group)

    assert (expected, expected is Grade.REBALANCING) == (grade(today), today.is_rebalancing)
