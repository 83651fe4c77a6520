"""Tests of `kafka_assay.properties.laws.validity`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.verdict import Broken, Kept, Undecided
from tests.properties.verdicts import dealt, facts_on, two_members, verdict_of, verdict_on

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
def test_a_whole_answer_keeps_every_law(law: str) -> None:
    """An answer in which all is right keeps each validity law."""
    assert Kept() == verdict_on(law, two_members(2), WHOLE)


@pytest.mark.parametrize("law", ["returns-an-answer", *VALIDITY_OF_ANSWERS])
def test_a_group_without_members_is_answered_with_nothing(law: str) -> None:
    """The answer to a group without members is the empty one, although its topics have partitions."""
    assert Kept() == verdict_on(law, group_of({"t": 3}, {}), {})


def test_a_failure_breaks_the_first_law() -> None:
    """An assignor that throws breaks `returns-an-answer`, with what it threw."""
    verdict = verdict_of("returns-an-answer", two_members(2), throws)

    assert Broken({"error": "KeyError", "message": "'b'"}) == verdict


@pytest.mark.parametrize("law", VALIDITY_OF_ANSWERS)
def test_without_an_answer_nothing_else_is_decided(law: str) -> None:
    """Where no answer came, the laws on answers are undecided, and say that nothing came."""
    verdict = verdict_of(law, two_members(2), throws)

    assert isinstance(verdict, Undecided)
    assert verdict.unanswered


def test_a_member_missing_from_the_answer_is_named() -> None:
    """A member that the answer does not mention breaks `answers-every-member`."""
    assert {"missing": ["b"], "count": 1} == facts_on("answers-every-member", two_members(1), {"a": {"t": [0]}})


@pytest.mark.parametrize("law", [law for law in VALIDITY_OF_ANSWERS if law != "answers-every-member"])
def test_a_missing_member_breaks_no_other_law(law: str) -> None:
    """A member missing from the answer owns nothing, and that alone breaks no other validity law."""
    assert Kept() == verdict_on(law, two_members(1), {"a": {"t": [0]}})


@pytest.mark.parametrize("partition", [-1, 2])
def test_a_partition_that_does_not_exist_is_named(partition: int) -> None:
    """A negative id and the id one past the last one break `only-existing-partitions`."""
    facts = facts_on("only-existing-partitions", two_members(2), {"a": {"t": [0, partition]}, "b": {"t": [1]}})

    assert [{"member": "a", "topic": "t", "partition": partition, "partitions": 2}] == facts["partitions"]


def test_a_topic_that_does_not_exist_has_no_partitions() -> None:
    """A partition of a topic that the metadata does not know does not exist, subscribed or not."""
    group = group_of({"t": 1}, {"a": ["t", "gone"]})

    facts = facts_on("only-existing-partitions", group, {"a": {"t": [0], "gone": [0]}})

    assert [{"member": "a", "topic": "gone", "partition": 0, "partitions": None}] == facts["partitions"]


def test_an_empty_list_hands_out_nothing() -> None:
    """A topic with no ids after it is no partition, whatever topic it is."""
    answer: Assignment = {"a": {"t": [0], "gone": []}, "b": {"t": [1]}}

    assert Kept() == verdict_on("only-existing-partitions", two_members(2), answer)
    assert Kept() == verdict_on("only-subscribed-topics", two_members(2), answer)


def test_a_topic_that_the_owner_does_not_read_is_named() -> None:
    """A partition given to a member that does not subscribe to its topic breaks `only-subscribed-topics`."""
    group = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]})

    facts = facts_on("only-subscribed-topics", group, {"a": {"t": [0], "u": [0]}, "b": {}})

    assert [{"member": "a", "topic": "u", "partition": 0, "known": True}] == facts["partitions"]


def test_somebody_who_is_not_in_the_group_reads_nothing() -> None:
    """What is given to a stranger is not subscribed to, and is left out."""
    answer: Assignment = {"a": {"t": [0]}, "b": {}, "stranger": {"t": [1]}}

    subscribed = facts_on("only-subscribed-topics", two_members(2), answer)
    left = facts_on("nothing-left-out", two_members(2), answer)

    assert [{"member": "stranger", "topic": "t", "partition": 1, "known": False}] == subscribed["partitions"]
    assert {"partitions": [{"topic": "t", "partition": 1}], "count": 1} == left


def test_two_owners_are_both_named() -> None:
    """A partition that two members got breaks `one-owner-each` and nothing else."""
    answer: Assignment = {"a": {"t": [0, 1]}, "b": {"t": [1]}}

    facts = facts_on("one-owner-each", two_members(2), answer)

    assert [{"topic": "t", "partition": 1, "owners": ["a", "b"]}] == facts["partitions"]
    assert Kept() == verdict_on("nothing-left-out", two_members(2), answer)


def test_one_list_that_holds_an_id_twice_hands_it_out_twice() -> None:
    """A partition listed twice for one member was handed out twice."""
    facts = facts_on("one-owner-each", two_members(2), {"a": {"t": [0, 0]}, "b": {"t": [1]}})

    assert [{"topic": "t", "partition": 0, "owners": ["a", "a"]}] == facts["partitions"]


def test_what_nobody_owns_is_counted_whole_and_named_in_part() -> None:
    """Of a topic with as many partitions as the format allows, the count is exact and few are listed."""
    facts = facts_on("nothing-left-out", two_members(2_147_483_647), {"a": {"t": [0, 5, 2_147_483_647]}, "b": {}})

    assert 2_147_483_645 == facts["count"]
    assert [1, 2, 3, 4, 6] == [named["partition"] for named in facts["partitions"]][:5]
    assert 20 == len(facts["partitions"])


def test_topics_that_nobody_reads_may_stay_without_owner() -> None:
    """Partitions of a topic without subscribers need no owner."""
    group = group_of({"t": 1, "unread": 2}, {"a": ["t"]})

    assert Kept() == verdict_on("nothing-left-out", group, {"a": {"t": [0]}})


def test_cooperative_rounds_are_all_judged() -> None:
    """A fault in an early round is a fault, although the rounds end well."""

    def both_at_first(group: Group) -> Assignment:
        if not any(member.owned for member in group.members):
            return {"a": {"t": [0, 1]}, "b": {"t": [1]}}
        return WHOLE

    facts = verdict_of("one-owner-each", two_members(2), both_at_first, cooperative=True)

    assert (
        Broken({"partitions": [{"topic": "t", "partition": 1, "owners": ["a", "b"]}], "count": 1, "round": 1}) == facts
    )


def test_a_cooperative_round_may_leave_out_what_the_next_one_gives() -> None:
    """`nothing-left-out` looks at the fixed point alone."""
    group = two_members(2, a=[0, 1])

    def withholds(asked: Group) -> Assignment:
        return {"a": {"t": [0]}, "b": {}} if asked == group else WHOLE

    assert Kept() == verdict_of("nothing-left-out", group, withholds, cooperative=True)


def test_a_failure_in_a_later_round_says_which() -> None:
    """An assignor that fails when its own answer comes back breaks the first law, in that round."""

    def fails_later(group: Group) -> Assignment:
        return throws(group) if group.members[0].owned else dealt(group)

    verdict = verdict_of("returns-an-answer", two_members(2), fails_later, cooperative=True)
    other = verdict_of("one-owner-each", two_members(2), fails_later, cooperative=True)

    assert Broken({"error": "KeyError", "message": "'b'", "round": 2}) == verdict
    assert Undecided("no answer in round 2: KeyError: 'b'", unanswered=True) == other


def test_never_settling_is_no_missing_answer() -> None:
    """An assignor that answers for ever without settling keeps `returns-an-answer` and the laws of every round."""

    def swaps(group: Group) -> Assignment:
        first, second = group.members
        return {first.id: {"t": [0]}, second.id: {"t": [1]}} if second.claims() != [("t", 1)] else swapped

    swapped: Assignment = {"a": {"t": [1]}, "b": {"t": [0]}}

    assert Kept() == verdict_of("returns-an-answer", two_members(2), swaps, cooperative=True)
    assert Kept() == verdict_of("one-owner-each", two_members(2), swaps, cooperative=True)


def test_any_text_may_be_a_member_id() -> None:
    """Ids that are not ASCII are names like any other."""
    group = two_members(1)
    odd = replace(group, members=(replace(group.members[0], id="użytkownik\u202e 7"), group.members[1]))

    facts = facts_on("answers-every-member", odd, {"b": {"t": [0]}})

    assert ["użytkownik\u202e 7"] == facts["missing"]
