"""A replayed life: its rebalances and their figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.pipeline.replay.reader_log import Moment

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
