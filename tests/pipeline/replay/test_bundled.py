"""Tests of the bundled lives: they are lives, and show what they are for."""

from __future__ import annotations

import json

import pytest

from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Life
from kafka_assay.pipeline.replay import bundled
from kafka_assay.pipeline.replay.best_balance import BestBalance
from kafka_assay.pipeline.replay.bundled import BUNDLED, bundled_life
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.pipeline.replay.timing import Timing
from studies.output import ROOT


def read(name: str) -> Life:
    return life_from_json(json.loads(bundled_life(name)))


def replay(name: str, target: str) -> ReplayedLife:
    return replay_life(read(name), ReferenceTarget(target), Timing(), BestBalance())


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_life_has_its_name(name: str) -> None:
    assert name == read(name).name


def test_every_file_is_listed() -> None:
    assert bundled.__file__
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


def test_lag_spread_needs_offsets() -> None:
    assert replay("scale-out", "sticky").lag_spread is None
    assert replay("growing-topic", "sticky").lag_spread is not None
