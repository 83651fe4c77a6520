"""A row for each month and target."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.life import Life
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.properties.measures.subscriptions import count_assignable


class MonthRow(NamedTuple):
    """What a month costs with a target. The figures are null if there is no outcome."""

    month: int
    """The number of the month. With the seed it makes the month again."""
    target: str
    """The assignor."""
    version: str
    """Its release."""
    protocol: str
    """`eager`, `cooperative` or `consumer` (KIP-848)."""
    members: int
    """The number of members at the start."""
    topics: int
    """The number of topics at the start."""
    partitions: int
    """The number of partitions at the start."""
    static: bool
    """Whether the members are static."""
    events: int
    """The number of events."""
    rebalances: int | None = None
    """The number of rebalances after the start. This and the next are null without an outcome."""
    rounds: int | None = None
    """How often the members joined."""
    moved: int | None = None
    """Partitions that had an owner that takes part, and another one afterwards."""
    ownerless: int | None = None
    """Partitions without an owner when a rebalance began."""
    taken: int | None = None
    """How often a partition got a reader other than its last one."""
    stopped_partition_seconds: float | None = None
    """Partition-seconds without a reader."""
    peak_gap: int | None = None
    """The largest sum of squared loads above the least possible one, after a rebalance."""
    mean_gap: float | None = None
    """The mean over all rebalances."""
    refused: str | None = None
    """Why the target cannot be asked about the month."""
    error: str | None = None
    """Why it gave no valid answer."""

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
