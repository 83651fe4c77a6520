from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, unassigned_partitions, valid_owners
from kafka_assay.assignors.reference.sticky import FairAssignor, StickyAssignor, without_claims
from tests.assignors.reference.answers import answer, question
from tests.assignors.reference.random_groups import random_groups


def helpful_moves(group: Group, given: Assignment) -> list[tuple[str, str, str]]:
    """Return the single moves (topic, giver, taker) that would make `given` more even."""
    load = loads(group, given)
    return [
        (topic, giver, member.id)
        for giver, topics in given.items()
        for topic in topics
        for member in group.members
        if topic in member.subscription and load[giver] > load[member.id] + 1
    ]


@pytest.mark.parametrize("dirty", [False, True])
def test_answers_are_complete_and_locally_balanced(dirty: bool) -> None:
    for group in random_groups(Random(54), 3000, dirty=dirty):
        given = StickyAssignor().assign(group)

        assert [] == unassigned_partitions(group, given), group
        assert [] == helpful_moves(group, given), group


def test_stable_group_moves_nothing() -> None:
    for group in random_groups(Random(8), 1000, dirty=False):
        given = StickyAssignor().assign(group)
        topics = {topic.name: topic.partitions for topic in group.topics}
        subscriptions = {member.id: " ".join(member.subscription) for member in group.members}

        again = StickyAssignor().assign(question(topics, subscriptions, given))

        assert given == again


def test_best_balance_may_be_missed() -> None:
    """Loads 2, 0, 1, where 1, 1, 1 needs two moves at once: KIP-54 tries single moves only."""
    topics, subscriptions = {"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0", "C2": "t0 t1"}

    given = StickyAssignor().assign(question(topics, subscriptions, answer(C2="t0-0")))

    assert answer(C0="t1-0 t1-1", C1="", C2="t0-0") == given


def test_best_balance_may_be_missed_in_a_new_group() -> None:
    """Loads 2, 1, 0."""
    group = question({"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0 t1", "C2": "t0"})

    given = StickyAssignor().assign(group)

    assert [2, 1, 0] == list(loads(group, given).values())


def test_more_partitions_may_move_than_necessary() -> None:
    """Two move, where one move of t0-0 to C1 was enough."""
    subscriptions = {"C0": "t0 t1", "C1": "t0", "C2": "t0 t1"}
    group = question({"t0": 2, "t1": 2}, subscriptions, answer(C2="t0-0 t0-1 t1-1"))

    given = StickyAssignor().assign(group)

    assert (1, 2) == stickiness(valid_owners(group), given)
    assert answer(C0="t1-0 t1-1", C1="t0-0", C2="t0-1") == given


def test_moved_partition_prefers_its_previous_owner() -> None:
    """D missed a rebalance, and gets its former partition of B's."""
    group = question(
        {"t": 4},
        {"A": "t gone", "B": "t", "D": "t"},
        answer(B="t-0 t-1 t-2 t-3", D="t-0"),
        generations={"B": 2, "D": 1},
    )

    given = StickyAssignor().assign(group)

    assert answer(A="t-1", B="t-2 t-3", D="t-0") == given


def test_previous_owner_without_the_subscription_gets_nothing() -> None:
    """Kafka would give it back to A, which no longer subscribes to t."""
    group = question(
        {"t": 3, "u": 1},
        {"A": "u", "B": "t u", "C": "t u"},
        answer(A="t-0", B="t-0 t-1 t-2"),
        generations={"A": 1, "B": 2, "C": 2},
    )

    given = StickyAssignor().assign(group)

    assert "t" not in given["A"]


def test_repeated_topic_counts_twice_in_the_placing_order() -> None:
    """As in Kafka, the topic that is named least is placed first."""
    group = question({"a": 1, "b": 1}, {"C0": "a b a", "C1": "a b"})

    given = StickyAssignor().assign(group)

    assert answer(C0="b-0", C1="a-0") == given


def endless_group() -> Group:
    """Return the smallest group found that Kafka's StickyAssignor never answers (3.9.0, 4.4.0). No claim is dirty."""
    return question(
        {"t0": 3, "t1": 2, "t2": 3, "t3": 2, "t4": 1},
        {"m0": "t1 t3 t4", "m1": "t0 t2 t3 t4", "m2": "t1 t4", "m3": "t0 t1"},
        answer(m0="t1-0", m1="t0-0 t0-1 t0-2 t3-1"),
    )


def test_balancing_ends_where_kafka_never_answers() -> None:
    """A repeated state ends the balancing."""
    group = endless_group()

    given = StickyAssignor().assign(group)

    assert [] == unassigned_partitions(group, given)
    assert [] == helpful_moves(group, given)


def test_ownership_is_ignored() -> None:
    topics, subscriptions = {"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0 t1", "C2": "t0"}
    owned = question(topics, subscriptions, answer(C1="t0-0 t1-0 t1-1"))

    given = FairAssignor().assign(owned)

    assert StickyAssignor().assign(question(topics, subscriptions)) == given


def test_only_claims_and_generation_are_hidden() -> None:
    group = question({"t": 2}, "C0 C1", answer(C0="t-0"))

    assert question({"t": 2}, "C0 C1") == without_claims(group)
