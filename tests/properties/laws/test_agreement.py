"""Tests of the laws that two assignors agree."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.law import Law
from kafka_assay.properties.laws.agreement import same_map, same_plan
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.properties.trials.ask_modes import Ask, TargetPair
from kafka_assay.properties.verdict import Facts
from tests.properties.stand_ins import StandIn, failing, in_turn, right
from tests.properties.verdicts import case_of, two_members


def cell_on(one: Ask, other: Ask, group: Group, law: Law = same_plan) -> CheckCell:
    """What a comparison says of `group`."""
    (cell,) = check_group(TargetPair(StandIn(one), StandIn(other)), group, laws=[law]).cells
    return cell


def facts_of(one: Ask, other: Ask, group: Group) -> Facts:
    """The facts of a difference."""
    return case_of(cell_on(one, other, group, same_map)).facts


def answers(**shares: list[int]) -> Ask:
    """An assignor that always gives these partitions of `t`."""
    return lambda _: {member: {"t": list(ids)} for member, ids in shares.items()}


def test_order_of_ids_empty_topics_and_idle_members_are_no_difference() -> None:
    group = two_members(2)

    assert "kept" == cell_on(answers(a=[0, 1], b=[]), answers(a=[1, 0]), group).verdict


def test_other_owners_alone_differ_only_with_maps() -> None:
    one, other = answers(a=[0], b=[1]), answers(a=[1], b=[0])
    fresh, owned = two_members(2), two_members(2, a=[0])

    assert ["kept", "broken"] == [cell_on(one, other, fresh, law).verdict for law in (same_plan, same_map)]
    assert ["broken", "broken"] == [cell_on(one, other, owned, law).verdict for law in (same_plan, same_map)]
    assert ["tie", "plan"] == [facts_of(one, other, group)["kind"] for group in (fresh, owned)]


def test_invalid_answer_with_equal_loads_is_a_difference() -> None:
    one, other = answers(a=[0], b=[1]), answers(a=[0], b=[0])

    assert "broken" == cell_on(one, other, two_members(2)).verdict
    assert "plan" == facts_of(one, other, two_members(2))["kind"]


def test_facts_have_the_figures_of_both_answers() -> None:
    facts = facts_of(answers(a=[0], b=[1]), answers(a=[0, 1], b=[0]), two_members(2, b=[1]))

    one, other = facts["sides"]
    assert ([1, 1], 1, 0, None) == (one["loads"], one["kept"], one["moved"], one["flaw"])
    assert ([2, 1], 0, 1) == (other["loads"], other["kept"], other["moved"])
    assert "the answer breaks one-owner-each (t-0)" == other["flaw"]
    assert ["t-0", "t-1"] == [f"{one['topic']}-{one['partition']}" for one in facts["partitions"]]


def test_failure_differs_from_an_answer() -> None:
    """Two failures are not compared."""
    group, fails = two_members(1), failing("KeyError", "t")

    assert "KeyError" == facts_of(right, fails, group)["sides"][1]["error"]["type"]
    assert "KeyError" == facts_of(fails, right, group)["sides"][0]["error"]["type"]
    assert "undecided" == cell_on(fails, fails, group).verdict


def test_failure_that_does_not_repeat_is_ignored() -> None:
    slow_at_first = in_turn(failing("hang", "no answer within 2 s"), *[right] * 9)

    assert "kept" == cell_on(right, slow_at_first, two_members(2)).verdict


def test_first_rounds_of_cooperative_assignors_are_compared() -> None:
    owned = two_members(2, a=[0, 1])
    withholding = StandIn(answers(a=[0], b=[]), frozenset({Promise.COOPERATIVE}))
    pair = TargetPair(StandIn(answers(a=[0], b=[1])), withholding)

    (cell,) = check_group(pair, owned, laws=[same_plan]).cells

    assert "broken" == cell.verdict
    assert 2 == len(withholding.asked)  # the second time to see whether it repeats its answer


def test_assignor_that_answers_at_random_is_named() -> None:
    """It answers the question, and its repetition, otherwise."""
    turns = in_turn(answers(a=[1], b=[0]), answers(a=[0], b=[1]))

    assert [False, True] == [side["varies"] for side in facts_of(right, turns, two_members(2))["sides"]]


@pytest.mark.parametrize("name", ["range", "roundrobin", "sticky"])
def test_reference_does_not_differ_from_itself(name: str) -> None:
    pair = TargetPair(*(StandIn(reference_assignor(name).assign) for _ in range(2)))

    record = check(pair, laws=[same_map], families=["clean", "mixed"], examples=40, seconds=3_600)

    assert [("kept", "20+20"), ("kept", "20+20")] == [(cell.verdict, cell.limit) for cell in record.cells]
