"""`assay replay`: a group's life with each target: moves, rounds, and partitions without a reader."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

from assay.command import Command
from assay.drawn_months import add_month_options, drawn_life, replay_drawn
from assay.exit_codes import ExitCode
from assay.files.lives import read_lives
from assay.files.out_folder import make_folder
from assay.opened_targets import open_targets
from assay.options import CHANGES, TARGET_HELP, add_options, parse_change, parse_seconds, parse_wait
from assay.terminal.output import emit, emit_json, findings_console, note
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.life import Life
    from kafka_assay.pipeline.replay.timing import Timing
    from kafka_assay.reports.answer.replay import ReplayReport


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "life",
        metavar="LIFE",
        nargs="?",
        help="a .json file with a life or a group, a folder of such, a bundled life, or drawn:NUMBER",
    )
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs="*",
        help=f"{TARGET_HELP}; default: all that a Kafka client or broker ships",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write rows as Parquet, a record and pictures for assay report"
    )
    parser.add_argument(
        "--rebalance-seconds", type=parse_seconds, default=3.0, metavar="S", help="seconds of one round (default 3)"
    )
    parser.add_argument(
        "--restart-seconds",
        type=parse_seconds,
        default=30.0,
        metavar="S",
        help="seconds until a restarted member is back (default 30)",
    )
    parser.add_argument(
        "--metadata-seconds",
        type=parse_wait,
        default=300.0,
        metavar="S",
        help="seconds until classic members see that a topic has grown (default 300)",
    )
    parser.add_argument(
        "--rebuild-seconds",
        type=parse_wait,
        default=0.0,
        metavar="S",
        help="seconds in which a member rebuilds the state of a partition that it takes over (default 0)",
    )
    add_month_options(parser.add_argument_group("months drawn at random"))
    changes = parser.add_argument_group("a last event", "These options add one event to the end of the life.")
    add_options(changes, *CHANGES)
    add_options(parser, "--setting", "--call-timeout", "--seed", "--json", call_timeout=60.0)


def _run(args: argparse.Namespace) -> ExitCode:
    if args.drawn is not None:
        return _draw(args)
    lives = _lives(args)
    if args.out is not None:
        require_libraries("assay replay --out", "pyarrow", "matplotlib")
        make_folder(args.out)
    with ExitStack() as stack:
        targets = _open_targets(args, stack)
        reports = [_report(life, targets, _timing(args)) for life in lives]
    for number, report in enumerate(reports):
        if args.json:
            emit_json(report.document())
        else:
            if number:
                emit("")
            _show(report)
    if args.out is not None:
        from assay.files.replays import write_replays

        note(f"rows: {write_replays(reports, args.out)}")
    return ExitCode.KEPT


def _draw(args: argparse.Namespace) -> ExitCode:
    """Without LIFE, its place holds the first target."""
    if parse_change(args):
        raise AssayError("--leave, --join, --grow and --restart: only for one life, not with --drawn")
    replay_drawn(args, [*([] if args.life is None else [args.life]), *args.targets] or _shipped(), _timing(args))
    return ExitCode.KEPT


def _shipped() -> tuple[str, ...]:
    from kafka_assay.assignors.registry import SHIPPED

    return SHIPPED


def _lives(args: argparse.Namespace) -> list[Life]:
    from kafka_assay.pipeline.replay.life_group import append_change

    if args.life is None:
        raise AssayError("LIFE: expected a file, a folder or a bundled life (see assay list lives)")
    drawn = drawn_life(args, _timing(args))
    change, lives = parse_change(args), read_lives(args.life) if drawn is None else [drawn]
    return [append_change(life, change) for life in lives] if change else lives


def _timing(args: argparse.Namespace) -> Timing:
    from kafka_assay.pipeline.replay.timing import Timing

    return Timing(
        rebalance=args.rebalance_seconds,
        restart=args.restart_seconds,
        metadata=args.metadata_seconds,
        rebuild=args.rebuild_seconds,
    )


def _open_targets(args: argparse.Namespace, stack: ExitStack) -> list[Target]:
    names = args.targets or _shipped()
    return open_targets(stack, names, call_timeout=args.call_timeout, seed=args.seed, settings=args.settings)


def _report(life: Life, targets: list[Target], timing: Timing) -> ReplayReport:
    from kafka_assay.assignors.errors import InvalidGroup
    from kafka_assay.assignors.hosted.targets import ReferenceTarget
    from kafka_assay.assignors.interface import AssignorFailed
    from kafka_assay.assignors.registry import OPTIMAL
    from kafka_assay.pipeline.replay.best_balance import BestBalance
    from kafka_assay.pipeline.replay.replay import replay_life
    from kafka_assay.properties.measures.subscriptions import count_assignable
    from kafka_assay.reports.answer.replay import ReplayReport

    best = BestBalance()
    replays, left_out = [], []
    for target in targets:
        try:
            replays.append(replay_life(life, target, timing, best))
        except (AssignorFailed, InvalidGroup) as failed:
            left_out.append((target.name, str(failed)))
    return ReplayReport(
        life=life.name or "the life",
        members=len(life.group.members),
        partitions=count_assignable(life.group),
        events=len(life.events),
        timing=timing,
        replays=tuple(replays),
        optimum=replay_life(life, ReferenceTarget(OPTIMAL), timing, best),
        left_out=tuple(left_out),
        assumptions=life.group.assumptions,
        command=join(("assay", *sys.argv[1:])),
    )


def _show(report: ReplayReport) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from assay.terminal.terminal_lines import print_lines
    from kafka_assay.reports.answer.replay import COLUMNS, LEGEND, replay_lines, replay_rows, timing_sentence
    from kafka_assay.reports.render.plain_text import TextLine
    from kafka_assay.reports.wording.safe_names import escape_unprintable

    print_lines(replay_lines(report))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    rows = replay_rows(report)
    shown = len(COLUMNS) if any(row[-1] for row in rows) else len(COLUMNS) - 1  # lag spread is the last
    for title in COLUMNS[:shown]:
        table.add_column(title, overflow="fold", justify="left" if title == "target" else "right")
    for target, *figures in rows:
        table.add_row(Text(escape_unprintable(target)), *figures[: shown - 1])
    findings_console().print(table)
    print_lines([TextLine(LEGEND), TextLine(timing_sentence(report.timing))])


COMMAND = Command(
    example="assay replay rolling-deploy sticky cooperative-sticky --out out/deploy",
    add_options=_add_options,
    run=_run,
)
