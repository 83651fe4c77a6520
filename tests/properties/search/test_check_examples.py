"""Tests of the check: how many groups it asks about, which, and that a cell can be had again."""

from __future__ import annotations

from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.properties.search.test_check import EVEN, cell
from tests.properties.stand_ins import StandIn, forgets_the_last, right


def test_examples_are_counted_up_to_the_first_that_breaks() -> None:
    """A broken cell says after how many groups it broke; the others go on to the number asked for."""
    record = check(StandIn(forgets_the_last), families=["clean"], examples=40)

    assert 1 < cell(record, "nothing-left-out").examples < 40
    assert 40 == cell(record, "one-owner-each").examples


def test_a_cell_is_repeated_by_its_own_number_of_examples() -> None:
    """Asked alone, with the examples that it stored, a cell sees the same groups and breaks on the same one."""
    target = StandIn(forgets_the_last, EVEN)
    whole = cell(check(target, families=["clean", "mixed"], examples=60, seed=3), "nothing-left-out", "mixed")
    alone = StandIn(forgets_the_last, EVEN)

    again = check(alone, laws=[LAW_BY_ID[whole.law]], families=[whole.inputs], examples=whole.examples, seed=3)

    assert whole == cell(again, whole.law, whole.inputs)
    assert set(alone.asked) <= set(target.asked)


def test_another_seed_asks_about_other_groups() -> None:
    """The seed is what the groups depend on."""
    first, second = StandIn(right), StandIn(right)

    check(first, families=["clean"], examples=15, seed=1)
    check(second, families=["clean"], examples=15, seed=2)

    assert set(first.asked) != set(second.asked)


def test_the_first_examples_do_not_depend_on_how_many_follow() -> None:
    """A search for ten groups is the beginning of a search for forty."""
    few, many = StandIn(right), StandIn(right)

    check(few, families=["clean"], examples=10)
    check(many, families=["clean"], examples=40)

    assert few.asked == many.asked[: len(few.asked)]


def test_a_past_counterexample_is_tried_first_and_not_counted() -> None:
    """What the search would not have found in its examples breaks the cell from the corpus, which is named."""
    found = cell(check(StandIn(forgets_the_last), families=["clean"]), "nothing-left-out")
    assert found.counterexample is not None
    target = StandIn(forgets_the_last)

    record = check(target, families=["clean"], examples=1, corpus={"known.json": found.counterexample})

    again = cell(record, "nothing-left-out")
    assert ("broken", 1, ("known.json",)) == (again.verdict, again.examples, record.corpus)
    assert again.counterexample is not None
    assert found.counterexample.group == again.counterexample.group == target.asked[0]


def test_a_family_named_twice_is_searched_once() -> None:
    """The matrix has one column for it."""
    record = check(StandIn(right), families=["clean", "clean"], examples=3)

    assert len(record.cells) == len({(one.law, one.inputs) for one in record.cells})
