"""A replayed life: how long things take, its rebalances, its readers, and the same as rows of Parquet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from kafka_assay.assignors.formats.codec import Small, read_rows
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.formats.life_format import event_to_json
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.properties.records.typed_record import WRITERS, write_record


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long things take, in seconds. Defaults are Kafka's, where it has one."""

    rebalance: float = 3.0
    """One round of a rebalance: members hear of it with their next heartbeat (Kafka: `heartbeat.interval.ms`)."""
    restart: float = 30.0
    """Until a restarted member is back. Kafka has no such default; this is an assumption."""
    metadata: float = 300.0
    """Until classic members see that a topic has grown, if nothing else happens (Kafka: `metadata.max.age.ms`)."""
    rebuild: float = 0.0
    """Until a member reads a partition that it takes over, because it first rebuilds its state."""
    session: float = 45.0
    """The session timeout of members that name none (Kafka: `session.timeout.ms`)."""
    poll: float = 300.0
    """The rebalance timeout of members that name none (Kafka: `max.poll.interval.ms`)."""
    pause: float = 60.0
    """Between the end of a rebalance and an event without a time."""


Cause = Literal["start", "event", "stop", "return"]
"""Why a group rebalances: it starts, an event, members stop for a restart, or they return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenLaw:
    """A validity law that an answer breaks."""

    law: str
    """The law."""
    partition: str
    """The first partition that shows it: `t-0`."""
    partitions: int
    """How many show it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One rebalance of a life, with all its rounds."""

    at: float
    """When the change happens, in seconds."""
    ended: float
    """When every member has its part."""
    cause: Cause
    """Why: the start, an event, members stop for a restart, or they return."""
    number: int | None
    """The number of the event in the life, from 0."""
    event: Event
    """The part of the event that led to this rebalance."""
    rounds: int
    """Its rounds."""
    members: int
    """The members that the assignor was asked about."""
    partitions: int
    """The partitions of the topics to which they subscribe."""
    moved: int
    """Partitions that had an owner that takes part, and another one afterwards."""
    ownerless: int
    """Partitions without an owner when it began."""
    stopped_partition_seconds: float
    """Partition-seconds without a reader since the last rebalance."""
    sum_of_squares: int
    """The sum of squared loads afterwards."""
    optimal_sum_of_squares: int
    """The least possible one."""
    lag_spread: int | None
    """Largest minus least lag of a member; null without offsets, or where a law is broken."""
    broken: tuple[BrokenLaw, ...] = ()
    """The validity laws that the answer breaks. What it gives to nobody who subscribes, nobody reads."""


class ReaderRow(NamedTuple):
    """The partitions of a member with a target, from `at` until its next row."""

    target: str
    """The assignor."""
    at: float
    """The time, in seconds from the start."""
    member: str
    """The member."""
    first: int
    """Its partitions from then on that it has read since the start, or before anybody else."""
    taken: int
    """Those that it took over from another member."""
    stopped: int
    """Those that nobody reads, and that it was the last to read."""

    @property
    def partitions(self) -> int:
        """All of these."""
        return self.first + self.taken + self.stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayBreak:
    """A validity law that answers of a life break, and what that costs."""

    law: str
    """The law."""
    partition: str
    """The first partition that shows it."""
    partitions: int
    """The most partitions that show it in one answer."""
    rebalances: int
    """How many answers break it; that of the start counts."""
    at: float
    """When the change before the first of them happened."""
    until: float | None
    """When members have an answer that keeps it; null: not before the end."""
    unread_partition_seconds: float
    """Partition-seconds in which nobody reads these partitions, until the next rebalance has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedLife:
    """A life with one target. Sums are over all rebalances after the start."""

    target: str
    """The assignor."""
    version: str
    """Its version."""
    protocol: Protocol
    """Who stops during a rebalance: everybody (`eager`), or only what moves."""
    rebalances: int
    """How often the group rebalances."""
    rounds: int
    """How often its members join, or reconcile, for that."""
    moved: int
    """Partitions that moved to another member."""
    ownerless: int
    """Partitions without an owner when a rebalance began."""
    taken: int
    """How often a partition got a reader other than its last one."""
    stopped_partition_seconds: float
    """Partition-seconds without a reader."""
    seconds: float
    """When the last rebalance has ended."""
    peak_gap: int | None
    """The largest distance from the best balance after a rebalance; null if no answer is valid."""
    mean_gap: float | None
    """The mean of these distances, over valid answers."""
    lag_spread: float | None
    """Largest minus least lag of a member, mean; null without offsets."""
    steps: tuple[ReplayStep, ...]
    """The rebalances. The first is the start."""
    breaks: tuple[ReplayBreak, ...] = ()
    """The validity laws that answers break."""
    readers: tuple[ReaderRow, ...] = ()
    """Who reads how many partitions, from the end of the start on."""
    moved_range: tuple[int, ...] | None = None
    """The least and most of `moved` over the places where the id of a joiner can sort; null where it is the same."""
    stopped_range: tuple[float, ...] | None = None
    """The same of `stopped_partition_seconds`."""

    def with_ranges(self, others: Iterable[ReplayedLife]) -> ReplayedLife:
        """The life with the ranges of what it and the `others` cost."""
        lives = [self, *others]
        moved, stopped = [one.moved for one in lives], [one.stopped_partition_seconds for one in lives]
        return replace(
            self,
            moved_range=(min(moved), max(moved)) if len(set(moved)) > 1 else None,
            stopped_range=(min(stopped), max(stopped)) if len(set(stopped)) > 1 else None,
        )


# Who reads what is in a file of its own.
WRITERS[ReplayedLife] = lambda replayed: write_record(replayed, "readers")

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
    """The largest lag of a member minus the least; null without offsets, or where a law is broken."""
    broken: str
    """The validity laws that the answer breaks, separated by a space; mostly empty."""


def replay_rows(life: str, replayed: ReplayedLife) -> list[ReplayRow]:
    """The rows of one life with one target."""
    figures = ReplayRow._fields[ReplayRow._fields.index("rounds") : -1]
    return [
        ReplayRow(
            life=life,
            target=replayed.target,
            version=replayed.version,
            protocol=replayed.protocol.value,
            rebalance=number,
            at=step.at,
            ended=step.ended,
            cause=step.cause,
            event_number=step.number,
            event=compact_json(event_to_json(step.event)),
            **{name: getattr(step, name) for name in figures},
            broken=" ".join(one.law for one in step.broken),
        )
        for number, step in enumerate(replayed.steps)
    ]


def read_readers(file: Path) -> list[ReaderRow]:
    """The rows of all targets. Raises `AssayError` if the file is missing or damaged."""
    return read_rows(file, ReaderRow, "{}: expected the readers of a replay (assay replay --out)")
