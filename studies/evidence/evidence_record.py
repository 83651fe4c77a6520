"""
The records of evidence, `docs/results/evidence/<name>.jsonl`: a header with one result, then its tables.

A title of a column that starts with `>` aligns the column right, as in `table_head`.
"""

from __future__ import annotations

import json
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kafka_assay.benchmarks.environment import machine
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


def add_evidence_options(parser: ArgumentParser) -> None:
    """Add `--write` to the options of a study that makes a record."""
    parser.add_argument("--write", action="store_true", help="write the record in docs/results/evidence")


def publish(name: str, args: Namespace, result: str, tables: Sequence[EvidenceTable], *, folder: Path = FOLDER) -> None:
    """
    Print the result and the tables. With `--write`, replace the record `name`; what was asked and how stays.

    `args.commit` and `args.day` say when it was measured, if that is not now.
    """
    for table in tables:
        print("\n".join([f"## {table.table}", "", *table.lines(), ""]))
    print(result)
    if not args.write:
        return
    path = folder / f"{name}.jsonl"
    asked, _ = read_record(path, FORMAT)
    header = {key: asked[key] for key in ("format", "question", "how")} | {
        "result": result,
        "date": getattr(args, "day", None) or datetime.now(UTC).date().isoformat(),
        "commit": getattr(args, "commit", None) or _commit(),
        "command": args.command.removesuffix(" --write"),
        "machine": str(machine()),
    }
    lines = [header, *map(_table_line, tables)]
    path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")


def _commit() -> str:
    words = ("git", "rev-parse", "--short", "HEAD")
    return subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _table_line(table: EvidenceTable) -> Line:
    shown = {"shown": True} if table.shown else {}
    return {"table": table.table, "columns": table.columns, "rows": table.rows, **shown}
