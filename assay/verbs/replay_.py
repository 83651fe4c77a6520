"""`assay replay`: a group's life, or drawn months of lives, with each target: moves, rounds, partitions not read."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

from assay.command import Command, ExitCode
from assay.files.cases import read_lives
from assay.files.out_folder import file_name, make_folder
from assay.opened_targets import open_targets, target_texts
from assay.options import (
    CALL_OF_GIVEN,
    CHANGES,
    TARGET_HELP,
    add_options,
    add_targets,
    given_words,
    parse_change,
    parse_seconds,
    parse_wait,
)
from assay.output import emit, emit_result, note, progress_display
from kafka_assay.assignors.errors import AssayError, InvalidGroup, spelling_tip
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.reports.wording.safe_names import anchors

if TYPE_CHECKING:
    from kafka_assay.assignors.life import Life
    from kafka_assay.pipeline.months.replayed_months import MonthPlan, MonthRow
    from kafka_assay.pipeline.replay.replayed_life import Timing
    from kafka_assay.pipeline.whatif.change import Change
    from kafka_assay.reports.views.months import MonthsReport
    from kafka_assay.reports.views.replay import ReplayReport

DRAWN = re.compile(r"drawn:(\d+)(?:\.\.(\d+))?", re.ASCII)
FEW = 8
"""With fewer months, further processes take longer to start than they save."""
ROWS = "months.parquet"
_RANGES = "a joiner has a random id: ranges are over {} places where it can sort"
CLOCK = {"rebalance": parse_seconds, "restart": parse_seconds, "metadata": parse_wait, "rebuild": parse_wait}
"""The keys of `--clock`, and how a value is read."""


def _parse_clock(text: str) -> str:
    key, equals, seconds = text.partition("=")
    if key not in CLOCK or not equals:
        raise argparse.ArgumentTypeError(
            f"{text!r}{spelling_tip(key, CLOCK)}: expected KEY=S with a key of {', '.join(CLOCK)}"
        )
    CLOCK[key](seconds)
    return text


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "life",
        metavar="LIFE|GROUP|drawn:A..B",
        help="a .json file with a life or a group, a folder of such, a bundled life (see assay list lives), drawn:17 "
        "(one drawn month), or drawn:0..99 (what these months cost on average)",
    )
    add_targets(parser, f"{TARGET_HELP}; default: all that a Kafka client or broker ships")
    parser.add_argument(
        "--clock",
        action="append",
        type=_parse_clock,
        default=[],
        metavar="KEY=S",
        help="seconds of: rebalance, one round (default 3); restart, until a restarted member is back (30); metadata, "
        "until classic members see that a topic has grown (300); rebuild, in which a member rebuilds the state of a "
        "partition that it takes over (0). May be repeated",
    )
    parser.add_argument(
        "--rate",
        action="append",
        default=[],
        metavar="KEY=NUMBER",
        help="a rate of drawn months, such as deploys=20 or static=0 (docs/understand/lives.md; may be repeated)",
    )
    changes = parser.add_argument_group("a last event", "These options add one event to the end of the life.")
    add_options(changes, *CHANGES)
    add_options(
        parser,
        *("--seed", "--master", "--setting", "--call-timeout", "--out", "--json"),
        call_timeout=CALL_OF_GIVEN,
    )


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.registry import SHIPPED
    from kafka_assay.reports.views.replay import life_blocks

    drawn = _drawn_numbers(args)
    if drawn is not None and len(drawn) > 1:
        if parse_change(args):
            raise AssayError(f"{', '.join(CHANGES)}: only for one life, not for {args.life}")
        _replay_months(args, drawn)
        return ExitCode.KEPT
    lives, change = _read_lives(args, drawn), parse_change(args)
    if args.out is not None:
        require_libraries("assay replay --out", "pyarrow", "matplotlib")
        make_folder(args.out)
    with ExitStack() as stack:
        names = dict.fromkeys(args.targets or SHIPPED)
        targets = open_targets(stack, args, names)
        reports = [_report(life, change, targets, _timing(args)) for life in lives]
    for number, report in enumerate(reports):
        if number and not args.json:
            emit("")
        emit_result(report.document, partial(life_blocks, report), as_json=args.json)
    if args.out is not None:
        note(f"rows: {write_replays(reports, args.out)}")
    return ExitCode.KEPT


def _drawn_numbers(args: argparse.Namespace) -> range | None:
    """The numbers of the drawn months that LIFE names; None if it names none. Raises `AssayError`."""
    if not args.life.startswith("drawn:") or Path(args.life).exists():
        if args.rate or args.master is not None:
            raise AssayError(f"{'--rate' if args.rate else '--master'}: only for drawn months, such as drawn:0..99")
        return None
    found = DRAWN.fullmatch(args.life)
    numbers = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
    if not numbers:
        raise AssayError(f"{args.life}: expected drawn:NUMBER or drawn:A..B, such as drawn:17 or drawn:0..99")
    return numbers


def _read_lives(args: argparse.Namespace, drawn: range | None) -> list[Life]:
    from kafka_assay.pipeline.months.drawn_month import draw_month, parse_rates

    if drawn is None:
        return list(read_lives(args.life))
    return [draw_month(args.seed, drawn.start, parse_rates(args.rate), _timing(args).restart)]


def _timing(args: argparse.Namespace) -> Timing:
    from kafka_assay.pipeline.replay.replayed_life import Timing

    return Timing(**{key: float(seconds) for key, _, seconds in (text.partition("=") for text in args.clock)})


def _report(life: Life, change: Change | None, targets: list[Target], timing: Timing) -> ReplayReport:
    from kafka_assay.assignors.hosted.targets import ReferenceTarget
    from kafka_assay.assignors.registry import OPTIMAL
    from kafka_assay.pipeline.replay.life_input import append_change, lives_by_order
    from kafka_assay.pipeline.replay.recorded import recorded_steps, replay_recorded
    from kafka_assay.pipeline.replay.replay import replay_life
    from kafka_assay.pipeline.whatif.what_if import LeftOut
    from kafka_assay.properties.measures.subscriptions import count_assignable
    from kafka_assay.reports.views.replay import ReplayReport

    others, are_all = lives_by_order(life, change) if change else ([], True)
    life = append_change(life, change) if change else life
    replays, left_out = [], []
    for target in targets:
        try:
            replayed = replay_life(life, target, timing)
            replays.append(replayed.with_ranges(replay_life(one, target, timing) for one in others))
        except (AssignorFailed, InvalidGroup) as failed:
            left_out.append(LeftOut(target.name, str(failed)))
    return ReplayReport(
        life=life.name or "the life",
        members=len(life.group.members),
        partitions=count_assignable(life.group),
        events=len(life.events),
        timing=timing,
        targets=tuple(replays),
        optimum=replay_life(life, ReferenceTarget(OPTIMAL), timing),
        left_out=tuple(left_out),
        recorded=replay_recorded(life, timing),
        history=recorded_steps(life),
        assumptions=(*life.group.assumptions, *([_RANGES.format("all" if are_all else "some")] if others else [])),
        command=join(("assay", *sys.argv[1:])),
    )


def write_replays(reports: Sequence[ReplayReport], folder: Path) -> Path:
    """
    Write the rows of all lives; for each life its record, its readers, and a picture with each target.

    Returns the file of the rows. Raises `OSError`.
    """
    from kafka_assay.assignors.formats.codec import write_rows
    from kafka_assay.pipeline.replay.replayed_life import ROWS, ReaderRow, ReplayRow, replay_rows
    from kafka_assay.properties.records.typed_record import write_document
    from kafka_assay.reports.figures.life import LifeFigure
    from kafka_assay.reports.render.drawing import draw_png
    from kafka_assay.reports.views.replay import readers_file

    rows = []
    for report, name in zip(reports, anchors("", [report.life for report in reports]), strict=True):
        # The life with each target and the optimum, each once.
        shown = list({one.target: one for one in report.lives()}.values())
        for replayed in shown:
            rows += replay_rows(report.life, replayed)
            drawn = draw_png(LifeFigure(life=report.life, replayed=replayed, optimum=report.optimum))
            (folder / f"{name}-{file_name(replayed.target)}.png").write_bytes(drawn)
        record = folder / f"replay-{name}.json"
        write_document(record, report.document())
        write_rows(readers_file(record), ReaderRow, (row for one in shown for row in one.readers))
    write_rows(folder / ROWS, ReplayRow, rows)
    return folder / ROWS


def _replay_months(args: argparse.Namespace, numbers: range) -> None:
    """Replay the months, print what they cost, and write them. Raises `AssayError`."""
    from kafka_assay.assignors.formats.codec import write_rows
    from kafka_assay.pipeline.months.replayed_months import MonthRow, replay_months
    from kafka_assay.pipeline.spark.session import LOOP, PROCESSES, check_master
    from kafka_assay.properties.records.typed_record import write_document
    from kafka_assay.reports.views.months import RECORD, months_blocks

    master = args.master or (LOOP if len(numbers) < FEW else PROCESSES)
    needs_spark = master not in {LOOP, PROCESSES}
    require_libraries("assay replay drawn:A..B", "scipy", *(["pyspark", "pyarrow"] if needs_spark else []))
    if needs_spark:
        check_master(master)
    if args.out is not None:
        require_libraries("assay replay --out", "pyarrow")
        make_folder(args.out)
    plan = _plan_months(args, numbers)
    with progress_display(quiet=args.json) as display:
        bar = display.add_task("months", total=len(numbers))
        rows = replay_months(plan, master, lambda share: display.update(bar, completed=round(share * len(numbers))))
    report = _summarise_months(args, plan, rows, master)
    emit_result(report.document, lambda: months_blocks(report), as_json=args.json)
    if args.out is not None:
        write_rows(args.out / ROWS, MonthRow, rows)
        write_document(args.out / RECORD, report.document())
        note(f"rows: {args.out / ROWS}")


def _plan_months(args: argparse.Namespace, numbers: range) -> MonthPlan:
    from kafka_assay.assignors.registry import SHIPPED
    from kafka_assay.pipeline.months.drawn_month import parse_rates
    from kafka_assay.pipeline.months.replayed_months import MonthPlan

    rates, words = parse_rates(args.rate), list(dict.fromkeys(args.targets or SHIPPED))
    # A target that cannot be opened is reported before Spark starts. Two names may open the same one.
    with ExitStack() as stack:
        opened = open_targets(stack, args, words)
        names = dict(reversed([(target.name, word) for target, word in zip(opened, words, strict=True)]))
        words = [names[name] for name in dict.fromkeys(target.name for target in opened)]
    return MonthPlan(
        targets=target_texts(args, words),
        numbers=numbers,
        seed=args.seed,
        rates=rates,
        timing=_timing(args),
    )


def _summarise_months(args: argparse.Namespace, plan: MonthPlan, rows: Sequence[MonthRow], master: str) -> MonthsReport:
    from kafka_assay.assignors.registry import OPTIMAL
    from kafka_assay.reports.views.months import MonthsReport, summarise

    names = list(dict.fromkeys(row.target for row in rows))
    first, *_ = names
    summaries = {name: summarise(rows, name, first) for name in names}
    asked = names[: len(plan.targets)]
    options = [*given_words(args, "--seed", "--rate", "--clock"), *args.settings.words()]
    return MonthsReport(
        months=len(plan.numbers),
        seed=plan.seed,
        rates=plan.rates,
        timing=plan.timing,
        targets=tuple(summaries[name] for name in asked),
        optimum=summaries[OPTIMAL],
        master=master,
        command=join(("assay", *sys.argv[1:])),
        month_command=join(["assay", "replay", f"drawn:{plan.numbers.start}", *asked, *options]),
    )


COMMAND = Command("assay replay rolling-deploy sticky cooperative-sticky --out out/deploy", _add_options, _run)
