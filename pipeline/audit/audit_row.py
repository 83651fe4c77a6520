"""
The audit table, a row for each group and target: its columns, how they are filled, their Arrow types, and the grades.

A new column is a field of `AuditRow` and a line in a function of `group_audit.py` that fills it. Everything else
follows from the fields, the reader in `reports/audit/` included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple

from kafka_assay.assignors.formats.codec import Small
from kafka_assay.assignors.interface import CANNOT_BE_ASKED
from kafka_assay.assignors.model import REBALANCING_STATES
from kafka_assay.pipeline.audit.answer_figures import LagCell
from kafka_assay.pipeline.audit.extra_columns import WeightCell, WhatIfCell
from kafka_assay.properties.measures.spread import idle_members
from kafka_assay.properties.registry import LAWS

FORMAT = "assay-audit/1"
RESULTS, RECORD, ERRORS, SUMMARY = "results.parquet", "audit.json", "errors", "summary"
"""
An audit's table (a folder of Parquet files), the record of how it was made, the folder of lines without a group, and
the folder of summary tables.
"""

TODAY = "today"
"""The target of the row with the captured assignment."""


VALIDITY = frozenset(law.id for law in LAWS if law.promise is None)
"""The laws for every assignor. If one is broken, loads and moves cannot be compared."""


class Grade(StrEnum):
    """The grades from best to worst. The values are the words that people read."""

    OPTIMAL = "at the optimum"
    NEEDLESS_MOVES = "balanced, with needless moves"
    LESS_EVEN = "less balanced than possible"
    INVALID = "invalid"
    NO_ANSWER = "without an answer"
    UNKNOWN = "without a proven optimum"
    REBALANCING = "rebalancing"
    EMPTY = "without members"
    UNASKED = "not applicable"


COMPARABLE = frozenset({Grade.OPTIMAL, Grade.NEEDLESS_MOVES, Grade.LESS_EVEN})
"""The grades of answers whose balance and moves can be compared."""

WEIGHABLE = COMPARABLE | {Grade.UNKNOWN}
"""The grades of answers whose weights can be compared."""

NOT_COUNTED = frozenset({Grade.EMPTY, Grade.UNASKED, Grade.REBALANCING})
"""The grades that say nothing about the answer. Such a group is left out of every share."""


class LawWord(NamedTuple):
    """The verdict of one law on one answer, as the table holds it."""

    law: str
    verdict: str
    facts: str = "{}"
    expected: str | None = None


# Not frozen: a frozen dataclass with so many fields takes three times as long to build, and an audit builds millions.
@dataclass(slots=True, kw_only=True)
class AuditRow:
    """One group and one target. The fields are the columns, in order and with their types. Unknown values are null."""

    index: int
    """The number of the group over all inputs, from 0. On Spark the numbers have gaps, which follow its blocks."""
    file: str
    """The file from which the group was read."""
    line: int | None
    """The line of the file; null for a whole file, and on Spark."""
    group: str
    """The group's name, or the place where it was read; of a sample with the time of its capture."""
    target: str
    """The assignor; `today` is the captured assignment."""
    name: str | None = None
    """The group's name, from its document; null if it has none."""
    captured_at: str | None = None
    """The time of the capture, of a sample of `assay capture --every`; else null."""
    version: str | None = None
    """The release of the assignor; null for `today`."""
    members: Small | None = None
    """The number of members."""
    partitions: Small | None = None
    """The number of partitions of subscribed, existing topics."""
    loads: Sequence[Small] | None = None
    """The number of partitions of each member, ascending."""
    optimal_loads: Sequence[Small] | None = None
    """The same for the optimum."""
    sum_of_squares: int | None = None
    """The sum of squared loads, a measure of imbalance."""
    optimal_sum_of_squares: int | None = None
    """The same for the optimum. The report's *gap* is the difference of both, where the answer is judged."""
    moves: Small | None = None
    """The number of partitions that leave their valid owner."""
    optimal_moves: Small | None = None
    """The fewest moves with the best balance."""
    unassigned: Small | None = None
    """Partitions without an owner."""
    topic_spread: float | None = None
    """In each topic, most minus least partitions of its subscribers; the mean over the topics."""
    host_spread: Small | None = None
    """Most minus least partitions of a host."""
    laws: Sequence[LawWord] = ()
    """The verdict on each law, the facts that prove it (JSON), and the reason of a declared failure."""
    assignment: str | None = None
    """The answer (JSON)."""
    seconds: float | None = None
    """The time of the answer; for the target `optimal`, the proof included. Null for `today`."""
    error: str | None = None
    """Why there is no answer, or no optimum. Its figures are null."""
    assumptions: Sequence[str] | None = None
    """Rows `today` only: what the import assumed."""
    document: str | None = None
    """Rows `today` only: the group (`assay-group/1`)."""
    strategy: str | None = None
    """The group's present assignor, as its client or broker names it."""
    state: str | None = None
    """Kafka's state of the group."""
    grade: str | None = None
    """
    The grade under which the row is counted. From best to worst: `at the optimum`; `balanced, with needless moves`;
    `less balanced than possible`; `invalid` (a law for every assignor is broken); `without an answer`; `without a
    proven optimum`. In no share: `rebalancing`, `without members`, and `not applicable` (the group cannot be put to the
    target).
    """
    badness: Sequence[float] | None = None
    """
    Rows `today` only: the key of "worst first", compared part by part, the greatest first: 2 for `invalid` and `less
    balanced than possible`, 1 for `rebalancing`, else 0; the number of broken laws; the share of unassigned partitions;
    `sum_of_squares` above the optimum's, as a share of it; `optimal_moves`. Equal keys: the smaller `index` first.
    """
    best: Sequence[str] | None = None
    """Rows `today` only: the assignors that reach the optimum."""
    asked: Small | None = None
    """
    Rows `today` only: the number of assignors that have a row, with an answer or an `error` (`optimal` not counted).
    """
    what_if: WhatIfCell | None = None
    """
    The cost of the change that the options of `assay whatif` describe, such as `--restart` and `--rolling`. `loads` are
    ascending, `rounds` is their number. `moves_range` is that of `moved` where it depends on ids that do not exist yet.
    `error` says why there are no figures, and `impossible` that the group has no such member or topic. Null without a
    change, and for `today`.
    """
    by_lag: LagCell | None = None
    """
    Where offsets are known: the records that the heaviest member has not read (`most`). Rows `today` also have those of
    all partitions (`total`), of the heaviest `partition` (`floor`), and what no plan can go below (`least`).
    """
    weighted: WeightCell | None = None
    """
    With `--weights`: the weight of the heaviest member (`most`), the sum of squared weights, and the weight that leaves
    its valid owner (`moved`). Rows `today` also have these figures of the best plan found (`best_...`), and whether it
    is `proved` or `bounded`; or `error`: why there are no figures.
    """
    weighted_plan: str | None = None
    """Rows `today` only, with `--weights`: the best plan found (JSON)."""

    @property
    def least(self) -> int | None:
        """The least load; None without a member."""
        return self.loads[0] if self.loads else None

    @property
    def most(self) -> int | None:
        """The largest load."""
        return self.loads[-1] if self.loads else None

    @property
    def idle(self) -> int | None:
        """The number of members without a partition; None where the loads are unknown."""
        return None if self.loads is None else idle_members(self.loads)

    @property
    def idle_in_vain(self) -> int:
        """The number of idle members that work in the optimum."""
        return (self.idle or 0) - idle_members(self.optimal_loads) if self.optimal_loads is not None else 0

    @property
    def own_grade(self) -> Grade:
        """The grade of this answer itself: all answers about a rebalancing group are counted as rebalancing."""
        if self.grade is None or (self.is_rebalancing and self.target != TODAY):
            return grade(self)
        return Grade(self.grade)

    @property
    def is_bad(self) -> bool:
        """
        Whether the answer breaks a law for every assignor, or is less even than possible: by weight if that is known.
        """
        excess = None if self.own_grade is Grade.REBALANCING else self.weight_excess
        return self.own_grade is Grade.INVALID or (self.own_grade is Grade.LESS_EVEN if excess is None else excess > 0)

    @property
    def weight_excess(self) -> float | None:
        """By how much the heaviest member exceeds that of the best plan found; None without weights or a plan."""
        cell = self.weighted
        return None if cell is None or cell.most is None or cell.best_most is None else cell.most - cell.best_most

    @property
    def gap(self) -> int | None:
        """How far the sum of squared loads exceeds the best possible; None if unknown or not judged."""
        if self.sum_of_squares is None or self.optimal_sum_of_squares is None:
            return None
        is_judged = self.own_grade not in {Grade.INVALID, Grade.REBALANCING}
        return self.sum_of_squares - self.optimal_sum_of_squares if is_judged else None

    @property
    def broken(self) -> tuple[str, ...]:
        """The broken laws. Balance is compared with the optimum, but a worse balance breaks no law."""
        broken = (word.law for word in self.laws if word.verdict == "broken")
        return tuple(law for law in broken if law != "optimally-balanced")

    @property
    def could_not_be_asked(self) -> bool:
        """Whether the group cannot be put to the target at all; `error` says why."""
        return self.error is not None and self.error.startswith(CANNOT_BE_ASKED)

    @property
    def is_rebalancing(self) -> bool:
        """Whether the group has members and was captured during a rebalance, according to its state."""
        return bool(self.members) and self.state in REBALANCING_STATES


