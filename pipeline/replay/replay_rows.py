"""The rebalances of replayed lives as Parquet: one row for each rebalance and target."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.formats.codec import Small
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.formats.life_format import event_to_json
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife

ROWS = "replay.parquet"
"""The file in an output folder."""


class ReplayRow(NamedTuple):
    """A rebalance of a life with a target. `rebalance` counts from 0, which is the start."""

    life: str
    target: str
    version: str
    protocol: str
    rebalance: Small
    at: float
    ended: float
    cause: str
    event_number: Small | None
    event: str
    rounds: int
    members: int
    partitions: int
    moved: int
    ownerless: int
    stopped_partition_seconds: float
    sum_of_squares: int
    optimal_sum_of_squares: int | None
    lag_spread: int | None


def replay_rows(life: str, replayed: ReplayedLife) -> list[ReplayRow]:
    """The rows of one life with one target."""
    return [
        ReplayRow(
            life=life,
            target=replayed.target,
            version=replayed.version,
            protocol=replayed.protocol.value,
            rebalance=number,
            at=step.begun,
            ended=step.ended,
            cause=step.cause,
            event_number=step.number,
            event=compact_json(event_to_json(step.event)),
            rounds=step.rounds,
            members=step.members,
            partitions=step.partitions,
            moved=step.moved,
            ownerless=step.ownerless,
            stopped_partition_seconds=step.stopped_partition_seconds,
            sum_of_squares=step.sum_of_squares,
            optimal_sum_of_squares=step.optimal_sum_of_squares,
            lag_spread=step.lag_spread,
        )
        for number, step in enumerate(replayed.steps)
    ]
