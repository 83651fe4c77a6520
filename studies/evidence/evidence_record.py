"""
How we know that the judge is right and fast: the records and the page of evidence.

A record, `docs/results/evidence/<name>.jsonl`, has a header with one result, then its tables. Each study in this folder
writes one with `--write`. The records in `MEASURED_ONCE` were made by scripts that are no longer here.
`docs/results/evidence.md` is made from all records.

A title of a column that starts with `>` aligns the column right, as in `table_head`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.environment import machine
from kafka_assay.properties.records.typed_record import read_record as read_typed
from studies.output import ROOT, GeneratedFiles, table_head, table_row
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
    return Evidence(name=path.stem, header=header, tables=tuple(read_typed(EvidenceTable, line) for line in lines))


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


def assay_json(
    *words: str, python: str = sys.executable, environment: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What `assay` with these words and `--json` prints in an empty folder. Raises `AssayError` if that is no JSON."""
    command = [python, "-m", "assay", *words, "--json"]
    if environment is None and python != sys.executable:
        # Another version must not import the code of this one.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with TemporaryDirectory(prefix="assay-evidence-") as folder:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    try:
        return dict(json.loads(done.stdout))
    except ValueError:
        raise AssayError(f"assay {' '.join(words)}: no record: {done.stderr.strip()[-300:]}") from None


def _commit() -> str:
    words = ("git", "rev-parse", "--short", "HEAD")
    return subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _table_line(table: EvidenceTable) -> Line:
    shown = {"shown": True} if table.shown else {}
    return {"table": table.table, "columns": table.columns, "rows": table.rows, **shown}


PAGE = FOLDER.with_suffix(".md")
REPEATABLE = (
    "mutation-score",
    "planted-faults",
    "no-false-alarm",
    "engine-agreement",
    "kafka-agreement",
    "search-speed",
    "oracle-rivals",
)
"""The records that a study makes, in the order of the page."""
MEASURED_ONCE = (
    "wire-agreement",
    "compare-proof",
    "reference-times",
    "host-rate",
    "oracle-grid",
    "oracle-growth",
    "from-names",
    "audit-speed",
)

INTRODUCTION = """\
# Evidence

How we know that the judge is right and fast. Each number stands beside the command that measured it, with the date \
and the commit; some commands have other options today. All contestants of a measurement take turns in one run; on a \
shared machine only ratios are reliable. \
The [records](evidence/) have every table as JSON, one table a line.
"""
ONCE = """\
## Measured once

These commands ran at the commit beside them. Their scripts are no longer part of the project.
"""


def evidence_files() -> GeneratedFiles:
    """The page, from the records."""
    repeatable = [read_evidence(FOLDER / f"{name}.jsonl") for name in REPEATABLE]
    once = [read_evidence(FOLDER / f"{name}.jsonl") for name in MEASURED_ONCE]
    lines = [INTRODUCTION, *_result_lines(repeatable), ""]
    for evidence in repeatable:
        lines += _section(evidence)
    return GeneratedFiles({PAGE: "\n".join([*lines, ONCE, *_result_lines(once, with_command=True), ""])})


def _result_lines(found: list[Evidence], *, with_command: bool = False) -> Iterator[str]:
    yield table_head("question", "result", "measured", *(["command"] if with_command else []))
    for evidence in found:
        header = evidence.header
        place = f"evidence/{evidence.name}.jsonl" if with_command else f"#{anchor(header['question'])}"
        command = [f"`{header['command']}`"] if with_command else []
        yield table_row(f"[{header['question']}]({place})", header["result"], evidence.measured, *command)


def anchor(heading: str) -> str:
    """The anchor of a heading, as code hosts name it."""
    return "".join(sign for sign in heading.lower().replace(" ", "-") if sign.isalnum() or sign in "-_")


def _section(evidence: Evidence) -> Iterator[str]:
    header = evidence.header
    yield f"## {header['question']}\n\n{header['how']}\n\n```\n{header['command']}\n```\n"
    yield f"{header['result'][0].upper()}{header['result'][1:]}.\n"
    for table in evidence.tables:
        if table.shown:
            yield from (*table.lines(), "")
    yield f"{header['machine']}. {evidence.measured}. [Record](evidence/{evidence.name}.jsonl).\n"
