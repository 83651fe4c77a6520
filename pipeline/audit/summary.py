"""A short summary of an audit, with the worst groups first."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kafka_assay.pipeline.audit.audit_row import LIGHT_COLUMNS, TODAY, row_of
from kafka_assay.pipeline.audit.grading import Grade, grade
from kafka_assay.pipeline.audit.tally import AssignorTally

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN = 10
"""The number of worst groups in a summary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStanding:
    """
    One group today: its figures, the best possible ones, the broken laws for every assignor, and its grade.

    `strategy` is its assignor, `state` is Kafka's state; None if the capture does not say.
    """

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
    grade: Grade
    strategy: str | None = None
    state: str | None = None

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
    def badness(self) -> tuple[int, int, float, float, int]:
        """
        The sort key that puts the worst group last.

        A bad group is worse than a rebalancing one, which is worse than a good one. Then these count: broken laws, the
        share of unassigned partitions, how far today's sum of squares exceeds the optimum's (as a share), and moves.
        """
        rank = 2 if self.is_bad else 1 if self.is_rebalancing else 0
        return rank, len(self.broken), self.unassigned / (self.partitions or 1), self.excess, self.moves_needed or 0


@dataclass(slots=True, kw_only=True)
class AuditCounts:
    """
    The counts over all rows.

    `without_optimum` counts the groups whose optimum is not proven. `rebalancing` names the first rebalancing groups.
    `worst` is a heap of the worst groups, at most `SHOWN`. `tallies` holds the results of each target.
    """

    groups: int = 0
    rows: int = 0
    bad_lines: int = 0
    first_bad: str = ""
    without_optimum: int = 0
    rebalancing: list[str] = field(default_factory=list)
    worst: list[tuple[tuple[int, int, float, float, int], int, GroupStanding]] = field(default_factory=list)
    tallies: dict[str, AssignorTally] = field(default_factory=dict)

    def add(self, rows: pa.Table) -> None:
        """Count these rows."""
        import pyarrow.compute as pc

        self.rows += rows.num_rows
        today = pc.equal(rows["target"], TODAY)
        for columns in rows.filter(today).select(list(LIGHT_COLUMNS)).to_pylist():
            self._add_standing(standing_of(columns))
            self._tally(columns)
        answers = rows.filter(pc.invert(today))
        words = _open_words(answers)
        for place, columns in enumerate(answers.select(_TALLIED).to_pylist()):
            self._tally({**columns, "laws": words.get(place)})

    def _add_standing(self, standing: GroupStanding) -> None:
        self.groups += 1
        self.without_optimum += standing.optimal_loads is None
        if standing.is_rebalancing and len(self.rebalancing) < SHOWN:
            self.rebalancing.append(standing.group)
        heapq.heappush(self.worst, (standing.badness, -standing.index, standing))
        if len(self.worst) > SHOWN:
            heapq.heappop(self.worst)

    def _tally(self, columns: Mapping[str, Any]) -> None:
        target = columns["target"]
        if target not in self.tallies:
            self.tallies[target] = AssignorTally(target=target)
        self.tallies[target].add(row_of(columns))

    @property
    def grades(self) -> Counter[Grade]:
        """The number of groups with each grade today. Every group has one."""
        return self.tallies[TODAY].grades if TODAY in self.tallies else Counter()

    @property
    def bad(self) -> int:
        """The number of groups that break a law for every assignor today, or are less balanced than possible."""
        return self.grades[Grade.INVALID] + self.grades[Grade.LESS_EVEN]

    def worst_first(self) -> list[GroupStanding]:
        """The worst groups, the worst first. Optimal and rebalancing groups are left out."""
        return [standing for _, _, standing in sorted(self.worst, reverse=True) if standing.is_bad]


_TALLIED = [
    name
    for name in LIGHT_COLUMNS
    if name not in {"loads", "optimal_loads", "laws", "partitions", "unassigned", "host_spread", "strategy"}
]
"""The columns that a tally needs, except the laws: lists are slow to read, and there may be millions of rows."""


def _open_words(rows: pa.Table) -> dict[int, list[dict[str, Any]]]:
    """
    Place of a row -> its broken or undecided laws, without facts. Kept laws are left out, because they are the most.
    """
    import pyarrow.compute as pc

    laws = rows["laws"].combine_chunks()
    law_words = pc.list_flatten(laws)
    are_open = pc.not_equal(pc.struct_field(law_words, "verdict"), "kept")
    left = law_words.filter(are_open)
    found: dict[int, list[dict[str, Any]]] = {}
    columns = [pc.struct_field(left, name).to_pylist() for name in ("law", "verdict", "expected")]
    for place, *word in zip(pc.list_parent_indices(laws).filter(are_open).to_pylist(), *columns, strict=True):
        found.setdefault(place, []).append(dict(zip(("law", "verdict", "expected"), word, strict=True)))
    return found


def standing_of(columns: Mapping[str, Any]) -> GroupStanding:
    """The standing of the group in a row of today."""
    row = row_of(columns)
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
