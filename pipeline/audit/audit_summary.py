"""
The summary of an audit: statements over its rows, and what the small tables say, with the worst groups first.

The rows are those of `AuditRow`, without the heavy columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit.assignor_tally import AssignorTally, tallies_of
from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow, Grade, row_of
from kafka_assay.pipeline.audit.statements import GRADES, REBALANCING, SHOWN, STATEMENTS, WORST

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSummary:
    """
    The counts over all rows.

    `without_optimum` counts the groups whose optimum is not proven. `rebalancing` names the first rebalancing groups.
    `worst` are today's rows of the worst groups, the worst first, good ones included if there are few bad ones.
    `tallies` holds the results of each target.
    """

    groups: int
    rows: int
    without_optimum: int
    rebalancing: tuple[str, ...]
    worst: tuple[AuditRow, ...]
    tallies: Mapping[str, AssignorTally]

    @property
    def grades(self) -> Counter[Grade]:
        """The number of groups with each grade today. Every group has one."""
        return self.tallies[TODAY].grades if TODAY in self.tallies else Counter()

    @property
    def bad(self) -> int:
        """The number of groups that break a law for every assignor today, or are less balanced than possible."""
        return self.grades[Grade.INVALID] + self.grades[Grade.LESS_EVEN]

    def worst_first(self) -> list[AuditRow]:
        """The worst groups for the terminal. Optimal and rebalancing groups are left out."""
        return [today for today in self.worst if today.is_bad][:SHOWN]


def summary_of(tables: Mapping[str, pa.Table]) -> AuditSummary:
    """The summary that these tables hold."""
    counts = tables[GRADES].to_pylist()
    today = [row for row in counts if row["target"] == TODAY]
    groups = sum(row["rows"] for row in today)
    return AuditSummary(
        groups=groups,
        rows=sum(row["rows"] for row in counts),
        without_optimum=groups - sum(row["optima"] for row in today),
        rebalancing=tuple(tables[REBALANCING]["group"].to_pylist()),
        worst=tuple(row_of(row) for row in tables[WORST].to_pylist()),
        tallies=tallies_of(tables),
    )


NO_GROUPS = AuditSummary(groups=0, rows=0, without_optimum=0, rebalancing=(), worst=(), tallies={})
"""The summary of an audit whose lines held no group."""


def write_tables(tables: Mapping[str, pa.Table], folder: Path) -> None:
    """Write each summary table as a Parquet file into `folder`."""
    from pyarrow.parquet import write_table

    folder.mkdir()
    for name, table in tables.items():
        write_table(table, folder / f"{name}.parquet", compression="zstd")


def read_tables(folder: Path) -> dict[str, pa.Table]:
    """The summary tables in `folder`. Raises `AssayError` if one is missing or damaged."""
    from pyarrow import ArrowException
    from pyarrow.parquet import read_table

    tables = {}
    for name in STATEMENTS:
        path = folder / f"{name}.parquet"
        try:
            tables[name] = read_table(path)
        except (ArrowException, OSError) as wrong:
            reason = "no such file" if isinstance(wrong, FileNotFoundError) else str(wrong).splitlines()[0]
            raise AssayError(f"{path}: {reason}: expected a summary of `assay audit`; run the audit again") from None
    return tables
