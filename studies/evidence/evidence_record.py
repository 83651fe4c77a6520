"""
The records of evidence, `docs/results/evidence/<name>.jsonl`: a header with one result, then its tables.

A title of a column that starts with `>` aligns the column right, as in `table_head`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from studies.output import ROOT, table_head, table_row
from studies.records import Line, read_record

FORMAT = "assay-evidence/1"
FOLDER = ROOT / "docs" / "results" / "evidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceTable:
    """A table of a record; the page shows it if it is `shown`."""

    table: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shown: bool = False

    def lines(self) -> list[str]:
        """The table in Markdown."""
        return [table_head(*self.columns), *(table_row(*row) for row in self.rows)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A record: its header and its tables."""

    name: str
    header: Line
    tables: tuple[EvidenceTable, ...]

    @property
    def measured(self) -> str:
        """When, and with which commit."""
        return f"{self.header['date']}, {self.header['commit']}"


def read_evidence(path: Path) -> Evidence:
    """The record at `path`."""
    header, lines = read_record(path, FORMAT)
    tables = tuple(
        EvidenceTable(
            table=line["table"],
            columns=tuple(line["columns"]),
            rows=tuple(map(tuple, line["rows"])),
            shown=line.get("shown", False),
        )
        for line in lines
    )
    return Evidence(name=path.stem, header=header, tables=tables)


def write_evidence(
    name: str, result: str, made: Line, tables: Iterable[EvidenceTable], *, folder: Path = FOLDER
) -> Path:
    """
    Replace the result, the tables and how they were `made` (command, machine, commit) in the record `name`.

    What was asked and how it is measured stay.
    """
    path = folder / f"{name}.jsonl"
    header, _ = read_record(path, FORMAT)
    header |= {**made, "result": result, "date": datetime.now(UTC).date().isoformat()}
    header.pop("text", None)
    lines = [header, *(_table_line(table) for table in tables)]
    path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
    return path


def _table_line(table: EvidenceTable) -> Line:
    shown = {"shown": True} if table.shown else {}
    return {"table": table.table, "columns": table.columns, "rows": table.rows, **shown}
