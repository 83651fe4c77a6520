"""A replayed life: how long things take, its rebalances and their figures, and the same as rows of Parquet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from kafka_assay.assignors.formats.codec import Small
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.formats.life_format import event_to_json
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.timeouts import Timeouts
from kafka_assay.pipeline.replay.reader_log import Moment


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

    def timeouts(self) -> Timeouts:
        """What the model of coordinator and members has to know of this."""
        return Timeouts(session=self.session, rebalance=self.poll, restart=self.restart)


Cause = Literal["start", "event", "stop", "return"]
"""Why a group rebalances: it starts, an event, members stop for a restart, or they return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One rebalance of a life, with all its rounds."""

    begun: float
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
    """Largest minus least lag of a member; null without offsets."""

    @property
    def gap(self) -> int:
        """How far the loads are from the best balance."""
        return self.sum_of_squares - self.optimal_sum_of_squares


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedLife:
    """
    A life with one target. The first of `steps` is the start, which the totals leave out; the gaps count it.

    `moments` say who reads what, from the end of the start on. `seconds` is when the last rebalance has ended.
    """

    target: str
    version: str
    protocol: Protocol
    steps: tuple[ReplayStep, ...]
    seconds: float
    stopped_partition_seconds: float
    taken: int
    moments: tuple[Moment, ...]

    @property
    def rebalances(self) -> int:
        """Rebalances after the start."""
        return max(0, len(self.steps) - 1)

    @property
    def rounds(self) -> int:
        """Rounds of all these."""
        return sum(step.rounds for step in self.steps[1:])

    @property
    def moved(self) -> int:
        """Partitions that moved, over all rebalances."""
        return sum(step.moved for step in self.steps[1:])

    @property
    def ownerless(self) -> int:
        """Partitions without an owner when a rebalance began, over all of them."""
        return sum(step.ownerless for step in self.steps[1:])

    @property
    def peak_gap(self) -> int:
        """The largest gap after a rebalance."""
        return max((step.gap for step in self.steps), default=0)

    @property
    def mean_gap(self) -> float:
        """The mean of the gaps after the rebalances."""
        return sum(step.gap for step in self.steps) / len(self.steps) if self.steps else 0.0

    @property
    def lag_spread(self) -> float | None:
        """The mean, over the rebalances, of the largest lag of a member minus the least; None without offsets."""
        spreads = [step.lag_spread for step in self.steps if step.lag_spread is not None]
        return sum(spreads) / len(spreads) if spreads else None


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
