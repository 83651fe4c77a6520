"""`topicroundrobin`: KIP-874's rule, and where the KIP's text says something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.reference.topicroundrobin import TopicRoundRobinAssignor
from tests.assignors.reference.answers import answer, question


def test_a_member_that_is_passed_over_has_lost_its_turn() -> None:
    """A test of the pull request: C1 and C3 read A, C2 reads A and B; C3 stands before C2, and stays idle."""
    given = TopicRoundRobinAssignor().assign(question({"A": 2, "B": 2}, {"C1": "A", "C2": "A B", "C3": "A"}))

    assert answer(C1="A-0 A-1", C2="B-0 B-1", C3="") == given


def test_with_more_topics_than_members_they_go_round() -> None:
    """Topic j goes to member j mod N."""
    given = TopicRoundRobinAssignor().assign(question({f"t{number}": 1 for number in range(5)}, "C0 C1"))

    assert answer(C0="t0-0 t2-0 t4-0", C1="t1-0 t3-0") == given


def test_with_more_members_than_topics_the_last_stay_idle() -> None:
    """Two topics, four members: the first two in the circle are served."""
    given = TopicRoundRobinAssignor().assign(question({"t0": 2, "t1": 1}, "C3 C1 C0 C2"))

    assert answer(C3="", C1="t1-0", C0="t0-0 t0-1", C2="") == given


def test_the_kips_two_instances_do_not_get_what_it_prints() -> None:
    """It prints t0 on two consumers, which the rule forbids: two of the four get a topic, the other two nothing."""
    given = TopicRoundRobinAssignor().assign(question({"t0": 3, "t1": 2}, "A0.C0 A0.C1 A1.C0 A1.C1"))

    expected = {"A0.C0": "t0-0 t0-1 t0-2", "A0.C1": "t1-0 t1-1", "A1.C0": "", "A1.C1": ""}
    assert answer(**expected) == given


def test_partitions_are_not_balanced() -> None:
    """Although the KIP says so: 100 and 1."""
    group = question({"t0": 100, "t1": 1}, "C0 C1")

    assert {"C0": 100, "C1": 1} == loads(group, TopicRoundRobinAssignor().assign(group))


def test_when_a_member_fails_its_topics_move_as_blocks() -> None:
    """The KIP's story: without C0, C1 has both topics whole."""
    given = TopicRoundRobinAssignor().assign(question({"t0": 3, "t1": 3}, "C1"))

    assert answer(C1="t0-0 t0-1 t0-2 t1-0 t1-1 t1-2") == given


def test_shown_ownership_makes_it_the_opposite_of_sticky() -> None:
    """One topic, two members, each answer shown as owned: the topic changes hands at every rebalance."""
    given, owners = answer(C0="", C1=""), []
    for _ in range(4):
        given = TopicRoundRobinAssignor().assign(question({"t": 1}, "C0 C1", given))
        owners += [member for member, topics in given.items() if topics]

    assert ["C0", "C1", "C0", "C1"] == owners


def test_an_eager_group_shows_nothing_and_keeps_its_topics() -> None:
    """
    Subscriptions of version 0 carry no owned partitions, as if they had been given up: then nothing changes hands.
    """
    group = question({"t": 1}, "C0 C1", answer(C0="t-0", C1=""))
    old = replace(group, members=tuple(replace(member, metadata_version=0) for member in group.members))

    assert answer(C0="t-0", C1="") == TopicRoundRobinAssignor().assign(old)


@pytest.mark.parametrize("count", [0, 1])
def test_a_topic_without_partitions_costs_nobody_a_turn(count: int) -> None:
    """It is dropped before the turns are given."""
    given = TopicRoundRobinAssignor().assign(question({"a": count, "b": 1}, "C0 C1"))

    assert ("C1" if count else "C0") in [member for member, topics in given.items() if "b" in topics]


def test_topics_come_by_name() -> None:
    """Where the pull request goes by hash order: `t10` comes before `t2`, whatever the order of the input."""
    given = TopicRoundRobinAssignor().assign(question({"t2": 1, "t10": 1}, "C0 C1"))

    assert answer(C0="t10-0", C1="t2-0") == given
