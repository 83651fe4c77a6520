"""Tests of the lives that logs recorded: what happened in each rebalance, and the row beside the targets."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Event, Life, RecordedRebalance
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Member, group_of
from kafka_assay.pipeline.replay.recorded import RecordedMove, recorded_steps, replay_recorded
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import Timing

START = RecordedRebalance(generation=3, members=("a",), assignment=(("a", (("t", (0, 1, 2, 3)),)),))
ROUNDS = (
    RecordedRebalance(
        generation=4,
        members=("a", "b"),
        assignment=(("a", (("t", (2,)),)), ("b", ())),
        event=0,
        at=9.0,
        why=("b joined",),
    ),
    RecordedRebalance(
        generation=5,
        members=("a", "b"),
        assignment=(("a", (("t", (2,)),)), ("b", (("t", (0, 1, 3)),))),
        event=0,
        at=9.5,
        why=("a revoked",),
    ),
)
LIFE = Life(
    group=group_of({"t": 4}, {"a": ["t"]}),
    events=(Event(join=(Member(id="b", subscription=("t",)),)),),
    protocol=Protocol.COOPERATIVE,
    recorded=(START, *ROUNDS),
)


def test_a_rebalance_is_shown_beside_the_best_answer() -> None:
    _, step = recorded_steps(LIFE)

    assert ((4, 5), 9.0, ("b",), ("b joined",)) == (step.generations, step.at, step.joined, step.why)
    assert (3, 2, 2, 0, 0) == (step.moved, step.best_moved, step.gap, step.idle, step.unassigned)
    assert (RecordedMove(before="a", after="b", partitions=("t-0", "t-1", "t-3")),) == step.moves


def test_the_recorded_row_has_the_clock_and_the_rounds_of_the_others() -> None:
    recorded, sticky = (
        replay_recorded(LIFE, Timing()),
        replay_life(LIFE, ReferenceTarget("cooperative-sticky"), Timing()),
    )

    assert recorded is not None
    assert ("recorded", 2, 3, 2) == (recorded.target, recorded.rounds, recorded.moved, recorded.peak_gap)
    assert (2, 2, 0) == (sticky.rounds, sticky.moved, sticky.peak_gap)
    assert 3 * Timing().rebalance == recorded.stopped_partition_seconds


def test_without_all_assignments_there_is_no_row_and_no_figure() -> None:
    life = replace(LIFE, recorded=(START, replace(ROUNDS[1], assignment=None)))

    assert replay_recorded(life, Timing()) is None
    assert (None, None, None, None) == tuple(
        getattr(recorded_steps(life)[1], key) for key in ("moved", "best_moved", "gap", "idle")
    )


def test_a_life_is_read_as_it_is_written() -> None:
    assert LIFE == life_from_json(json.loads(json.dumps(life_to_json(LIFE))))


@pytest.mark.parametrize(
    ("recorded", "message"),
    [
        (
            (START,),
            "recorded: 'rebalances of events []': expected a rebalance of the start and of each of the 1 events",
        ),
        ((START, replace(ROUNDS[0], members=("a",))), "recorded[1].members: 'b': expected the members of the group"),
        ((*ROUNDS, START), "recorded[2].event: null: expected an event not before that of the last entry"),
        (
            (START, replace(ROUNDS[0], assignment=(("c", ()),))),
            "recorded[1].assignment: 'c': expected a member of this rebalance",
        ),
    ],
)
def test_what_the_events_do_not_explain_is_refused(recorded: tuple[RecordedRebalance, ...], message: str) -> None:
    with pytest.raises(InvalidGroup) as refused:
        replace(LIFE, recorded=recorded)

    assert message in str(refused.value)
