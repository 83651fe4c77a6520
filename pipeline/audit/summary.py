"""What an audit found, in a few words: the worst groups first."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN = 10
"""How many of the worst groups a summary names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStanding:
    """How one group stands today: its figures, the best possible ones, and the laws of all that it breaks."""

    index: int
    group: str
    members: int
    partitions: int
    loads: tuple[int, ...]
    optimal_loads: tuple[int, ...] | None
    excess: float
    moves_needed: int | None
    unassigned: int
    broken: tuple[str, ...]

    @property
    def is_behind(self) -> bool:
        """
        Whether today's loads are less even than the best possible. Never said of a group that breaks a law of all:
        partitions that nobody has, or two have, make loads that cannot be compared.
        """
        return not self.broken and self.excess > 0

    @property
    def is_optimal(self) -> bool:
        """Whether nothing is broken and the loads are the best possible."""
        return not self.broken and self.loads == self.optimal_loads

    @property
    def badness(self) -> tuple[int, float, float, int]:
        """
        Sorts the worst group last: broken laws, then the share of partitions that nobody has, then the share by which
        today's sum of squares exceeds the optimum's, then moves.
        """
        return len(self.broken), self.unassigned / (self.partitions or 1), self.excess, self.moves_needed or 0


@dataclass(slots=True, kw_only=True)
class AuditCounts:
    """What is counted while the rows pass by. `worst` is a heap of the worst groups, at most `SHOWN`."""

    groups: int = 0
    rows: int = 0
    bad_lines: int = 0
    first_bad: str = ""
    even: int = 0
    broken: int = 0
    behind: int = 0
    undecided: int = 0
    worst: list[tuple[tuple[int, float, float, int], int, GroupStanding]] = field(default_factory=list)

    def add(self, rows: pa.Table) -> None:
        """Count these rows."""
        import pyarrow.compute as pc

        self.rows += rows.num_rows
        mine = rows.filter(pc.equal(rows["target"], TODAY)).select(list(LIGHT_COLUMNS))
        for row in mine.to_pylist():
            standing = standing_of(row)
            self.groups += 1
            self.broken += bool(standing.broken)
            self.behind += standing.is_behind
            self.undecided += standing.optimal_loads is None
            self.even += standing.is_optimal
            heapq.heappush(self.worst, (standing.badness, -standing.index, standing))
            if len(self.worst) > SHOWN:
                heapq.heappop(self.worst)

    def worst_first(self) -> list[GroupStanding]:
        """The worst groups, the very worst first; those that are as good as can be left out."""
        return [
            standing for _, _, standing in sorted(self.worst, reverse=True) if standing.broken or standing.is_behind
        ]


def standing_of(row: dict[str, Any]) -> GroupStanding:
    """How the group of a row of today stands."""
    best = row["optimal_sum_of_squares"]
    return GroupStanding(
        index=row["index"],
        group=row["group"],
        members=row["members"],
        partitions=row["partitions"],
        loads=tuple(row["loads"]),
        optimal_loads=None if row["optimal_loads"] is None else tuple(row["optimal_loads"]),
        excess=0.0 if best is None else (row["sum_of_squares"] - best) / (best or 1),
        moves_needed=row["optimal_moves"],
        unassigned=row["unassigned"],
        broken=tuple(
            said["law"] for said in row["laws"] if said["verdict"] == "broken" and said["law"] != "optimally-balanced"
        ),
    )
