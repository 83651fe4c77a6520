"""Tests of simplifications that remove several things at once."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.model import Member, group_of
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.lives import earlier_changes, later_starts, settle_claims
from kafka_assay.properties.shrink.parts import with_two_topics_as_one, without_a_member_and_its_share
from kafka_assay.properties.shrink.sizes import size_of
from tests.properties.stand_ins import StandIn, right

THREE = group_of(
    {"t": 4, "u": 2},
    {"a": ["t", "u"], "b": ["t", "u"], "c": ["t", "u"]},
    {"a": {"t": [1], "u": [0]}, "b": {"t": [1, 2, 9], "u": [1]}, "c": {"t": [3, -1]}},
)


def test_member_is_removed_with_the_partitions_that_it_claims() -> None:
    """Other claims on them are removed, higher ids move down, and ghosts stay ghosts."""
    without_a = next(iter(without_a_member_and_its_share(THREE)))

    assert {"t": 3, "u": 1} == without_a.partition_counts()
    assert {"b": [("t", 1), ("t", 8), ("u", 0)], "c": [("t", 2), ("t", -1)]} == {
        member.id: [tuple(claim) for claim in member.claims()] for member in without_a.members
    }


def test_no_topic_becomes_empty_and_no_member_is_removed_alone() -> None:
    """The simpler steps do that."""
    group = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}})

    assert [] == list(without_a_member_and_its_share(group))


def test_two_topics_become_one_with_all_claims() -> None:
    """The second topic's partitions come after the first's, and ghosts stay ghosts."""
    (one,) = with_two_topics_as_one(THREE)

    assert {"t": 6} == one.partition_counts()
    assert [("t", 1), ("t", 2), ("t", 11), ("t", 5)] == [tuple(claim) for claim in one.members[1].claims()]
    assert all(("t",) == member.subscription for member in one.members)
    assert traits(THREE) == traits(one)
    assert size_of(one) < size_of(THREE)


def test_largest_partition_id_does_not_overflow() -> None:
    group = group_of({"t": 1, "u": 1}, {"a": ["t", "u"]}, {"a": {"t": [2**31 - 1]}})

    (one,) = with_two_topics_as_one(group)

    assert [("t", 2**31 - 1)] == [tuple(claim) for claim in one.members[0].claims()]


def test_topics_with_different_subscribers_or_data_are_not_merged() -> None:
    unequal = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    known = replace(THREE, topics=(replace(THREE.topics[0], weights=(1.0,) * 4), THREE.topics[1]))

    assert [] == [*with_two_topics_as_one(unequal), *with_two_topics_as_one(known)]


JOINER = Member(id="c", subscription=("t",))
LIFE = Life(
    group=group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), events=(Event(miss=("b",)), Event(join=(JOINER,)), Event())
)


def test_life_may_begin_at_any_later_rebalance() -> None:
    """The latest first, each with its remaining events."""
    *_, last = run_rebalances(StandIn(right), LifeRun(life=LIFE))

    starts = list(later_starts(last.asked_steps))

    assert (last.trial.group, ()) == starts[0]
    assert [0, 0, 1, 1, 2, 2] == [len(events) for _, events in starts]


def test_start_of_a_life_has_settled_claims() -> None:
    group = replace(
        group_of({"t": 1}, {"a": ["t"]}),
        members=(
            Member(id="a", subscription=("t", "gone"), owned=(("t", (0, 1, -1)), ("gone", (0,))), generation=7),
            Member(id="b", subscription=("t",), owned=(("t", (0,)),), generation=5),
            Member(id="c", subscription=("gone",)),
        ),
    )

    clean = settle_claims(group)

    assert {"ghost-claims", "missing-topics"} <= traits(group)
    assert frozenset() == traits(clean)
    assert [("a", (("t", (0,)),)), ("b", ())] == [(member.id, member.owned) for member in clean.members]


def test_join_or_growth_may_happen_before_the_start() -> None:
    events = (Event(join=(JOINER,), topics=(("t", 5),)), Event())

    there, grown = earlier_changes(LIFE.group, events)

    assert (["a", "b", "c"], ()) == (there[0].member_ids(), there[1][0].join)
    assert ({"t": 5}, ()) == (grown[0].partition_counts(), grown[1][0].topics)


def test_topic_that_shrank_before_the_start_has_no_ghost_claims() -> None:
    group = group_of({"t": 3}, {"a": ["t"]}, {"a": {"t": [0, 2]}})

    ((start, _),) = earlier_changes(group, (Event(topics=(("t", 1),)),))

    assert (("t", (0,)),) == start.members[0].owned
