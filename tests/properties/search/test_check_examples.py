"""Tests of how many groups a check draws, which ones, and that a cell can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.budget import ExampleLimit, parse_examples
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.properties.releases.stand_ins import case_on
from tests.properties.search.test_check import EVEN, cell
from tests.properties.stand_ins import StandIn, forgets_the_last, right
from tests.properties.verdicts import case_of

HOUR = 3_600.0
"""So that a busy machine does not end the shrinking early."""


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
    asked: dict[str, Any] = {"laws": [law], "families": ["mixed"]}
    found = check(StandIn(right, EVEN), examples=ExampleLimit(), seconds=3_000, clock=lambda: next(reads), **asked)
    whole = cell(found, law.id, "mixed")

    again = check(StandIn(right, EVEN), examples=parse_examples(whole.limit), seconds=HOUR, **asked)

    assert min(whole.drawn, whole.structured) > 0
    assert whole == cell(again, law.id, "mixed")


def test_seed_decides_which_groups_and_the_limit_how_many() -> None:
    """A smaller check is the beginning of a larger one."""
    targets = [StandIn(right) for _ in range(3)]
    for target, examples, seed in zip(targets, (10, 40, 40), (1, 1, 2), strict=True):
        check(target, families=["clean"], examples=examples, seed=seed)

    few, many, other = (set(target.asked) for target in targets)
    assert few < many != other


@pytest.mark.parametrize(("limit", "drawn", "structured"), [(ExampleLimit(20, 0), 20, 0), (25, 12, 13)])
def test_each_kind_of_search_has_its_own_limit(limit: ExampleLimit | int, drawn: int, structured: int) -> None:
    found = cell(check(StandIn(right), families=["clean"], examples=limit), "one-owner-each")

    assert (drawn, structured, drawn + structured) == (found.drawn, found.structured, found.examples)


def test_counterexample_in_the_corpus_is_tried_first_and_not_counted() -> None:
    target, known = StandIn(forgets_the_last), case_on(group_of({"t0": 3}, {"C0": ["t0"]}))

    record = check(target, families=["clean"], examples=1, corpus={"known.json": known})

    again = cell(record, "nothing-left-out")
    assert ("broken", 1, ("known.json",)) == (again.verdict, again.examples, record.corpus)
    assert known.group == case_of(again).group == target.asked[0]


@pytest.mark.parametrize(
    ("owner", "members", "examples"), [("another", 1, ExampleLimit(0, 1)), ("stand-in", 9, ExampleLimit(0, 1))]
)
def test_saved_case_of_another_target_is_shrunk_and_named(owner: str, members: int, examples: ExampleLimit) -> None:
    names = {f"zz-odd-{number}": ["t0"] for number in range(9)}
    large = replace(case_on(group_of({"t0": 9}, names)), target=owner)

    record = check(StandIn(forgets_the_last), families=["clean"], examples=examples, corpus={"known.json": large})

    again = cell(record, "nothing-left-out")
    assert (members, f"known.json of {owner}") == (len(case_of(again).group.members), again.saved)


LAW = LAW_BY_ID["nothing-left-out"]


def has_one_big_owner(group: Group) -> bool:
    """Four members at least, and the second one owned three or more partitions of one topic."""
    return len(group.members) > 3 and any(len(ids) > 2 for _, ids in group.members[1].owned)


def has_three_equal_topics(group: Group) -> bool:
    """Three topics with the same number of partitions, above one, in a group of four or more."""
    counts = [topic.partitions for topic in group.topics]
    return len(group.members) > 3 and any(counts.count(number) >= 3 for number in counts if number > 1)


def has_a_lonely_member(group: Group) -> bool:
    """A member that is the only subscriber of its only topic, beside three or more others with equal subscriptions."""
    alone = [one for one in group.members if len(one.subscription) == 1]
    return len(group.members) > 3 and any(
        sum(one.subscription[0] in other.subscription for other in group.members) == 1 for one in alone
    )


@pytest.mark.parametrize("strikes", [has_one_big_owner, has_three_equal_topics, has_a_lonely_member])
def test_rare_fault_is_found_by_drawn_groups_and_shrunk(strikes: Callable[[Group], bool]) -> None:
    """There is no structured search here, so the shrinker alone makes the group small."""

    def answer(group: Group) -> Assignment:
        return {member.id: {} for member in group.members} if strikes(group) else right(group)

    record = check(
        StandIn(answer, frozenset({Promise.EVEN})),
        laws=[LAW],
        families=["clean"],
        examples=ExampleLimit(20_000, 0),
        seconds=300,
        seed=0,
        fail_fast=True,
    )

    group = case_of(cell(record, LAW.id)).group
    assert len(group.members) <= 4
    assert sum(topic.partitions for topic in group.topics) <= 8
