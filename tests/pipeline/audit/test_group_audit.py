"""Tests of the rows of one audited group, without Spark."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import CannotBeAsked, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.pipeline.audit import group_audit as audit
from kafka_assay.pipeline.audit.audit_row import AuditRow, Grade
from kafka_assay.pipeline.audit.group_audit import LawChoice, audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine
from kafka_assay.properties.registry import LAW_BY_ID
from tests.pipeline.audit.audited import fixed, line_of, rows_of
from tests.properties.stand_ins import StandIn

GROUP = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, generation=1, name="pay")


def verdicts(row: AuditRow) -> dict[str, str]:
    """Law -> verdict."""
    return {said.law: said.verdict for said in row.laws}


def facts(row: AuditRow, law: str) -> Any:
    """The facts of one law."""
    return next(json.loads(said.facts) for said in row.laws if said.law == law)


def test_first_row_is_the_current_assignment_checked_for_validity_and_balance() -> None:
    """The facts of the broken balance law are the hand-overs that would help."""
    (today,) = rows_of(line_of(GROUP), [])

    assert ("pay", "today", 2, 4, None) == (today.group, today.target, today.members, today.partitions, today.error)
    assert ([1, 3], (2, 2), 10, 8) == (
        today.loads, today.optimal_loads, today.sum_of_squares, today.optimal_sum_of_squares,
    )  # fmt: skip
    assert (0, 1, 0, 2.0) == (today.moves, today.optimal_moves, today.unassigned, today.topic_spread)
    assert {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}} == json.loads(today.assignment or "")
    assert "pay" == json.loads(today.document or "")["name"]
    expected = {
        "only-existing-partitions": "kept",
        "only-subscribed-topics": "kept",
        "one-owner-each": "kept",
        "nothing-left-out": "kept",
        "optimally-balanced": "broken",
    }
    assert expected == verdicts(today)
    assert ["a", "b"] == [facts(today, "optimally-balanced")["chain"][0][end] for end in ("from", "to")]


def test_workers_of_connect_are_compared_with_the_optimum_only() -> None:
    """No law of consumer groups is about Connect's rule, and no assignor of consumers can replace it."""
    connect = replace(GROUP, strategy="connect")

    today, sticky, optimal = rows_of(line_of(connect), [ReferenceTarget("sticky"), ReferenceTarget("optimal")])

    assert {"optimally-balanced": "broken"} == verdicts(today)
    assert "cannot express this group: Kafka Connect assigns its tasks by its own rule" == sticky.error
    assert (Grade.UNASKED, None, 1) == (sticky.grade, optimal.error, optimal.moves)


def test_overlapping_claims_break_one_owner_each_and_leave_balance_undecided() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [1]}}, generation=1)

    (today,) = rows_of(line_of(group), [])

    assert ("broken", "undecided") == (verdicts(today)["one-owner-each"], verdicts(today)["optimally-balanced"])


def test_every_target_has_a_row_with_its_own_laws() -> None:
    _, row = rows_of(line_of(GROUP), [ReferenceTarget("range")])

    assert ("range", [2, 2], 1, 1, 0.0) == (row.target, row.loads, row.moves, row.optimal_moves, row.topic_spread)
    assert "kept" == verdicts(row)["spread-within-topic"]
    assert row.version
    assert row.seconds is not None
    assert row.document is None


def test_plan_of_the_optimum_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan that gives the optimum's figures is the answer of `optimal`, and its time counts."""
    expected = ReferenceTarget("optimal").assign(GROUP)
    monkeypatch.setattr("kafka_assay.oracle.assignors.OptimalAssignor.assign", {}.get)

    _, row = rows_of(line_of(GROUP), [ReferenceTarget("optimal")], LawChoice.DEFAULT)

    assert (None, expected) == (row.error, json.loads(row.assignment or ""))
    assert (row.seconds or 0) > 0


