"""
The audit table, a row for each group and target: its columns, how they are filled, and their Arrow types.

A new column is a field of `AuditRow` and a line in one of the three functions that fill it. Everything else follows
from the fields, the reader in `reports/audit/` included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
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
    """The verdict of one law on one answer, as the table holds it."""

    law: str
    verdict: str
    facts: str = "{}"
    expected: str | None = None


# Not frozen: a frozen dataclass with so many fields takes three times as long to build, and an audit builds millions.
@dataclass(slots=True, kw_only=True)
class AuditRow:
    """
    One group and one target. The fields are the columns, in their order and with their types. Unknown values are null.
    """

    index: int
    """The number of the group over all inputs, from 0."""
    file: str
    """The file from which the group was read."""
    line: int | None
    """The line of the file; null for a whole file."""
    group: str
    """The group's name, or the place where it was read."""
    target: str
    """The assignor; `today` is the captured assignment."""
    name: str | None = None
    """The group's name, from its document; null if it has none."""
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
    """The same for the optimum."""
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
    """The grade under which the row is counted."""
    badness: Sequence[float] | None = None
    """Rows `today` only: a sort key; the worst group has the greatest."""
    best: Sequence[str] | None = None
    """Rows `today` only: the assignors that reach the optimum."""
    asked: Small | None = None
    """
    Rows `today` only: the number of assignors that have a row, with an answer or an `error` (`optimal` not counted).
    """
    what_if: WhatIfCell | None = None
    """
    The cost of the change that `--leave`, `--join`, `--grow` and `--restart` describe. `loads` are ascending, `rounds`
    is their number. `error` says why there are no figures, and `impossible` that the group has no such member or topic.
    Null without a change, and for `today`.
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
    def could_not_be_asked(self) -> bool:
        """Whether the group cannot be put to the target at all; `error` says why."""
        return self.error is not None and self.error.startswith(CANNOT_BE_ASKED)

    @property
    def is_rebalancing(self) -> bool:
        """Whether the group has members and was captured during a rebalance, according to its state."""
        return bool(self.members) and self.state in REBALANCING_STATES


def group_columns(group: Group) -> dict[str, Any]:
    """The columns with the group's name and sizes, its assignor and its state."""
    return {
        "name": group.name,
        "members": len(group.members),
        "partitions": count_assignable(group),
        "strategy": group.strategy,
        "state": group.state,
    }


def optimum_columns(optimum: Optimum) -> dict[str, Any]:
    """The columns with the figures of the optimum."""
    return {
        "optimal_loads": optimum.loads,
        "optimal_sum_of_squares": optimum.sum_of_squares,
        "optimal_moves": optimum.moves,
    }


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
