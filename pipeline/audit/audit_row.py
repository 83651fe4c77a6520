"""
The audit table, a row for each group and target: its columns, how they are filled, and their Arrow types.

A new column is a field of `AuditRow` and a line in one of the three functions that fill it. Everything else follows
from the fields, the reader in `reports/audit/` included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from kafka_assay.assignors.formats.codec import Small
from kafka_assay.assignors.interface import CANNOT_BE_ASKED
from kafka_assay.assignors.model import REBALANCING_STATES, Group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.pipeline.audit.weight_column import WeightCell
from kafka_assay.pipeline.audit.what_if_column import WhatIfCell
from kafka_assay.properties.measures.subscriptions import count_assignable

RESULTS, RECORD, ERRORS, SUMMARY = "results.parquet", "audit.json", "errors", "summary"
"""
An audit's table (a folder of Parquet files), the record of how it was made, the folder of lines without a group, and
the folder of summary tables.
"""

TODAY = "today"
"""The target of the row with the captured assignment."""


class LawWord(NamedTuple):
    """
    The verdict of one law on one answer, as the table holds it.

    It has the verdict's word, the facts (JSON text) that prove it, and the reason if the failure was declared.
    """

    law: str
    verdict: str
    facts: str = "{}"
    expected: str | None = None


# Not frozen: a frozen dataclass with so many fields takes three times as long to build, and an audit builds millions.
@dataclass(slots=True, kw_only=True)
class AuditRow:
    """
    One group and one target. The fields are the columns, in their order and with their types.

    `index` counts the groups over all inputs from 0. `file` and `line` say where it was read (`line` null: the whole
    file). `group` is its name, or else the place where it was read. `partitions` counts those of subscribed, existing
    topics. `loads` and `optimal_loads` are ascending. Unknown values are null: the figures of a target that gave no
    answer (`error` says why), an optimum that could not be computed, `seconds` and `version` of today. The `seconds` of
    `optimal` include the proof. `name`, `strategy` and `state` are the group's own, from its document. `grade` is the
    grade under which the row is counted. `what_if` is the cost of the audit's change, if there is one. `weighted` are
    the figures in weights, if the audit has weights.

    Only the row of today has `assumptions`, `document` (the group, `assay-group/1`), `badness` (the sort key that puts
    the worst group last), `best` (the assignors that reach the optimum) and `asked` (the number of assignors with a row
    for this group, with an answer or an `error`), and `weighted_plan` (the best plan by weight). The target
    `optimal` is not counted as an assignor.
    """

    index: int
    file: str
    line: int | None
    group: str
    target: str
    name: str | None = None
    version: str | None = None
    members: Small | None = None
    partitions: Small | None = None
    loads: Sequence[Small] | None = None
    optimal_loads: Sequence[Small] | None = None
    sum_of_squares: int | None = None
    optimal_sum_of_squares: int | None = None
    moves: Small | None = None
    optimal_moves: Small | None = None
    unassigned: Small | None = None
    topic_spread: float | None = None
    host_spread: Small | None = None
    laws: Sequence[LawWord] = ()
    assignment: str | None = None
    seconds: float | None = None
    error: str | None = None
    assumptions: Sequence[str] | None = None
    document: str | None = None
    strategy: str | None = None
    state: str | None = None
    grade: str | None = None
    badness: Sequence[float] | None = None
    best: Sequence[str] | None = None
    asked: Small | None = None
    what_if: WhatIfCell | None = None
    weighted: WeightCell | None = None
    weighted_plan: str | None = None

    @property
    def could_not_be_asked(self) -> bool:
        """Whether the group cannot be put to the target at all; `error` says why."""
        return self.error is not None and self.error.startswith(CANNOT_BE_ASKED)

    @property
    def is_rebalancing(self) -> bool:
        """Whether the group has members and was captured during a rebalance, according to its state."""
        return bool(self.members) and self.state in REBALANCING_STATES

    def with_group(self, group: Group) -> AuditRow:
        """The row with the group's sizes, its assignor and its state."""
        return replace(
            self,
            name=group.name,
            members=len(group.members),
            partitions=count_assignable(group),
            strategy=group.strategy,
            state=group.state,
        )

    def with_optimum(self, optimum: Optimum) -> AuditRow:
        """The row with the figures of the optimum."""
        return replace(
            self,
            optimal_loads=optimum.loads,
            optimal_sum_of_squares=optimum.sum_of_squares,
            optimal_moves=optimum.moves,
        )


HEAVY = frozenset({"assignment", "assumptions", "document", "weighted_plan"})
"""Columns that are read only for the few groups that are shown in full."""
LIGHT_COLUMNS = tuple(column.name for column in fields(AuditRow) if column.name not in HEAVY)


def row_of(columns: Mapping[str, Any]) -> AuditRow:
    """The row with these columns, read back from the table. Some may be missing."""
    return AuditRow(**{**columns, **nested_columns(columns)})


def nested_columns(columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that hold structs, read back from the table."""
    cell, weighed = columns.get("what_if"), columns.get("weighted")
    return {
        "laws": tuple(LawWord(**law) for law in columns["laws"] or ()),
        "what_if": None if cell is None else WhatIfCell(**cell),
        "weighted": None if weighed is None else WeightCell(**weighed),
    }
