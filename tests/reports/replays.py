"""Replays for the tests of their pages."""

from __future__ import annotations

import json
from functools import cache

from kafka_assay.assignors.formats.life_format import life_from_json
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.pipeline.replay.life_input import bundled_life
from kafka_assay.pipeline.replay.replay import replay_life
from kafka_assay.pipeline.replay.replayed_life import Timing
from kafka_assay.pipeline.whatif.what_if import LeftOut
from kafka_assay.reports.views.replay import ReplayReport


@cache
def replay_of(name: str, *targets: str) -> ReplayReport:
    """Return a bundled life with `targets` and the optimum. One more target was left out."""
    life = life_from_json(json.loads(bundled_life(name)))
    timing = Timing()
    return ReplayReport(
        life=name,
        members=len(life.group.members),
        partitions=12,
        events=len(life.events),
        timing=timing,
        targets=tuple(replay_life(life, ReferenceTarget(target), timing) for target in targets),
        optimum=replay_life(life, ReferenceTarget(OPTIMAL), timing),
        left_out=(LeftOut("lag", "crash"),),
        assumptions=("every member subscribes to every topic",),
        command=f"assay replay {name}",
    )
