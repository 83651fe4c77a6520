"""A row for each month and target."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.life import Life
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.properties.measures.subscriptions import count_assignable


class MonthRow(NamedTuple):
    """
    What a month costs with a target. The figures are null if there is no outcome.

    `refused` says why the target cannot be asked about the month, `error` why it gave no valid answer. `static`:
    members are static. `members`, `topics` and `partitions` are those at the start.
    """

    month: int
    target: str
    version: str
    protocol: str
    members: int
    topics: int
    partitions: int
    static: bool
    events: int
    rebalances: int | None = None
    rounds: int | None = None
    moved: int | None = None
    ownerless: int | None = None
    taken: int | None = None
    stopped_partition_seconds: float | None = None
    peak_gap: int | None = None
    mean_gap: float | None = None
    refused: str | None = None
    error: str | None = None

    @property
    def has_outcome(self) -> bool:
        """Whether the target lived through the month."""
        return self.rebalances is not None


def month_row(number: int, life: Life, target: tuple[str, str, str]) -> MonthRow:
    """The row of a month without figures. `target` is its name, its version and its protocol."""
    name, version, protocol = target
    return MonthRow(
        month=number,
        target=name,
        version=version,
        protocol=protocol,
        members=len(life.group.members),
        topics=len(life.group.topics),
        partitions=count_assignable(life.group),
        static=any(member.instance_id is not None for member in life.group.members),
        events=len(life.events),
    )


def with_figures(row: MonthRow, replayed: ReplayedLife) -> MonthRow:
    """The row with the figures of the replayed month."""
    return row._replace(
        rebalances=replayed.rebalances,
        rounds=replayed.rounds,
        moved=replayed.moved,
        ownerless=replayed.ownerless,
        taken=replayed.taken,
        stopped_partition_seconds=replayed.stopped_partition_seconds,
        peak_gap=replayed.peak_gap,
        mean_gap=replayed.mean_gap,
    )
