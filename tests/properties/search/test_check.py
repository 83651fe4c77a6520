"""Tests of the check: what it finds, what it counts, and that what it says can be repeated."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.properties.strategies.families import GIVEN, is_member_of
from tests.properties.stand_ins import (
    StandIn,
    first_takes_all,
    forgets_the_last,
    in_turn,
    right,
)

EVEN = frozenset({Promise.EVEN})


def cell(record: CheckRecord, law: str, inputs: str = "clean") -> CheckCell:
    """The one cell of `law` and family."""
    (found,) = (one for one in record.cells if (one.law, one.inputs) == (law, inputs))
    return found


def test_a_right_assignor_keeps_every_law_that_is_asked() -> None:
    """All cells are kept, each with the examples asked for; more groups are drawn where a law means nothing on some."""
    record = check(StandIn(right, EVEN), families=["clean"], examples=30)

    assert {("kept", 30)} == {(one.verdict, one.examples) for one in record.cells}
    assert record.groups > 30


def test_only_the_laws_of_all_are_asked_where_nothing_is_promised() -> None:
    """Without a promise an uneven answer is nobody's fault."""
    record = check(StandIn(first_takes_all), families=["clean"], examples=10)

    assert {None} == {LAW_BY_ID[one.law].promise for one in record.cells}
    assert {"kept"} == {one.verdict for one in record.cells}


def test_an_uneven_assignor_is_shown_on_the_smallest_group() -> None:
    """Two members, two partitions, no claim, plain names: less does not break the law."""
    record = check(StandIn(first_takes_all, EVEN), families=["clean"], examples=50)

    case = cell(record, "even-when-equal").counterexample
    assert case is not None
    assert ["C0", "C1"] == case.group.member_ids()
    assert 2 == sum(topic.partitions for topic in case.group.topics)
    assert [] == [claim for member in case.group.members for claim in member.claims()]
    assert 2 == case.facts["most"]["load"] - case.facts["least"]["load"]


def test_a_counterexample_is_of_the_family_that_it_was_found_in() -> None:
    """Shrinking does not take away what the family is named by."""
    record = check(StandIn(first_takes_all, EVEN), families=["overlapping-claims", "static-members"], examples=50)

    for family in ("overlapping-claims", "static-members"):
        case = cell(record, "even-when-equal", family).counterexample
        assert case is not None
        assert is_member_of(family, case.group)


def test_a_law_that_is_defined_nowhere_in_a_family_has_no_cell() -> None:
    """With a repeated topic subscriptions are not equal, so a law of equal ones means nothing."""
    target = StandIn(right, frozenset({Promise.STICKY}))

    record = check(target, families=["repeated-topics"], examples=5)

    assert "needless-moves-when-equal" not in {one.law for one in record.cells}


def test_an_expected_failure_is_shown_as_such_and_ends_no_search() -> None:
    """What was declared is broken with its reason; the same law broken on another kind of group is not excused."""
    smallest = '{"format":"assay-group/1","topics":{"t0":3},"members":[{"id":"C0","subscription":["t0"]}]}'
    failure = ExpectedFailure(law="nothing-left-out", family="clean", reason="known", group=smallest)
    target = StandIn(forgets_the_last, expected_failures=(failure,))

    record = check(target, laws=[LAW_BY_ID["nothing-left-out"]], families=["clean", "racks"], examples=40)

    assert ("broken", "known", 40) == (
        cell(record, "nothing-left-out").verdict,
        cell(record, "nothing-left-out").expected,
        cell(record, "nothing-left-out").examples,
    )
    assert ("broken", None) == (
        cell(record, "nothing-left-out", "racks").verdict,
        cell(record, "nothing-left-out", "racks").expected,
    )


def test_one_group_is_asked_every_law_without_a_search() -> None:
    """A case is repeated on its own group; the family is found out where nobody says it."""
    target = StandIn(first_takes_all, EVEN)
    broken = cell(check(target, families=["clean"]), "even-when-equal").counterexample
    assert broken is not None

    record = check_group(StandIn(first_takes_all, EVEN), broken.group)

    assert (1, 1) == (record.groups, cell(record, "even-when-equal").examples)
    assert "broken" == cell(record, "even-when-equal").verdict
    assert GIVEN not in {one.inputs for one in record.cells}


def test_the_steps_of_a_case_begin_with_the_group_itself() -> None:
    """A law that asks further questions keeps them, in order, with what makes them other questions."""
    target = StandIn(in_turn(right, first_takes_all), frozenset({Promise.STICKY}))

    record = check(target, laws=[LAW_BY_ID["stable-group-moves-nothing"]], families=["clean"], examples=60)

    case = cell(record, "stable-group-moves-nothing").counterexample
    assert case is not None
    assert [None, "its own answer, fed back"] == [step.why for step in case.steps]


def test_an_assignor_that_answers_by_chance_does_not_confuse_the_shrinking() -> None:
    """Whatever was broken once is shown with what was answered then."""
    target = StandIn(in_turn(right, forgets_the_last, right))

    record = check(target, laws=[LAW_BY_ID["nothing-left-out"]], families=["clean"], examples=60)

    case = cell(record, "nothing-left-out").counterexample
    assert case is not None
    assert case.facts["count"] >= 1


def test_an_unknown_family_is_a_wrong_question() -> None:
    """The family's name is checked before anything is asked."""
    with pytest.raises(AssayError, match="no input family is called 'claen'"):
        check(StandIn(right), families=["claen"])
