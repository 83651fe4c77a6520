"""Tests of the bundled lives: they are lives, and show what they are for."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.life_format import life_from_json, life_to_json
from kafka_assay.assignors.hosted.targets import ReferenceTarget, open_target
from kafka_assay.assignors.life import Event, Life, group_after
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.replay.life_input import (
    BUNDLED,
    append_change,
    bundled_life,
    without_clients,
)
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife, Timing
from kafka_assay.pipeline.whatif.change import Change
from studies.output import ROOT
from tests.assignors.hosted.real_hosts import start_or_skip
from tests.support.packed_files import unpacked


def read(name: str) -> Life:
    return life_from_json(json.loads(bundled_life(name)))


def replay(name: str, target: str) -> ReplayedLife:
    return replay_life(read(name), ReferenceTarget(target), Timing())


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_life_has_its_name_and_is_written_as_it_was_read(name: str) -> None:
    life = read(name)

    assert name == life.name
    assert life == life_from_json(life_to_json(life))


def test_every_file_is_listed() -> None:
    files = (ROOT / "pipeline" / "replay" / "lives").glob("*.json")

    assert sorted(BUNDLED) == sorted(file.stem for file in files)


def test_round_robin_moves_more_than_sticky_in_kip_54() -> None:
    assert 7 == replay("kip-54-cost", "roundrobin").moved
    assert 2 == replay("kip-54-cost", "sticky").moved


def test_static_members_move_nothing_in_a_rolling_deploy() -> None:
    found = replay("rolling-deploy-static", "sticky")

    assert (0, 0, 180 * 30.0) == (found.rebalances, found.moved, found.stopped_partition_seconds)


def test_slow_host_stops_all_of_an_eager_group() -> None:
    eager, cooperative = (replay("slow-host", target) for target in ("sticky", "cooperative-sticky"))

    assert (11_808.0, 2_952.0) == (eager.stopped_partition_seconds, cooperative.stopped_partition_seconds)


REPORT_43 = unpacked("reports") / "43"


def topics(down: str) -> dict[str, list[list[str]]]:
    """The racks of the topic of the broker that bounces, without one of them."""
    up = json.loads((REPORT_43 / "up.json").read_text())
    return {"t": [[rack for rack in racks if rack != down] for racks in up["topics"]["t"]["replica_racks"]]}


@pytest.mark.parametrize(
    ("target", "down", "moved"),
    [
        # As reported: range follows the racks there and back, and sticky rules keep everything.
        ("range", "r1", [4, 4]),
        ("cooperative-sticky", "r1", [0, 0]),
        ("server-range", "r1", [0, 0]),
        ("maven:org.apache.kafka:kafka-clients:4.4.0:RangeAssignor", "r1", [4, 4]),
        ("maven:org.apache.kafka:kafka-clients:4.4.0:CooperativeStickyAssignor", "r1", [0, 0]),
        ("range", "r2", [2, 2]),
        ("range", "no rack", [0, 0]),
    ],
)
def test_bounce_of_a_broker_costs_moves_there_and_back(target: str, down: str, moved: list[int]) -> None:
    document = json.loads(bundled_life("broker-bounce"))
    assert json.loads((REPORT_43 / "down.json").read_text())["topics"]["t"]["replica_racks"] == topics("r1")["t"]
    document["events"][0]["racks"] = topics(down)

    with closing(start_or_skip(target, partial(open_target, target))) as opened:
        replayed = replay_life(life_from_json(document), opened, Timing())

    assert moved == [step.moved for step in replayed.steps[1:]]
    # Classic members see their metadata late. Nobody stops before that.
    assert (300 if ":" in target or target in {"range", "cooperative-sticky"} else 0) <= replayed.steps[1].ended - 600


def test_racks_of_an_event_repeat_over_a_topic_that_has_grown() -> None:
    events = (Event(topics=(("t", 3),)), Event(racks=(("t", (("r1",), ("r2",))),)))

    group = GROUP
    for event in Life(group=GROUP, events=events).events:
        group = group_after(group, event)

    assert (("r1",), ("r2",), ("r1",)) == group.topics[0].replica_racks


def test_racks_of_an_unknown_topic_are_refused() -> None:
    with pytest.raises(InvalidGroup, match=r"events\[0\]\.racks: 'v': expected a topic of the group"):
        Life(group=GROUP, events=(Event(racks=(("v", (("r1",),)),)),))


def test_lag_spread_needs_offsets() -> None:
    assert replay("scale-out", "sticky").lag_spread is None
    assert replay("growing-topic", "sticky").lag_spread is not None


GROUP = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t"]})


def test_change_meets_the_group_at_the_end_of_the_life() -> None:
    life = Life(group=GROUP, events=(Event(leave=("a",), topics=(("v", 4),)), Event(subscribe=(("b", ("v",)),))))

    last = append_change(life, Change(join=1, grow=(("v", 8),))).events[-1]

    assert (("new-1",), (("v", 8),)) == (tuple(member.id for member in last.join), last.topics)


def test_rolling_deploy_restarts_everybody_in_batches() -> None:
    events = append_change(Life(group=GROUP), Change(join=1, rolling=1)).events

    assert Restart(members=("a", "b"), parallel=1) == events[-1].restart


def test_optimum_has_no_clients() -> None:
    runs = (LifeMember(member="a", client="sarama", session_timeout=9.0),)
    life = Life(group=GROUP, runs=runs, events=(Event(upgrade=(("b", "kafka-clients"),)),))

    found = without_clients(life)

    assert (LifeMember(member="a", session_timeout=9.0),) == found.runs
    assert Event(restart=Restart(members=("b",))) == found.events[0]
