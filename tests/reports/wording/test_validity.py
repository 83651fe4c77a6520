from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.reports.wording.sentences import why_it_matters
from tests.properties.verdicts import deals_in_turn, two_members
from tests.reports.wording.law_breaches import on_answer, on_assignor, throws


def test_failure_states_type_and_message_of_the_exception() -> None:
    said = on_assignor("returns-an-answer", two_members(1), throws)

    assert "The assignor gave no answer: KeyError ((None, 'b'))." == said


@pytest.mark.parametrize(
    ("facts", "stakes"),
    [
        ({"error": "KeyError"}, "The leader throws"),
        ({"error": "hang"}, "The leader hangs"),
        ({"error": "crash"}, "The leader's process dies. All other members wait"),
        ({"error": "garbage"}, "The leader's assignor returns no assignment"),
        ({"error": "output-flood"}, "The leader's answer never ends"),
        ({"error": "crash", "afterwards": True}, "The leader's process dies right after it has assigned"),
        ({"error": "garbage", "afterwards": True}, "The output after the answer"),
    ],
)
def test_consequence_of_a_missing_answer_depends_on_its_failure(facts: dict[str, object], stakes: str) -> None:
    assert why_it_matters("returns-an-answer", facts).startswith(stakes)


def test_missing_answer_of_the_coordinator_speaks_of_no_leader() -> None:
    target = "maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor"

    assert "leader" not in why_it_matters("returns-an-answer", {"error": "hang"}, target)


@pytest.mark.parametrize(
    ("target", "stakes"),
    [
        ("kafka-python==3.0.12:sticky", "The member refuses the assignment and rejoins"),
        ("npm:kafkajs@2.2.4:roundrobin", "The member ignores a topic"),
        ("python:mine:Sticky", "The member gets a topic that it did not ask for."),
    ],
)
def test_consequence_of_a_foreign_topic_is_that_of_the_client(target: str, stakes: str) -> None:
    assert why_it_matters("only-subscribed-topics", {}, target).startswith(stakes)


@pytest.mark.parametrize(
    ("owners", "stakes"), [(["a", "b"], "Two members read one partition"), (["a", "a"], "No second member reads")]
)
def test_partition_listed_twice_for_one_member_is_read_by_one(owners: list[str], stakes: str) -> None:
    facts = {"partitions": [{"topic": "t", "partition": 0, "owners": owners}], "count": 1}

    assert why_it_matters("one-owner-each", facts, "kafka-python").startswith(stakes)


def test_later_cooperative_round_is_named_first() -> None:
    def fails_later(group: Group) -> Assignment:
        return throws(group) if group.members[0].owned else deals_in_turn(group)

    said = on_assignor("returns-an-answer", two_members(2), fails_later, cooperative=True)

    assert said.startswith("In round 2: The assignor gave no answer")


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (2, "m0 and m1 are missing from the answer."),
        (1, "m0 is missing from the answer."),
        (9, "m0, m1, m2, m3, m4 and 4 more are missing from the answer."),
    ],
)
def test_missing_members_are_counted(members: int, expected: str) -> None:
    group = group_of({}, {f"m{number}": [] for number in range(members)})

    assert expected == on_answer("answers-every-member", group, {})


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([2], "a got t-2, but t has 2 partitions: numbers 0 to 1."),
        ([-1, 7], "a got t--1, but t has 2 partitions: numbers 0 to 1. t-7 does not exist either."),
        ([2, 3, 4], "a got t-2, but t has 2 partitions: numbers 0 to 1. t-3 and t-4 do not exist either."),
    ],
)
def test_nonexistent_partitions_are_shown_with_the_existing_ids(ids: list[int], expected: str) -> None:
    assert expected == on_answer("only-existing-partitions", two_members(2), {"a": {"t": ids}, "b": {}})


@pytest.mark.parametrize(
    ("topics", "expected"),
    [
        ({}, "a got t-0, but there is no topic t."),
        ({"t": 0}, "a got t-0, but t has no partitions."),
        ({"t": 1}, "a got t-5, but t has 1 partition: number 0."),
    ],
)
def test_missing_empty_and_single_partition_topics_differ(topics: dict[str, int], expected: str) -> None:
    group = group_of(topics, {"a": ["t"]})
    given = 5 if topics.get("t") == 1 else 0

    assert expected == on_answer("only-existing-partitions", group, {"a": {"t": [given]}})


def test_partitions_of_a_wrong_member_are_named_with_the_reason() -> None:
    """No subscription, or not a member."""
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["u"]})

    unsubscribed = on_answer("only-subscribed-topics", group, {"a": {"u": [0]}, "b": {"t": [0, 1]}})
    stranger = on_answer("only-subscribed-topics", group, {"x": {"u": [0]}})

    assert "a got u-0, but does not subscribe to u. 2 more partitions have a wrong owner." == unsubscribed
    assert "x got u-0, but is not a member of the group." == stranger


def test_both_owners_are_named() -> None:
    """Also one owner twice, and several partitions."""
    two = on_answer("one-owner-each", two_members(2), {"a": {"t": [0, 1]}, "b": {"t": [0, 1]}})
    twice = on_answer("one-owner-each", two_members(1), {"a": {"t": [0, 0]}, "b": {}})

    assert "t-0 is assigned to both a and b. t-1 has several owners too." == two
    assert "t-0 is listed twice for a." == twice


def test_unassigned_partitions_are_cut_with_a_count() -> None:
    """The first five by name."""
    said = on_answer("nothing-left-out", two_members(8), {"a": {"t": [0]}})

    assert "t-1, t-2, t-3, t-4, t-5 and 2 more have no owner, although their topic has subscribers." == said
