"""Tests of simpler lives."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Member, group_of
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.lives import earlier_changes, later_starts, settle_claims
from tests.properties.stand_ins import StandIn, right

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
