"""
Compare the tables of docs/benchmarks with their records; `--write` writes them.

    python -m studies measurements --write
    python -m studies growth --rounds 3 > out/growth.md
    python -m studies measurements --take out/growth.md growth-seconds --write

`--take` makes the last table that a study printed the new record: `docs/benchmarks/growth-seconds.csv`. A page names
the record of a table in a comment above it.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from studies.measurements.grid_summary import goal_lines, kind_lines, size_lines
from studies.measurements.table_record import Row, read_rows, rows_of_table, table_lines, write_rows
from studies.output import ROOT, replace_part

FOLDER = ROOT / "docs" / "benchmarks"
VIEWS: dict[str, Callable[[Sequence[Row]], list[str]]] = {
    "table": table_lines,
    "goals": goal_lines,
    "sizes": size_lines,
    "kinds": kind_lines,
}
"""What a page can show of a record."""

_MARK = re.compile(r"<!-- (?P<view>[a-z]+) of (?P<record>[a-z-]+)\.csv -->")


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--take", nargs=2, metavar=("FILE", "RECORD"), help="make a printed table the record")
    parser.add_argument("--write", action="store_true", help="write the pages")


def run(args: Namespace) -> int:
    """Write the pages, or name those that differ from their records and return 1."""
    if args.take:
        printed, record = args.take
        write_rows(FOLDER / f"{record}.csv", rows_of_table(Path(printed).read_text("utf-8")))
    stale = [page for page in sorted(FOLDER.glob("*.md")) if page.read_text("utf-8") != filled_page(page)]
    for page in stale:
        if args.write:
            page.write_text(filled_page(page), encoding="utf-8")
        print(f"{'written' if args.write else 'differs'}: {page.relative_to(ROOT)}")
    return 1 if stale and not args.write else 0


def filled_page(page: Path) -> str:
    """The text of the page, with each table as its record has it."""
    text = page.read_text("utf-8")
    for mark in _MARK.finditer(text):
        rows = read_rows(page.parent / f"{mark['record']}.csv")
        end = f"<!-- end of {mark['view']} -->"
        text = replace_part(text, mark[0], end, VIEWS[mark["view"]](rows))
    return text
