from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.reference.topicroundrobin import TopicRoundRobinAssignor
from tests.assignors.reference.answers import answer, question


def test_skipped_member_loses_its_turn() -> None:
    """A test of the pull request: C3 comes before C2, and stays idle."""
    given = TopicRoundRobinAssignor().assign(question({"A": 2, "B": 2}, {"C1": "A", "C2": "A B", "C3": "A"}))

    assert answer(C1="A-0 A-1", C2="B-0 B-1", C3="") == given


def test_more_topics_than_members_are_assigned_in_turn() -> None:
    """Topic j goes to member j mod N."""
    given = TopicRoundRobinAssignor().assign(question({f"t{number}": 1 for number in range(5)}, "C0 C1"))

    assert answer(C0="t0-0 t2-0 t4-0", C1="t1-0 t3-0") == given


def test_last_members_stay_idle_with_fewer_topics_than_members() -> None:
    given = TopicRoundRobinAssignor().assign(question({"t0": 2, "t1": 1}, "C3 C1 C0 C2"))

    assert answer(C3="", C1="t1-0", C0="t0-0 t0-1", C2="") == given


def test_kip_example_with_two_instances_differs_from_the_print() -> None:
    """The KIP prints t0 on two consumers, which its rule forbids."""
    given = TopicRoundRobinAssignor().assign(question({"t0": 3, "t1": 2}, "A0.C0 A0.C1 A1.C0 A1.C1"))

    expected = {"A0.C0": "t0-0 t0-1 t0-2", "A0.C1": "t1-0 t1-1", "A1.C0": "", "A1.C1": ""}
    assert answer(**expected) == given


def test_partitions_are_not_balanced() -> None:
    """Although the KIP says so: 100 and 1."""
    group = question({"t0": 100, "t1": 1}, "C0 C1")

    assert {"C0": 100, "C1": 1} == loads(group, TopicRoundRobinAssignor().assign(group))


def test_topics_of_a_failed_member_move_as_blocks() -> None:
    given = TopicRoundRobinAssignor().assign(question({"t0": 3, "t1": 3}, "C1"))

    assert answer(C1="t0-0 t0-1 t0-2 t1-0 t1-1 t1-2") == given


def test_owned_topics_change_hands_at_each_rebalance() -> None:
    given, owners = answer(C0="", C1=""), []
    for _ in range(4):
        given = TopicRoundRobinAssignor().assign(question({"t": 1}, "C0 C1", given))
        owners += [member for member, topics in given.items() if topics]

    assert ["C0", "C1", "C0", "C1"] == owners


def test_eager_group_keeps_its_topics() -> None:
    """Subscriptions of version 0 have no owned partitions."""
    group = question({"t": 1}, "C0 C1", answer(C0="t-0", C1=""))
    old = replace(group, members=tuple(replace(member, metadata_version=0) for member in group.members))

    assert answer(C0="t-0", C1="") == TopicRoundRobinAssignor().assign(old)


@pytest.mark.parametrize("count", [0, 1])
def test_topic_without_partitions_takes_no_turn(count: int) -> None:
    given = TopicRoundRobinAssignor().assign(question({"a": count, "b": 1}, "C0 C1"))

    assert ("C1" if count else "C0") in [member for member, topics in given.items() if "b" in topics]


def test_topics_are_ordered_by_name() -> None:
    """The pull request uses hash order."""
    given = TopicRoundRobinAssignor().assign(question({"t2": 1, "t10": 1}, "C0 C1"))

    assert answer(C0="t10-0", C1="t2-0") == given
