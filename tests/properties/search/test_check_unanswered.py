"""Tests of the check where no answer comes, or no time is left: nothing is kept that was not answered."""

from __future__ import annotations

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.properties.search.test_check import cell
from tests.properties.stand_ins import StandIn, right, throws_on_ghosts


def test_where_no_answer_comes_one_law_is_broken_and_the_others_are_not_blamed() -> None:
    """The exception breaks `returns-an-answer`; on those groups the others are unanswered, and kept by the rest."""
    record = check(StandIn(throws_on_ghosts), families=["mixed"], examples=200)

    assert "broken" == cell(record, "returns-an-answer", "mixed").verdict
    other = cell(record, "one-owner-each", "mixed")
    assert "kept" == other.verdict
    assert other.unanswered > 0
    assert other.examples == other.kept + other.unanswered


def test_a_law_that_was_never_answered_is_undecided() -> None:
    """Where every question fails, nothing is kept."""
    record = check(StandIn(throws_on_ghosts), families=["ghost-claims"], examples=10)

    assert "undecided" == cell(record, "one-owner-each", "ghost-claims").verdict
    assert "no answer: KeyError" in (cell(record, "one-owner-each", "ghost-claims").reason or "")


def test_no_answer_to_a_question_of_the_laws_own_leaves_it_undecided() -> None:
    """An assignor that answers the group, but not what the law asks next, has not kept that law."""

    def dislikes_generations(group: Group) -> Assignment:
        if any(member.generation == 1 and member.owned for member in group.members):
            raise ValueError("no")
        return right(group)

    target = StandIn(dislikes_generations, frozenset({Promise.STICKY}))
    record = check(target, laws=[LAW_BY_ID["stable-group-moves-nothing"]], families=["clean"], examples=10)

    assert "undecided" == cell(record, "stable-group-moves-nothing").verdict


def test_without_time_nothing_is_decided() -> None:
    """A family that was never drawn from is undecided, not kept."""
    record = check(StandIn(right), families=["clean", "mixed"], seconds=1e-9)

    assert {"undecided"} == {one.verdict for one in record.cells}
    assert {"time was up before a group was put to it"} == {one.reason for one in record.cells}


def test_an_interrupted_check_returns_what_was_finished() -> None:
    """Ctrl-C in the middle of a call ends the search, not the record."""
    calls = iter(range(12))

    def interrupted(group: Group) -> Assignment:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return right(group)

    record = check(StandIn(interrupted), families=["clean"], examples=100)

    assert record.interrupted
    assert 0 < cell(record, "one-owner-each").examples < 100


def test_a_target_that_crashes_is_asked_no_more_than_it_must() -> None:
    """The record names the kind of failure, with the group that provoked it."""

    def crash(group: Group) -> Assignment:
        raise AssignorFailed("crash", "exit 139")

    record = check(StandIn(crash), families=["clean"], examples=5)

    case = cell(record, "returns-an-answer").counterexample
    assert case is not None
    assert {"type": "crash", "message": "exit 139", "trace": ""} == case.steps[0].error
    assert 1 == len(case.group.members)
