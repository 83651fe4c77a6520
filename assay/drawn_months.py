"""`assay replay --drawn N`: months of a group's life, drawn at random, with each target."""

from __future__ import annotations

import sys
from dataclasses import replace
from shlex import join
from typing import TYPE_CHECKING

from assay.files.out_folder import make_folder, write_record
from assay.options import parse_whole_number
from assay.terminal.output import emit_json, findings_console, note, progress_display
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from kafka_assay.assignors.life import Life
    from kafka_assay.pipeline.months.month_plan import MonthPlan
    from kafka_assay.pipeline.months.month_row import MonthRow
    from kafka_assay.pipeline.replay.timing import Timing
    from kafka_assay.reports.months.summary import MonthsReport

PREFIX = "drawn:"
FEW = 8
"""With fewer months, further processes take longer to start than they save."""
ROWS = "months.parquet"
TIMES = {"rebalance": 3.0, "restart": 30.0, "metadata": 300.0, "rebuild": 0.0}
"""The options `--...-seconds` and their defaults."""


def add_month_options(parser: argparse._ActionsContainer) -> None:
    """Declare the options of drawn months."""
    parser.add_argument(
        "--drawn",
        type=parse_whole_number,
        metavar="N",
        help="replay N drawn months instead of LIFE; --seed decides which",
    )
    parser.add_argument(
        "--rate",
        action="append",
        default=[],
        dest="rates",
        metavar="KEY=NUMBER",
        help="a rate of drawn months, such as deploys=20 or static=0 (docs/replay.md; may be repeated)",
    )
    parser.add_argument(
        "--master",
        metavar="URL",
        help="with --drawn, where the months are replayed: a Spark master such as local[*]; loop: one month after "
        "another in this process; default: one process for each core",
    )


def drawn_life(args: argparse.Namespace, timing: Timing) -> Life | None:
    """The one month that LIFE names as `drawn:NUMBER`, if it does. Raises `AssayError`."""
    from kafka_assay.pipeline.months.drawn_month import draw_month
    from kafka_assay.pipeline.months.rates import parse_rates

    if args.life is None or not args.life.startswith(PREFIX):
        if args.rates or args.master is not None:
            raise AssayError(f"{'--rate' if args.rates else '--master'}: only for drawn months (--drawn N)")
        return None
    text = args.life.removeprefix(PREFIX)
    if not text.isdecimal():
        raise AssayError(f"{args.life}: expected {PREFIX}NUMBER, the number of a drawn month, such as {PREFIX}0")
    return draw_month(args.seed, int(text), parse_rates(args.rates), timing.restart)


def replay_drawn(args: argparse.Namespace, names: Sequence[str], timing: Timing) -> None:
    """Replay the months, print what they cost, and write them. Raises `AssayError`."""
    from kafka_assay.pipeline.months.replayed_months import replay_months
    from kafka_assay.pipeline.spark.run_facts import LOOP, PROCESSES
    from kafka_assay.pipeline.spark.session import check_master

    master = args.master or (LOOP if args.drawn < FEW else PROCESSES)
    needs_spark = master not in {LOOP, PROCESSES}
    require_libraries("assay replay --drawn", "scipy", *(["pyspark", "pyarrow"] if needs_spark else []))
    if needs_spark:
        check_master(master)
    if args.out is not None:
        require_libraries("assay replay --out", "pyarrow")
        make_folder(args.out)
    plan = _plan(args, names, timing)
    with progress_display(quiet=args.json) as display:
        bar = display.add_task("months", total=plan.months)
        rows = replay_months(plan, master, lambda share: display.update(bar, completed=round(share * plan.months)))
    report = _report(args, plan, rows, master)
    if args.json:
        emit_json(report.document())
    else:
        _show(report)
    if args.out is not None:
        _write(report, rows, args.out)


