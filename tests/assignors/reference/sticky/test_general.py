"""The general path: what is kept, where the rest goes, what moves, and that it ends."""

from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, unassigned_partitions, valid_owners
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor
from kafka_assay.assignors.reference.sticky.sticky_plan import Ties
from kafka_assay.assignors.reference.subscribers import subscriptions_are_equal
from tests.assignors.reference.answers import answer, as_sets, question
from tests.assignors.reference.general_slowly import GeneralSlowly
from tests.assignors.reference.random_groups import random_groups


def helpful_moves(group: Group, given: Assignment) -> list[tuple[str, str, str]]:
    """The single moves (topic, giver, taker) that would make `given` more even: none, where it is locally balanced."""
    load = loads(group, given)
    return [
        (topic, giver, member.id)
        for giver, topics in given.items()
        for topic in topics
        for member in group.members
        if topic in member.subscription and load[giver] > load[member.id] + 1
    ]


@pytest.mark.parametrize("dirty", [False, True])
def test_the_fast_way_and_the_slow_way_agree(dirty: bool) -> None:
    """Heaps, numbers and skipped rounds change nothing: random groups end as the rule, told slowly, says."""
    groups = [group for group in random_groups(Random(341), 600, dirty=dirty) if not subscriptions_are_equal(group)]
    for group in groups:
        given = StickyAssignor().assign(group)

        assert as_sets(GeneralSlowly(group).assign()) == as_sets(given), group


@pytest.mark.parametrize("dirty", [False, True])
def test_no_single_move_helps(dirty: bool) -> None:
    """Every answer to thousands of random groups is complete and locally balanced, whatever the claims."""
    for group in random_groups(Random(54), 3000, dirty=dirty):
        given = StickyAssignor().assign(group)

        assert [] == unassigned_partitions(group, given), group
        assert [] == helpful_moves(group, given), group


def test_its_own_answer_moves_nothing() -> None:
    """Fed back, the answer to a random group comes again."""
    for group in random_groups(Random(8), 1000, dirty=False):
        given = StickyAssignor().assign(group)
        topics = {topic.name: topic.partitions for topic in group.topics}
        subscriptions = {member.id: " ".join(member.subscription) for member in group.members}

        again = StickyAssignor().assign(question(topics, subscriptions, given))

        assert given == again


def test_the_best_balance_may_be_missed() -> None:
    """Loads 2, 0, 1, where 1, 1, 1 needs two hand-overs at once: KIP-54 looks at single moves only."""
    topics, subscriptions = {"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0", "C2": "t0 t1"}

    given = StickyAssignor().assign(question(topics, subscriptions, answer(C2="t0-0")))

    assert answer(C0="t1-0 t1-1", C1="", C2="t0-0") == given


def test_the_best_balance_may_be_missed_from_a_fresh_start() -> None:
    """Loads 2, 1, 0."""
    group = question({"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0 t1", "C2": "t0"})

    given = StickyAssignor().assign(group)

    assert [2, 1, 0] == list(loads(group, given).values())


def test_more_may_move_than_must() -> None:
    """Two partitions move, where handing t0-0 to C1 was enough."""
    subscriptions = {"C0": "t0 t1", "C1": "t0", "C2": "t0 t1"}
    group = question({"t0": 2, "t1": 2}, subscriptions, answer(C2="t0-0 t0-1 t1-1"))

    given = StickyAssignor().assign(group)

    assert (1, 2) == stickiness(valid_owners(group), given)
    assert answer(C0="t1-0 t1-1", C1="t0-0", C2="t0-1") == given


def test_what_must_move_goes_to_its_previous_owner_first() -> None:
    """D missed a rebalance: of B's partitions it gets the one that it had, though A would be first by (load, id)."""
    group = question(
        {"t": 4},
        {"A": "t gone", "B": "t", "D": "t"},
        answer(B="t-0 t-1 t-2 t-3", D="t-0"),
        generations={"B": 2, "D": 1},
    )

    given = StickyAssignor().assign(group)

    assert answer(A="t-1", B="t-2 t-3", D="t-0") == given


def test_a_previous_owner_without_the_topic_gets_nothing_back() -> None:
    """A has given up t: Kafka would hand it back, and break the subscription."""
    group = question(
        {"t": 3, "u": 1},
        {"A": "u", "B": "t u", "C": "t u"},
        answer(A="t-0", B="t-0 t-1 t-2"),
        generations={"A": 1, "B": 2, "C": 2},
    )

    given = StickyAssignor().assign(group)

    assert "t" not in given["A"]


def test_what_is_named_twice_counts_twice() -> None:
    """A repeated topic moves down in the placing order, as in Kafka: the topic named least is placed first."""
    group = question({"a": 1, "b": 1}, {"C0": "a b a", "C1": "a b"})

    given = StickyAssignor().assign(group)

    assert answer(C0="b-0", C1="a-0") == given


def endless() -> Group:
    """The smallest group found that Kafka's StickyAssignor never answers (3.9.0 and 4.4.0 tried): no claim is dirty."""
    return question(
        {"t0": 3, "t1": 2, "t2": 3, "t3": 2, "t4": 1},
        {"m0": "t1 t3 t4", "m1": "t0 t2 t3 t4", "m2": "t1 t4", "m3": "t0 t1"},
        answer(m0="t1-0", m1="t0-0 t0-1 t0-2 t3-1"),
    )


@pytest.mark.parametrize("ties", ["lowest", "java"])
def test_it_ends_where_kafka_goes_round_for_ever(ties: Ties) -> None:
    """A standing that comes back ends the moves of third members' partitions, and the answer is locally balanced."""
    group = endless()

    given = StickyAssignor(ties=ties).assign(group)

    assert [] == unassigned_partitions(group, given)
    assert [] == helpful_moves(group, given)
