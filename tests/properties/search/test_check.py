"""Tests of what a check finds and counts, and that its cases can be repeated."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.properties.input_families import GIVEN, is_member_of
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
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


def test_correct_assignor_keeps_every_law() -> None:
    """The limit counts groups, also those to which a law is not applicable."""
    record = check(StandIn(right, EVEN), families=["clean"], examples=30)

    assert {("kept", "15+15")} == {(one.verdict, one.limit) for one in record.cells}
    assert 20 < cell(record, "even-when-equal").examples < cell(record, "one-owner-each").examples == 30
    assert 30 == record.groups


def test_uneven_assignor_has_the_smallest_counterexample() -> None:
    record = check(StandIn(first_takes_all, EVEN), families=["clean"], examples=50)

    case = cell(record, "even-when-equal").counterexample
    assert case is not None
    assert ["C0", "C1"] == case.group.member_ids()
    assert 2 == sum(topic.partitions for topic in case.group.topics)
    assert [] == [claim for member in case.group.members for claim in member.claims()]
    assert 2 == case.facts["most"]["load"] - case.facts["least"]["load"]


def test_counterexample_stays_in_its_family() -> None:
    record = check(StandIn(first_takes_all, EVEN), families=["overlapping-claims", "static-members"], examples=50)

    for family in ("overlapping-claims", "static-members"):
        case = cell(record, "even-when-equal", family).counterexample
        assert case is not None
        assert is_member_of(family, case.group)


def test_law_without_a_definition_in_a_family_has_no_cell() -> None:
    """Subscriptions with a repeated topic are never equal."""
    target = StandIn(right, frozenset({Promise.STICKY}))

    record = check(target, families=["repeated-topics"], examples=5)

    assert "needless-moves-when-equal" not in {one.law for one in record.cells}


def test_expected_failure_has_its_reason_and_does_not_end_the_search() -> None:
    """The same law broken on another kind of group is not expected."""
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


def test_one_group_is_checked_for_every_law_without_a_search() -> None:
    target = StandIn(first_takes_all, EVEN)
    broken = cell(check(target, families=["clean"]), "even-when-equal").counterexample
    assert broken is not None

    record = check_group(StandIn(first_takes_all, EVEN), broken.group)

    assert (1, 1) == (record.groups, cell(record, "even-when-equal").examples)
    assert "broken" == cell(record, "even-when-equal").verdict
    assert GIVEN not in {one.inputs for one in record.cells}


def test_first_step_of_a_case_is_its_group() -> None:
    target = StandIn(in_turn(right, first_takes_all), frozenset({Promise.STICKY}))

    record = check(target, laws=[LAW_BY_ID["stable-group-moves-nothing"]], families=["clean"], examples=60)

    case = cell(record, "stable-group-moves-nothing").counterexample
    assert case is not None
    assert [None, "its own answer becomes the claims"] == [step.why for step in case.steps]


def test_unknown_family_is_a_usage_error_before_the_search() -> None:
    with pytest.raises(AssayError, match="unknown input family 'claen'"):
        check(StandIn(right), families=["claen"])
