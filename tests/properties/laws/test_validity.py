from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from tests.properties.verdicts import deals_in_turn, facts_on, two_members, verdict_of, verdict_on

WHOLE: Assignment = {"a": {"t": [0]}, "b": {"t": [1]}}
VALIDITY_OF_ANSWERS = [
    "answers-every-member",
    "only-existing-partitions",
    "only-subscribed-topics",
    "one-owner-each",
    "nothing-left-out",
]


def throws(_: Group) -> Assignment:
    """An assignor that never answers."""
    raise AssignorFailed("KeyError", "'b'", "a trace")


@pytest.mark.parametrize("law", ["returns-an-answer", *VALIDITY_OF_ANSWERS])
def test_valid_answer_keeps_every_law(law: str) -> None:
    assert Kept() == verdict_on(law, two_members(2), WHOLE)


@pytest.mark.parametrize("law", ["returns-an-answer", *VALIDITY_OF_ANSWERS])
def test_empty_answer_to_a_group_without_members_is_kept(law: str) -> None:
    assert Kept() == verdict_on(law, group_of({"t": 3}, {}), {})


def test_exception_breaks_returns_an_answer() -> None:
    verdict = verdict_of("returns-an-answer", two_members(2), throws)

    assert Broken({"error": "KeyError", "message": "'b'"}) == verdict


@pytest.mark.parametrize("law", VALIDITY_OF_ANSWERS)
def test_other_laws_are_undecided_without_an_answer(law: str) -> None:
    verdict = verdict_of(law, two_members(2), throws)

    assert isinstance(verdict, Undecided)
    assert verdict.unanswered


def test_member_missing_from_the_answer_is_named() -> None:
    assert {"missing": ["b"], "count": 1} == facts_on("answers-every-member", two_members(1), {"a": {"t": [0]}})


@pytest.mark.parametrize("law", [law for law in VALIDITY_OF_ANSWERS if law != "answers-every-member"])
def test_missing_member_breaks_no_other_validity_law(law: str) -> None:
    assert Kept() == verdict_on(law, two_members(1), {"a": {"t": [0]}})


@pytest.mark.parametrize("partition", [-1, 2])
def test_ghost_partition_is_named(partition: int) -> None:
    """A negative id, and the id after the last one."""
    facts = facts_on("only-existing-partitions", two_members(2), {"a": {"t": [0, partition]}, "b": {"t": [1]}})

    assert [{"member": "a", "topic": "t", "partition": partition, "partitions": 2}] == facts["partitions"]


def test_partition_of_a_missing_topic_does_not_exist() -> None:
    group = group_of({"t": 1}, {"a": ["t", "gone"]})

    facts = facts_on("only-existing-partitions", group, {"a": {"t": [0], "gone": [0]}})

    assert [{"member": "a", "topic": "gone", "partition": 0, "partitions": None}] == facts["partitions"]


def test_topic_with_an_empty_list_assigns_nothing() -> None:
    answer: Assignment = {"a": {"t": [0], "gone": []}, "b": {"t": [1]}}

    assert Kept() == verdict_on("only-existing-partitions", two_members(2), answer)
    assert Kept() == verdict_on("only-subscribed-topics", two_members(2), answer)


def test_topic_without_a_subscription_of_the_owner_is_named() -> None:
    group = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]})

    facts = facts_on("only-subscribed-topics", group, {"a": {"t": [0], "u": [0]}, "b": {}})

    assert [{"member": "a", "topic": "u", "partition": 0, "known": True}] == facts["partitions"]


def test_partition_of_an_unknown_member_is_not_subscribed_and_left_out() -> None:
    answer: Assignment = {"a": {"t": [0]}, "b": {}, "stranger": {"t": [1]}}

    subscribed = facts_on("only-subscribed-topics", two_members(2), answer)
    left = facts_on("nothing-left-out", two_members(2), answer)

    assert [{"member": "stranger", "topic": "t", "partition": 1, "known": False}] == subscribed["partitions"]
    assert {"partitions": [{"topic": "t", "partition": 1}], "count": 1} == left


