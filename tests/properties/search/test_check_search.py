"""Tests of what a check reports while it runs, of its end at the first break, and of an interruption."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.budget import ExampleLimit
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.check_search import FirstBreak, News, ShrinkingStarts
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.properties.search.test_check import EVEN, cell
from tests.properties.stand_ins import StandIn, forgets_the_last, right

LAW = LAW_BY_ID["nothing-left-out"]


@pytest.mark.parametrize("limit", [ExampleLimit(60, 0), ExampleLimit(0, 60)])
def test_first_break_is_told_once_and_before_shrinking(limit: ExampleLimit) -> None:
    told: list[News] = []

    record = check(StandIn(forgets_the_last), families=["clean", "racks"], examples=limit, tell=told.append)

    first, shrinking = told
    assert isinstance(first, FirstBreak)
    assert "nothing-left-out" == first.law
    assert {first.inputs} < {"clean", "racks", ""}
    assert isinstance(shrinking, ShrinkingStarts)
    assert sum(one.verdict == "broken" for one in record.cells) == shrinking.cells


def test_declared_failure_is_no_news() -> None:
    smallest = '{"format":"assay-group/1","topics":{"t0":3},"members":[{"id":"C0","subscription":["t0"]}]}'
    failure = ExpectedFailure(law=LAW.id, family="clean", reason="known", group=smallest)
    told: list[News] = []

    check(
        StandIn(forgets_the_last, expected_failures=(failure,)),
        laws=[LAW],
        families=["clean"],
        examples=40,
        fail_fast=True,
        tell=told.append,
    )

    assert [] == told


@pytest.mark.parametrize("limit", [ExampleLimit(4_000, 0), ExampleLimit(0, 4_000)])
def test_fail_fast_ends_the_search_at_the_first_break(limit: ExampleLimit) -> None:
    """The other laws have as many examples as that one, and one family alone is searched."""
    record = check(StandIn(forgets_the_last, EVEN), families=["clean", "racks"], examples=limit, fail_fast=True)

    broken = [one for one in record.cells if one.verdict == "broken"]
    assert {"nothing-left-out"} <= {one.law for one in broken}
    assert 1 == len({one.inputs for one in broken})
    assert {"the search ended at the first break"} == {one.reason for one in record.cells if one.verdict == "undecided"}
    assert record.groups < 200
    assert all(one.counterexample is not None for one in broken)


class Interrupted:
    """The right answer, and Ctrl-C at the 30th call."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, group: Group) -> Assignment:
        self.calls += 1
        if self.calls == 30:
            raise KeyboardInterrupt
        return right(group)


@pytest.mark.parametrize("limit", [ExampleLimit(500, 0), ExampleLimit(0, 500)])
def test_interrupted_check_has_the_finished_groups(limit: ExampleLimit) -> None:
    record = check(StandIn(Interrupted()), laws=[LAW], families=["clean"], examples=limit)

    assert record.interrupted
    assert 0 < cell(record, LAW.id).examples < 30
    assert record.groups == cell(record, LAW.id).examples


def test_break_in_an_interrupted_example_is_reported() -> None:
    """The example itself is not counted, because its other laws were not asked."""
    again = LAW_BY_ID["same-question-same-answer"]
    number = next(number for number in range(100) if again.is_due(number))
    last = drawn_example("clean", 0, number)
    seen: list[Group] = []

    def stops_when_asked_again(group: Group) -> Assignment:
        if group == last and group in seen:
            raise KeyboardInterrupt
        seen.append(group)
        return forgets_the_last(group) if group == last else right(group)

    promises = frozenset({Promise.REPEATABLE})
    limit = ExampleLimit(500, 0)
    record = check(StandIn(stops_when_asked_again, promises), laws=[LAW, again], families=["clean"], examples=limit)

    assert record.interrupted
    assert "broken" == cell(record, LAW.id).verdict
    assert number == cell(record, LAW.id).examples


def test_time_decides_without_a_limit() -> None:
    """With a clock that advances at every look, the search goes on beyond the usual number of examples."""
    looks = iter(range(10_000))

    record = check(
        StandIn(right), laws=[LAW], families=["clean"], examples=ExampleLimit(), seconds=900, clock=lambda: next(looks)
    )

    assert record.examples is None
    assert cell(record, LAW.id).drawn > 100
    assert cell(record, LAW.id).structured > 0
