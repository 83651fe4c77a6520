"""`assay report`: the records in a folder as HTML, Markdown, JUnit and figures."""

from __future__ import annotations

import argparse
from pathlib import Path

from assay.command import Command, ExitCode
from assay.options import add_options, parse_whole_number
from assay.output import emit, emit_json, progress_display
from kafka_assay.assignors.extras import require_libraries


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "directory", metavar="DIR", type=Path, help="a folder with result files: the --out of an earlier command"
    )
    parser.add_argument(
        "--pages",
        metavar="N",
        type=parse_whole_number,
        help="write a page with figures for each of the N worst groups (default: 50; of an audit of thousands: a page "
        "for 200, figures for 20)",
    )
    parser.add_argument(
        "--chosen",
        metavar="TARGET",
        default="optimal",
        help="the assignor whose answer each group's page shows (default optimal)",
    )
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.reports.report import write_report
    from kafka_assay.reports.views import ReportOptions

    require_libraries("assay report", "jinja2", "matplotlib")
    with progress_display(quiet=args.json) as display:
        bar = display.add_task("figures", total=None)
        page = write_report(
            args.directory,
            ReportOptions(pages=args.pages, chosen=args.chosen),
            lambda done, total: display.update(bar, completed=done, total=total),
        )
    written = [str(page.with_name(name)) for name in ("index.html", "report.md", "junit.xml", "figures")]
    if args.json:
        emit_json({"format": "assay-report/1", "written": written})
    else:
        emit(str(page))
    return ExitCode.KEPT


COMMAND = Command("assay audit captures --out out && assay report out", _add_options, _run)