def test_two_owners_are_both_named() -> None:
    answer: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [1]}}

    facts = facts_on("one-owner-each", two_members(2), answer)

    assert [{"topic": "t", "partition": 1, "owners": ["a", "b"]}] == facts["partitions"]
    assert Kept() == verdict_on("nothing-left-out", two_members(2), answer)


def test_repeated_id_in_one_list_is_assigned_twice() -> None:
    facts = facts_on("one-owner-each", two_members(2), {"a": {"t": [0, 0]}, "b": {"t": [1]}})

    assert [{"topic": "t", "partition": 0, "owners": ["a", "a"]}] == facts["partitions"]


def test_all_unassigned_partitions_are_counted_and_some_named() -> None:
    facts = facts_on("nothing-left-out", two_members(2_147_483_647), {"a": {"t": [0, 5, 2_147_483_647]}, "b": {}})

    assert 2_147_483_645 == facts["count"]
    assert [1, 2, 3, 4, 6] == [named["partition"] for named in facts["partitions"]][:5]
    assert 20 == len(facts["partitions"])


def test_topic_without_subscribers_needs_no_owner() -> None:
    group = group_of({"t": 1, "unread": 2}, {"a": ["t"]})

    assert Kept() == verdict_on("nothing-left-out", group, {"a": {"t": [0]}})


def test_fault_in_an_early_cooperative_round_breaks_the_law() -> None:
    def both_at_first(group: Group) -> Assignment:
        if not any(member.owned for member in group.members):
            return {"a": {"t": [0, 1]}, "b": {"t": [1]}}
        return WHOLE

    facts = verdict_of("one-owner-each", two_members(2), both_at_first, cooperative=True)

    assert (
        Broken({"partitions": [{"topic": "t", "partition": 1, "owners": ["a", "b"]}], "count": 1, "round": 1}) == facts
    )


def test_cooperative_round_may_withhold_partitions() -> None:
    """`nothing-left-out` judges the fixed point only."""
    group = two_members(2, a=[0, 1])

    def withholds(asked: Group) -> Assignment:
        return {"a": {"t": [0]}, "b": {}} if asked == group else WHOLE

    assert Kept() == verdict_of("nothing-left-out", group, withholds, cooperative=True)


def test_failure_in_a_later_round_names_the_round() -> None:
    def fails_later(group: Group) -> Assignment:
        return throws(group) if group.members[0].owned else deals_in_turn(group)

    verdict = verdict_of("returns-an-answer", two_members(2), fails_later, cooperative=True)
    other = verdict_of("one-owner-each", two_members(2), fails_later, cooperative=True)

    assert Broken({"error": "KeyError", "message": "'b'", "round": 2}) == verdict
    assert Undecided("no answer in round 2: KeyError: 'b'", unanswered=True) == other


def test_assignor_that_never_settles_keeps_returns_an_answer() -> None:
    def swaps(group: Group) -> Assignment:
        first, second = group.members
        return {first.id: {"t": [0]}, second.id: {"t": [1]}} if second.claims() != [("t", 1)] else swapped

    swapped: Assignment = {"a": {"t": [1]}, "b": {"t": [0]}}

    assert Kept() == verdict_of("returns-an-answer", two_members(2), swaps, cooperative=True)
    assert Kept() == verdict_of("one-owner-each", two_members(2), swaps, cooperative=True)


def test_any_text_may_be_a_member_id() -> None:
    group = two_members(1)
    odd = replace(group, members=(replace(group.members[0], id="użytkownik\u202e 7"), group.members[1]))

    facts = facts_on("answers-every-member", odd, {"b": {"t": [0]}})

    assert ["użytkownik\u202e 7"] == facts["missing"]