def _plan(args: argparse.Namespace, names: Sequence[str], timing: Timing) -> MonthPlan:
    from kafka_assay.assignors.hosted.supervised_process import Limits
    from kafka_assay.assignors.hosted.targets import TargetText
    from kafka_assay.assignors.settings import require_taken
    from kafka_assay.pipeline.months.month_plan import MonthPlan
    from kafka_assay.pipeline.months.rates import parse_rates
    from kafka_assay.pipeline.months.replayed_months import MonthsWork

    if not args.drawn:
        raise AssayError("--drawn 0: expected at least 1 month")
    limits, settings = Limits(call_seconds=args.call_timeout), args.settings.where_accepted()
    texts = (TargetText(text=name, seed=args.seed, limits=limits, settings=settings) for name in dict.fromkeys(names))
    plan = MonthPlan(
        targets=tuple(texts), months=args.drawn, seed=args.seed, rates=parse_rates(args.rates), timing=timing
    )
    # A target that cannot be opened is reported before Spark starts.
    work = MonthsWork(plan)
    opened = work.open()
    work.close(opened)
    opened = opened[: len(plan.targets)]
    require_taken(args.settings, opened)
    texts_by_name = dict(reversed([(target.name, text) for target, text in zip(opened, plan.targets, strict=True)]))
    return replace(plan, targets=tuple(texts_by_name[name] for name in dict.fromkeys(one.name for one in opened)))


def _report(args: argparse.Namespace, plan: MonthPlan, rows: Sequence[MonthRow], master: str) -> MonthsReport:
    from kafka_assay.assignors.registry import OPTIMAL
    from kafka_assay.reports.months.summary import MonthsReport, summarise

    names = list(dict.fromkeys(row.target for row in rows))
    first, *_ = names
    summaries = {name: summarise(rows, name, first) for name in names}
    return MonthsReport(
        months=plan.months,
        seed=plan.seed,
        rates=plan.rates,
        timing=plan.timing,
        targets=tuple(summaries[name] for name in names[: len(plan.targets)]),
        optimum=summaries[OPTIMAL],
        master=master,
        command=join(("assay", *sys.argv[1:])),
        month_command=join(_month_words(args, names[: len(plan.targets)])),
    )


def _month_words(args: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """The command that replays the first month alone."""
    options = [word for rate in args.rates for word in ("--rate", rate)]
    for name, default in TIMES.items():
        if (seconds := getattr(args, f"{name}_seconds")) != default:
            options += [f"--{name}-seconds", f"{seconds:g}"]
    return ["assay", "replay", f"{PREFIX}0", *names, "--seed", str(args.seed), *options, *args.settings.words()]


def _show(report: MonthsReport) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from assay.terminal.terminal_lines import print_lines
    from kafka_assay.reports.answer.replay import timing_sentence
    from kafka_assay.reports.months import lines
    from kafka_assay.reports.render.plain_text import TextLine
    from kafka_assay.reports.wording.safe_names import escape_unprintable

    print_lines([TextLine(text) for text in (lines.headline(report), *lines.left_out_lines(report))])
    first = escape_unprintable(report.targets[0].target)
    for title, columns, rows in (
        (None, lines.COLUMNS, lines.month_rows(report)),
        (f"minus {first}", lines.DIFFERENCE_COLUMNS, lines.difference_rows(report)),
    ):
        table = Table(box=SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left", title_style="")
        for column in columns:
            is_target = column == columns[0]
            table.add_column(column, overflow="fold", justify="left" if is_target else "right", no_wrap=not is_target)
        for target, *figures in rows:
            table.add_row(Text(escape_unprintable(target)), *figures)
        findings_console().print(table)
    says = (lines.LEGEND, lines.rates_sentence(report.rates), timing_sentence(report.timing))
    print_lines([TextLine(text) for text in says])


def _write(report: MonthsReport, rows: Sequence[MonthRow], folder: Path) -> None:
    from kafka_assay.assignors.formats.codec import write_rows
    from kafka_assay.pipeline.months.month_row import MonthRow
    from kafka_assay.reports.months.summary import RECORD

    write_rows(folder / ROWS, MonthRow, rows)
    write_record(folder / RECORD, report.document())
    note(f"rows: {folder / ROWS}")
