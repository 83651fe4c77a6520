"""`assay frontier`: the best balance for each number of moves, and the point of each assignor."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.files.inputs import answer_each, holds_many, read_group
from assay.files.picture import check_picture_name, write_picture
from assay.options import add_group_option, add_options, parse_whole_number
from assay.terminal.output import emit, emit_json, findings_console
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.settings import refuse_strangers

if TYPE_CHECKING:
    import argparse

    from rich.table import Table

    from assay.frontier_points import FrontierTargets
    from kafka_assay.assignors.model import Group
    from kafka_assay.oracle.frontier import Frontier
    from kafka_assay.reports.answer.frontier import FrontierReport, PlanWithin


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_group_option(parser)
    parser.add_argument("--picture", metavar="FILE", help="draw the frontier into FILE.png or FILE.svg")
    parser.add_argument(
        "--moves", type=parse_whole_number, metavar="K", help="also print the best plan with at most K moves"
    )
    parser.add_argument(
        "--target", action="append", default=[], metavar="TARGET", help="also ask this assignor (may be repeated)"
    )
    parser.add_argument(
        "--without-references", action="store_true", help="do not ask the references: some are slow on large groups"
    )
    parser.add_argument(
        "--points",
        type=parse_whole_number,
        metavar="N",
        help="show at most N points (default 200; fewer for very large groups)",
    )
    add_options(parser, "--setting", "--call-timeout", "--json", call_timeout=60.0)


def _run(args: argparse.Namespace) -> ExitCode:
    if args.points is not None and args.points < 2:
        raise AssayError(f"--points {args.points}: expected at least 2")
    require_libraries("assay frontier", "ortools")
    check_picture_name(args.picture)
    if holds_many(args.group):
        if args.picture:
            raise AssayError(f"{args.group} contains many groups: --picture needs a single group")
        with closing(_open_targets(args)) as targets:
            return answer_each(
                args.group, lambda question: (_compute(question.group, targets, args).document(), ExitCode.KEPT)
            )
    group = read_group(args.group)
    refuse_strangers(args.settings, group)
    with closing(_open_targets(args)) as targets:
        report = _compute(group, targets, args)
    if args.picture:
        from kafka_assay.reports.figures.trade import frontier_figure

        write_picture(frontier_figure(report), Path(args.picture))
    if args.json:
        emit_json(report.document())
    else:
        _show(report)
    return ExitCode.KEPT


def _open_targets(args: argparse.Namespace) -> FrontierTargets:
    from assay.frontier_points import FrontierTargets
    from kafka_assay.assignors.registry import default_names

    names = [] if args.without_references else default_names()
    return FrontierTargets([*names, *args.target], call_timeout=args.call_timeout, settings=args.settings)


def _compute(group: Group, targets: FrontierTargets, args: argparse.Namespace) -> FrontierReport:
    from kafka_assay.oracle.frontier import Frontier
    from kafka_assay.properties.measures.subscriptions import count_assignable
    from kafka_assay.reports.answer.frontier import FrontierReport, FrontierStep

    frontier = Frontier(group)
    points = tuple(
        FrontierStep(moves=point.moves, squares=point.sum_of_squares, corner=point.corner)
        for point in frontier.points(args.points)
    )
    spots, left_out = targets.find_points(group, frontier)
    highest, gain = points[0].squares, points[0].squares - points[-1].squares
    return FrontierReport(
        group=group.name or "the group",
        members=len(group.members),
        partitions=count_assignable(group),
        points=points,
        half=frontier.fewest_moves(highest - gain // 2) or 0,
        most=frontier.fewest_moves(highest - gain * 9 // 10) or 0,
        spots=tuple(spots),
        left_out=tuple(left_out),
        within=None if args.moves is None else _best_plan(group, frontier, args.moves),
        assumptions=group.assumptions,
    )


def _best_plan(group: Group, frontier: Frontier, allowed: int) -> PlanWithin:
    from assay.frontier_points import target_point
    from kafka_assay.reports.answer.frontier import PlanWithin

    plan = frontier.assignment(allowed)
    spot = target_point("plan", group, plan, frontier)
    return PlanWithin(allowed=allowed, moves=spot.moves, squares=spot.squares, assignment=plan)


def _show(report: FrontierReport) -> None:
    from assay.terminal.terminal_lines import print_lines
    from kafka_assay.reports.answer.frontier import MOST_ROWS, frontier_lines

    print_lines(frontier_lines(report))
    findings_console().print(_points_table(report))
    if len(report.points) > MOST_ROWS:
        emit(f"{MOST_ROWS} of {len(report.points):,} points are shown. --json lists them all.")
    if report.spots:
        findings_console().print(_targets_table(report))


def _points_table(report: FrontierReport) -> Table:
    from rich.table import Table
    from rich.text import Text

    from kafka_assay.reports.answer.frontier import frontier_rows

    table = Table(title="the frontier", title_justify="left")
    for title in ("moves", "sum of squares", "above best"):
        table.add_column(title, justify="right")
    table.add_column("assignors", overflow="fold")
    for *figures, names in frontier_rows(report):
        table.add_row(*figures, Text(names))
    return table


def _targets_table(report: FrontierReport) -> Table:
    from rich.table import Table
    from rich.text import Text

    from kafka_assay.reports.wording.safe_names import escape_unprintable

    table = Table(title="assignors", title_justify="left")
    table.add_column("target", overflow="fold")
    for title in ("moves", "sum of squares", "fewest moves for this balance", "best balance with these moves"):
        table.add_column(title, justify="right")
    for spot in sorted(report.spots, key=lambda spot: (spot.squares, spot.moves, spot.target)):
        figures = spot.moves, spot.squares, spot.needed, spot.least
        table.add_row(Text(escape_unprintable(spot.target)), *(f"{figure:,}" for figure in figures))
    return table


COMMAND = Command(
    example="assay frontier captures/g-java-rr-hetero.json --picture frontier.png",
    add_options=_add_options,
    run=_run,
)
