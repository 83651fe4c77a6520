"""One group of an audit today: its figures, its grade, and how bad it is."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.grading import Grade, grade


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStanding:
    """One group today, beside the best possible."""

    index: int
    """The number of the group, from 0."""
    group: str
    """Its name."""
    members: int
    """Its members."""
    partitions: int
    """Partitions of subscribed, existing topics."""
    loads: tuple[int, ...]
    """Partitions of each member today, ascending."""
    optimal_loads: tuple[int, ...] | None
    """The best possible loads."""
    excess: float
    """The sum of squared loads above the optimum's, as a share of it."""
    moves_needed: int | None
    """The moves of the optimum."""
    unassigned: int
    """Partitions without an owner."""
    broken: tuple[str, ...]
    """The laws of all that it breaks."""
    grade: Grade
    """The grade of today's assignment."""
    strategy: str | None = None
    """The assignor that it runs; null if the capture does not say."""
    state: str | None = None
    """Kafka's state of it; null if the capture does not say."""

    @property
    def is_bad(self) -> bool:
        """
        Whether the group breaks a law for every assignor, or is less even than possible. False for a rebalancing group.
        """
        return self.grade in {Grade.INVALID, Grade.LESS_EVEN}

    @property
    def is_rebalancing(self) -> bool:
        """Whether the group was captured during a rebalance, so that it is not judged."""
        return self.grade is Grade.REBALANCING

    @property
    def badness(self) -> tuple[float, ...]:
        """
        The sort key that puts the worst group last.

        A bad group is worse than a rebalancing one, which is worse than a good one. Then these count: broken laws, the
        share of unassigned partitions, how far today's sum of squares exceeds the optimum's (as a share), and moves.
        """
        rank = 2.0 if self.is_bad else 1.0 if self.is_rebalancing else 0.0
        moves = float(self.moves_needed or 0)
        return rank, float(len(self.broken)), self.unassigned / (self.partitions or 1), self.excess, moves


def standing_of(row: AuditRow) -> GroupStanding:
    """The standing of the group in a row of today."""
    best = row.optimal_sum_of_squares
    return GroupStanding(
        index=row.index,
        group=row.group,
        members=row.members or 0,
        partitions=row.partitions or 0,
        loads=tuple(row.loads or ()),
        optimal_loads=None if row.optimal_loads is None else tuple(row.optimal_loads),
        excess=0.0 if best is None else ((row.sum_of_squares or 0) - best) / (best or 1),
        moves_needed=row.optimal_moves,
        unassigned=row.unassigned or 0,
        broken=tuple(
            law_word.law
            for law_word in row.laws
            if law_word.verdict == "broken" and law_word.law != "optimally-balanced"
        ),
        grade=grade(row),
        strategy=row.strategy,
        state=row.state,
    )
