"""Tests of how many groups a check draws, which ones, and that a cell can be repeated."""

from __future__ import annotations

import pytest

from kafka_assay.properties.budget import ExampleLimit, parse_examples
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.properties.search.test_check import EVEN, cell
from tests.properties.stand_ins import StandIn, forgets_the_last, right

HOUR = 3_600.0
"""So that a busy machine does not end the shrinking early."""


def test_examples_are_counted_up_to_the_first_break() -> None:
    record = check(StandIn(forgets_the_last), families=["clean"], examples=40)

    assert 1 < cell(record, "nothing-left-out").examples < 40
    assert 40 == cell(record, "one-owner-each").examples


def test_cell_is_repeated_with_its_own_number_of_examples() -> None:
    target = StandIn(forgets_the_last, EVEN)
    record = check(target, families=["clean", "mixed"], examples=60, seconds=HOUR, seed=3)

    for law in ("nothing-left-out", "one-owner-each"):
        whole, alone = cell(record, law, "mixed"), StandIn(forgets_the_last, EVEN)
        again = check(
            alone, laws=[LAW_BY_ID[law]], families=["mixed"], examples=parse_examples(whole.limit), seconds=HOUR, seed=3
        )

        assert whole == cell(again, law, "mixed")
        assert set(alone.asked) <= set(target.asked)


def test_cell_that_the_time_ended_is_repeated_with_its_numbers_of_examples() -> None:
    """The law of needless moves is seldom applicable here, and the search goes on all the same."""
    law, reads = LAW_BY_ID["even-when-equal"], iter(range(4_000))
    found = check(
        StandIn(right, EVEN),
        laws=[law],
        families=["mixed"],
        examples=ExampleLimit(),
        seconds=3_000,
        clock=lambda: next(reads),
    )
    whole = cell(found, law.id, "mixed")

    again = check(StandIn(right, EVEN), laws=[law], families=["mixed"], examples=parse_examples(whole.limit))

    assert min(whole.drawn, whole.structured) > 0
    assert whole == cell(again, law.id, "mixed")


def test_another_seed_draws_other_groups() -> None:
    first, second = StandIn(right), StandIn(right)

    check(first, families=["clean"], examples=15, seed=1)
    check(second, families=["clean"], examples=15, seed=2)

    assert set(first.asked) != set(second.asked)


def test_smaller_check_is_the_beginning_of_a_larger_one() -> None:
    few, many = StandIn(right), StandIn(right)

    check(few, families=["clean"], examples=10)
    check(many, families=["clean"], examples=40)

    assert set(few.asked) < set(many.asked)


@pytest.mark.parametrize(("limit", "drawn", "structured"), [(ExampleLimit(20, 0), 20, 0), (25, 12, 13)])
def test_each_kind_of_search_has_its_own_limit(limit: ExampleLimit | int, drawn: int, structured: int) -> None:
    found = cell(check(StandIn(right), families=["clean"], examples=limit), "one-owner-each")

    assert (drawn, structured, drawn + structured) == (found.drawn, found.structured, found.examples)


def test_counterexample_in_the_corpus_is_tried_first_and_not_counted() -> None:
    found = cell(check(StandIn(forgets_the_last), families=["clean"]), "nothing-left-out")
    assert found.counterexample is not None
    target = StandIn(forgets_the_last)

    record = check(target, families=["clean"], examples=1, corpus={"known.json": found.counterexample})

    again = cell(record, "nothing-left-out")
    assert ("broken", 1, ("known.json",)) == (again.verdict, again.examples, record.corpus)
    assert again.counterexample is not None
    assert found.counterexample.group == again.counterexample.group == target.asked[0]


def test_family_named_twice_is_searched_once() -> None:
    record = check(StandIn(right), families=["clean", "clean"], examples=3)

    assert len(record.cells) == len({(one.law, one.inputs) for one in record.cells})
