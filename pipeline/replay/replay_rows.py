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
    """A rebalance of a life with a target."""

    life: str
    """The name of the life."""
    target: str
    """The assignor."""
    version: str
    """Its release."""
    protocol: str
    """`eager`, `cooperative` or `consumer` (KIP-848)."""
    rebalance: Small
    """The number of the rebalance; 0 is the start."""
    at: float
    """When its change happened, in seconds from the start."""
    ended: float
    """When all members had their part."""
    cause: str
    """`start`, `event`, `stop` or `return`."""
    event_number: Small | None
    """The number of the event in the life."""
    event: str
    """The part of the event that led to this rebalance (JSON)."""
    rounds: int
    """How often the members joined."""
    members: int
    """The members that the assignor was asked about."""
    partitions: int
    """The partitions that it was asked about."""
    moved: int
    """Partitions that had an owner that takes part, and another one afterwards."""
    ownerless: int
    """Partitions without an owner when a rebalance began."""
    stopped_partition_seconds: float
    """Partition-seconds without a reader."""
    sum_of_squares: int
    """The sum of squared loads afterwards."""
    optimal_sum_of_squares: int | None
    """The least possible one."""
    lag_spread: int | None
    """The largest lag of a member minus the least; null without offsets."""


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