def grade(row: AuditRow) -> Grade:
    """
    The grade of this row's answer. A broken law for every assignor outweighs all figures.

    The captured assignment of a rebalancing group is not judged, because ownership was about to change.
    """
    if row.could_not_be_asked:
        return Grade.UNASKED
    if row.error is not None and row.sum_of_squares is None:
        return Grade.NO_ANSWER
    if row.target == TODAY and row.is_rebalancing:
        return Grade.REBALANCING
    if any(law_word.law in VALIDITY and law_word.verdict == "broken" for law_word in row.laws):
        return Grade.INVALID
    if not row.members:
        return Grade.EMPTY
    if row.optimal_sum_of_squares is None or row.optimal_moves is None or row.sum_of_squares is None:
        return Grade.UNKNOWN
    if row.sum_of_squares > row.optimal_sum_of_squares:
        return Grade.LESS_EVEN
    if row.moves is not None and row.moves > row.optimal_moves:
        return Grade.NEEDLESS_MOVES
    return Grade.OPTIMAL


def badness_of(today: AuditRow) -> tuple[float, ...]:
    """
    The sort key that puts the worst group last.

    A bad group is worse than a rebalancing one, which is worse than a good one. Then these count: broken laws, the
    share of unassigned partitions, how far today's sum of squares exceeds the optimum's (as a share), and moves. With
    weights, how far the heaviest member exceeds that of the best plan counts in the place of the squares.
    """
    rank = 2.0 if today.is_bad else 1.0 if today.own_grade is Grade.REBALANCING else 0.0
    best = today.optimal_sum_of_squares
    excess = 0.0 if best is None else ((today.sum_of_squares or 0) - best) / (best or 1)
    excess = today.weight_excess if today.weight_excess is not None else excess
    lost = (today.unassigned or 0) / (today.partitions or 1)
    return rank, float(len(today.broken)), lost, excess, float(today.optimal_moves or 0)


HEAVY = frozenset({"assignment", "assumptions", "document", "weighted_plan"})
"""Columns that are read only for the few groups that are shown in full."""
LIGHT_COLUMNS = tuple(column.name for column in fields(AuditRow) if column.name not in HEAVY)


def row_of(columns: Mapping[str, Any]) -> AuditRow:
    """The row with these columns, read back from the table. Some may be missing."""
    kinds: dict[str, Callable[..., object]] = {"what_if": WhatIfCell, "weighted": WeightCell, "by_lag": LagCell}
    nested = {name: kind(**columns[name]) for name, kind in kinds.items() if columns.get(name) is not None}
    laws = tuple(LawWord(**law) for law in columns.get("laws") or ())
    return AuditRow(**{**columns, **nested, "laws": laws})
