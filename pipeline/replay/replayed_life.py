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
    """
    One rebalance with all its rounds, `begun` when its change happened and `ended` when all members have their part.

    `number` is that of the event in the life, `event` the part of it that led to this rebalance. `members` and
    `partitions` are those that the assignor was asked about. Partitions that `moved` had an owner that takes part, and
    another one afterwards; `ownerless` ones had none when the rebalance began.
    """

    begun: float
    ended: float
    cause: Cause
    number: int | None
    event: Event
    rounds: int
    members: int
    partitions: int
    moved: int
    ownerless: int
    stopped_partition_seconds: float
    sum_of_squares: int
    optimal_sum_of_squares: int
    lag_spread: int | None

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