def test_optimum_asked_again_is_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every law that repeats the question would be kept by the remembered plan."""
    monkeypatch.setattr("kafka_assay.oracle.assignors.OptimalAssignor.assign", lambda *_: {"a": {"t": [0, 1, 2, 3]}})

    _, row = rows_of(line_of(GROUP), [ReferenceTarget("optimal")])

    assert "broken" == verdicts(row)["same-question-same-answer"]


def refuse(_: Group) -> Assignment:
    """Say that the client cannot express the group."""
    raise CannotBeAsked("its client knows no racks")


def test_failed_and_faulty_answers_have_rows_with_what_is_known() -> None:
    """A group that is not expressible has no verdicts. A faulty answer is measured."""
    _, failed, refused, faulty = rows_of(line_of(GROUP), [fixed(None), StandIn(refuse), fixed({"a": {"t": [0]}})])

    assert ("KeyError: 'b'", None, None, None) == (failed.error, failed.loads, failed.moves, failed.assignment)
    assert ("broken", 8) == (verdicts(failed)["returns-an-answer"], failed.optimal_sum_of_squares)
    assert ("cannot express this group: its client knows no racks", {}) == (refused.error, verdicts(refused))
    assert ([0, 1], 3, 3) == (faulty.loads, faulty.unassigned, faulty.moves)
    assert ("broken", "broken") == (verdicts(faulty)["answers-every-member"], verdicts(faulty)["nothing-left-out"])


def test_expected_failure_has_its_reason_beside_the_verdict() -> None:
    failure = ExpectedFailure(
        law="nothing-left-out", family="clean", reason="known", group=json.dumps(json.loads(line_of(GROUP).data))
    )
    target = fixed({"a": {}}, expected_failures=(failure,))

    _, row = rows_of(line_of(GROUP), [target])

    said = {said.law: said.expected for said in row.laws if said.verdict == "broken"}
    assert {"answers-every-member": None, "nothing-left-out": "known"} == said


@pytest.mark.parametrize(
    ("group", "members", "partitions", "loads"),
    [
        (group_of({"t": 3}, {}), 0, 0, []),
        (group_of({}, {"a": ["t"]}), 1, 0, [0]),
        (group_of({"t": 0}, {"a": ["t"], "b": []}), 2, 0, [0, 0]),
        (group_of({"t": 3}, {"ü 💥": ["t"]}, {"ü 💥": {"t": [0, 1, 2]}}), 1, 3, [3]),
    ],
)
def test_empty_group_has_rows_without_broken_laws(
    group: Group, members: int, partitions: int, loads: list[int]
) -> None:
    rows = rows_of(line_of(group), [ReferenceTarget("range"), ReferenceTarget("roundrobin")])

    for row in rows:
        assert (members, partitions, loads, None) == (row.members, row.partitions, row.loads, row.error)
        assert {"kept"} >= set(verdicts(row).values())


def test_group_without_a_name_is_named_by_file_and_line() -> None:
    nameless = line_of(group_of({"t": 1}, {}), index=6)

    assert "groups:7" == rows_of(nameless, [])[0].group
    assert "groups#6" == rows_of(replace(nameless, line=None), [])[0].group


def test_bad_line_has_an_assay_error() -> None:
    line = GroupLine(3, "x.jsonl", 9, b'{"format": "assay-group/1", "topics": 7, "members": []}')

    wrong = audit_group(line, [])

    assert isinstance(wrong, InvalidGroup)
    assert "topics: 7: expected an object: topic name -> partition count" == str(wrong)
    assert {
        "format": "assay-error/1", "index": 3, "file": "x.jsonl", "line": 9, "path": "topics", "value": 7,
        "message": str(wrong),
    } == json.loads(line.error_text(wrong))  # fmt: skip
    unnumbered = json.loads(replace(line, line=None, data=300 * "é".encode()).error_text(wrong))
    assert (None, 200 * "é") == (unnumbered["line"], unnumbered["text"])


def test_by_default_only_laws_of_validity_and_balance_are_asked() -> None:
    """None of them puts a further group to the assignor."""
    target = fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, promises=frozenset({Promise.STICKY, Promise.EVEN}))

    _, row = rows_of(line_of(GROUP), [target], LawChoice.DEFAULT)
    _, whole = rows_of(line_of(GROUP), [target], LawChoice.ALL)

    assert verdicts(row).items() <= verdicts(whole).items()
    assert {"even-when-equal", "nothing-left-out", "one-owner-each"} <= set(verdicts(row))
    assert {"validity", "balance"} == {LAW_BY_ID[law].kind for law in verdicts(row)}
    assert not any(LAW_BY_ID[law].asks for law in verdicts(row))
    assert "stable-group-moves-nothing" not in verdicts(row)
    assert "kept" == verdicts(whole)["stable-group-moves-nothing"]


def test_row_of_today_names_the_best_assignors() -> None:
    """The optimum itself is none of them."""
    even = fixed({"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, name="even")
    kept = fixed({"a": {"t": [1, 2]}, "b": {"t": [0, 3]}}, name="kept")

    today, *rows = rows_of(line_of(GROUP), [kept, even, ReferenceTarget("optimal")])

    assert (["kept", "even"], 2) == (today.best, today.asked)
    assert ["less balanced than possible", *["at the optimum"] * 3] == [row.grade for row in (today, *rows)]
    assert today.badness
    assert rows[0].badness is None


@pytest.mark.parametrize(
    ("broken", "errors", "loads"),
    [
        ("solve", ["no optimum"] * 2, [[1, 3], [2, 2]]),
        ("laws_of_answers", [None, "not judged"], [[1, 3], None]),
        ("captured_assignment", ["not judged", None], [None, [2, 2]]),
    ],
)
def test_internal_error_is_a_gap_in_the_table(
    broken: str, errors: list[str | None], loads: list[list[int] | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reports read the group from the row of today, so this row always holds the document."""
    monkeypatch.setattr(audit, broken, lambda *_: 1 / 0)

    rows = rows_of(line_of(GROUP), [ReferenceTarget("range")])

    why = "ZeroDivisionError: division by zero"
    assert [None if said is None else f"{said}: {why}" for said in errors] == [row.error for row in rows]
    assert loads == [row.loads for row in rows]
    assert (broken == "solve") is (rows[1].optimal_moves is None)
    assert "pay" == json.loads(rows[0].document or "")["name"]
