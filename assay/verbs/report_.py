"""`assay report`: the records in a folder as HTML, Markdown, JUnit and figures."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.terminal.output import emit, emit_json, progress_display
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    import argparse


def _parse_count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r}: expected a number, 0 or more")
    return int(text)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "directory", metavar="DIR", type=Path, help="a folder with result files: the --out of an earlier command"
    )
    parser.add_argument(
        "--groups",
        metavar="N",
        type=_parse_count,
        help="write a page with figures for each of the N worst groups (default: 50; of an audit of thousands: a page "
        "for 200, figures for 20)",
    )
    parser.add_argument(
        "--chosen",
        metavar="NAME",
        default="optimal",
        help="the assignor whose answer each group's page shows (default optimal)",
    )


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.reports.chapters import ReportOptions
    from kafka_assay.reports.report import write_report

    require_libraries("assay report", "jinja2", "matplotlib")
    with progress_display(quiet=args.json) as display:
        bar = display.add_task("figures", total=None)
        page = write_report(
            args.directory,
            ReportOptions(pages=args.groups, chosen=args.chosen),
            lambda done, total: display.update(bar, completed=done, total=total),
        )
    written = [str(page.with_name(name)) for name in ("index.html", "report.md", "junit.xml", "figures")]
    if args.json:
        emit_json({"format": "assay-report/1", "written": written})
    else:
        emit(str(page))
    return ExitCode.KEPT


COMMAND = Command(
    example="assay audit captures --out out && assay report out",
    add_options=_add_options,
    run=_run,
)
