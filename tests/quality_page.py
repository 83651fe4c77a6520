"""
The generated part of `docs/quality.md`: the tables of the record beside it, `docs/quality.jsonl`.

    python -m tests.quality_page

rewrites the page between its two marks. The record comes from `python -m benchmarks.quality --summary`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from benchmarks.quality_record import folded, read
from reports.chapters.quality import told
from reports.markdown import markdown

DOCS = Path(__file__).parents[1] / "docs"
RECORD = DOCS / "quality.jsonl"
PAGE = DOCS / "quality.md"
BEGIN, END = "<!-- what the record says -->\n", "<!-- end of the record -->\n"


def generated() -> str:
    """
    What stands between the marks: how many groups, the picture and the tables.
    """
    first, lines = read(RECORD)
    found = folded(lines)
    chapter = told(first, found)
    if chapter is None:
        raise ValueError(f"{RECORD}: a record without targets")
    report = markdown([chapter])
    shown = report[report.index("![") :].replace("(figures/", "(images/").strip()
    reached = sorted({one.groups for one in found})
    groups = f"{reached[0]:,}" if len(reached) == 1 else f"{reached[0]:,} to {reached[-1]:,}"
    said = f"Measured on the first {groups} groups of seed {first['seed']}, each solved once and put to every target."
    wanted = int(re.findall(r"--groups (\d+)", first["command"])[0])
    if reached[-1] < wanted:
        said += f" The command asks about {wanted:,}: it was stopped there, after whole rounds, on a busy machine."
    return f"{said}\n\n{shown}\n"


def page(text: str) -> str:
    """
    The page, its generated part made anew.
    """
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{generated()}\n{END}{after}"


def main() -> None:
    """
    Write the page.
    """
    PAGE.write_text(page(PAGE.read_text("utf-8")), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")


if __name__ == "__main__":
    main()
