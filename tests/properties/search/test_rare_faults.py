"""Tests that rare faults are found by the drawn search, and shrunk as far as those of the structured one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.budget import ExampleLimit
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.properties.search.test_check import cell
from tests.properties.stand_ins import StandIn, right

LAW = LAW_BY_ID["nothing-left-out"]


def without_the_last(group: Group) -> Assignment:
    """The right answer without the last partition of the last member that has any."""
    answer = right(group)
    for mine in reversed(list(answer.values())):
        for ids in reversed(list(mine.values())):
            if ids:
                ids.pop()
                return answer
    return answer


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
@pytest.mark.parametrize("seed", [0, 1])
def test_rare_fault_is_found_by_drawn_groups_and_shrunk(strikes: Callable[[Group], bool], seed: int) -> None:
    """There is no structured search here, so the shrinker alone makes the group small."""

    def answer(group: Group) -> Assignment:
        return without_the_last(group) if strikes(group) else right(group)

    record = check(
        StandIn(answer, frozenset({Promise.EVEN})),
        laws=[LAW],
        families=["clean"],
        examples=ExampleLimit(20_000, 0),
        seconds=300,
        seed=seed,
        fail_fast=True,
    )

    found = cell(record, LAW.id)
    assert "broken" == found.verdict
    assert found.counterexample is not None
    group = found.counterexample.group
    assert len(group.members) <= 4
    assert sum(topic.partitions for topic in group.topics) <= 8
