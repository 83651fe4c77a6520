"""Tests of a check without answers or without time: a law without an answer is never kept."""

from __future__ import annotations

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.properties.search.test_check import cell
from tests.properties.stand_ins import StandIn, right, throws_on_ghosts


def test_missing_answers_break_returns_an_answer_only() -> None:
    record = check(StandIn(throws_on_ghosts), families=["mixed"], examples=200)

    assert "broken" == cell(record, "returns-an-answer", "mixed").verdict
    other = cell(record, "one-owner-each", "mixed")
    assert "kept" == other.verdict
    assert other.unanswered > 0
    assert other.examples == other.kept + other.unanswered


def test_law_without_any_answer_is_undecided() -> None:
    record = check(StandIn(throws_on_ghosts), families=["ghost-claims"], examples=10)

    assert "undecided" == cell(record, "one-owner-each", "ghost-claims").verdict
    assert "no answer: KeyError" in (cell(record, "one-owner-each", "ghost-claims").reason or "")


def test_failure_on_a_further_question_of_a_law_leaves_it_undecided() -> None:
    def dislikes_generations(group: Group) -> Assignment:
        if any(member.generation == 1 and member.owned for member in group.members):
            raise ValueError("no")
        return right(group)

    target = StandIn(dislikes_generations, frozenset({Promise.STICKY}))
    record = check(target, laws=[LAW_BY_ID["stable-group-moves-nothing"]], families=["clean"], examples=10)

    assert "undecided" == cell(record, "stable-group-moves-nothing").verdict


def test_check_without_time_is_undecided() -> None:
    record = check(StandIn(right), families=["clean", "mixed"], seconds=1e-9)

    assert {"undecided"} == {one.verdict for one in record.cells}
    assert {"the time ran out before the first group"} == {one.reason for one in record.cells}


def test_interrupted_check_returns_finished_groups() -> None:
    calls = iter(range(12))

    def interrupted(group: Group) -> Assignment:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return right(group)

    record = check(StandIn(interrupted), families=["clean"], examples=100)

    assert record.interrupted
    assert 0 < cell(record, "one-owner-each").examples < 100


def test_crash_is_recorded_with_its_group() -> None:
    def crash(group: Group) -> Assignment:
        raise AssignorFailed("crash", "exit 139")

    record = check(StandIn(crash), families=["clean"], examples=5)

    case = cell(record, "returns-an-answer").counterexample
    assert case is not None
    assert {"type": "crash", "message": "exit 139", "trace": ""} == case.steps[0].error
    assert 1 == len(case.group.members)
