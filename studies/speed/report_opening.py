"""
Measure a large audit, the size of its report, and how fast headless Chromium opens it.

    python -m studies report_opening --groups 100000
    python -m studies report_opening --audit out/audit --times 5

The groups are those of `benchmarks/fleet.py`; all references are asked. With `--audit` the audit is there already. Each
opening is in a new browser: seconds until the page's load event has ended, and until its first lines are drawn.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from studies.browser import Opening, headless_browser, installed_browser, open_page, set_width
from studies.output import table_head, table_row
from studies.speed.audit_scaling import measure_audit, write_fleet

WIDTH = 1280


def write_report(audit: Path) -> tuple[Path, float]:
    """Run `assay report` in a process of its own: the page, and the seconds that it took."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "assay", "report", str(audit)], check=True, stdout=subprocess.DEVNULL)
    return audit / "index.html", time.perf_counter() - begun


def open_often(page: Path, times: int) -> list[Opening]:
    """Open the page so often, each time in a new browser."""
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="assay-browser-") as profile, headless_browser(Path(profile)) as chrome:
            set_width(chrome, WIDTH)
            found.append(open_page(chrome, page))
    return found


def summary(groups: int, seconds: float, written: float, size: int, openings: Sequence[Opening]) -> str:
    """The figures as a Markdown table."""
    loads = ", ".join(f"{one.load:.1f}" for one in openings)
    lines = ", ".join("-" if one.first_lines is None else f"{one.first_lines:.1f}" for one in openings)
    return "\n".join(
        [
            table_head(
                ">groups",
                ">audit, s",
                ">groups/s",
                ">report, s",
                ">report, MB",
                "opened after, s",
                "first lines after, s",
            ),
            table_row(
                f"{groups:,}",
                f"{seconds:.0f}",
                f"{groups / seconds:.0f}",
                f"{written:.0f}",
                f"{size / 1e6:.1f}",
                loads,
                lines,
            ),
        ]
    )


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", type=int, default=100_000, help="groups to audit (default 100000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    parser.add_argument("--master", default="local[2]", help="Spark's master (default local[2])")
    parser.add_argument("--audit", type=Path, help="the folder of an audit that is there already")
    parser.add_argument("--times", type=int, default=3, help="openings (default 3)")


def run(args: Namespace) -> None:
    """Audit, report, open, and print the table."""
    installed_browser()
    with tempfile.TemporaryDirectory(prefix="assay-opening-") as folder:
        audit = args.audit
        if audit is None:
            lines = Path(folder) / "fleet.jsonl"
            write_fleet(lines, args.groups, args.seed)
            measure_audit(lines, args.master, Path(folder))
            audit = Path(folder) / "out-0"
        record = json.loads((audit / "audit.json").read_text("utf-8"))
        page, written = write_report(audit)
        openings = open_often(page, args.times)
        print(summary(record["groups"], record["seconds"]["work"], written, page.stat().st_size, openings))
