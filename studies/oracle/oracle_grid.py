"""
Time the oracle on the whole grid of 948 points, in turns with the best rivals.

    python -m studies oracle_grid --rivals --members 100,1000 --events FULL,LEAVE_ONE --out out/oracle-grid.jsonl
    python -m studies oracle_grid --table out/oracle-grid.jsonl

For the oracle the time from arrays to the plan with its proof counts; for the rivals only their own method, called in
turns with ours. The same command continues a record. Before the event a group was at an optimum: partitions dealt in
turn if that is optimal (HOMOGENEOUS, HETEROGENEOUS_DISJOINT), else the oracle's answer to a fresh start.
"""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from kafka_assay.benchmarks.workload import SubscriptionType, WorkloadEvent
from studies.oracle.contenders import compile_loops
from studies.oracle.grid_point import ORACLE, MeasureSettings, measure_point
from studies.oracle.grid_points import EVENTS, KINDS, MEMBERS, RATIOS, TOPICS, whole_grid
from studies.oracle.grid_record import FORMAT, engine_hash, resume
from studies.oracle.grid_table import grid_lines
from studies.oracle.rivals.rival_build import RIVALS, RivalMissing
from studies.oracle.rivals.rival_process import CALL_SECONDS, RivalProcess
from studies.records import Line, append_line, header, read_record

T = TypeVar("T")


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--table", type=Path, metavar="FILE", help="print the table of a record")
    parser.add_argument("--out", type=Path, default=Path("out/oracle-grid.jsonl"), metavar="FILE", help="the record")
    parser.add_argument("--members", type=_several(int), default=MEMBERS, metavar="N,..", help="only these members")
    parser.add_argument(
        "--ratios", type=_several(int), default=(*RATIOS, 100), metavar="N,..", help="only these ratios"
    )
    parser.add_argument(
        "--topics", type=_several(int), default=(*TOPICS, 200), metavar="N,..", help="only these topics"
    )
    parser.add_argument("--subscriptions", type=_several(SubscriptionType), default=KINDS)
    parser.add_argument("--events", type=_several(WorkloadEvent), default=EVENTS)
    parser.add_argument("--rivals", action="store_true", help="also time franz-go and Kafka's UniformAssignor")
    parser.add_argument("--rounds", type=int, default=5, help="timed calls of each contender (default 5)")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit of each contender at one point (default 10)")
    parser.add_argument("--call-seconds", type=float, default=CALL_SECONDS, help="limit of a rival's call")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")


def run(args: Namespace) -> None:
    """Measure the missing points of the record, or print its table."""
    if args.table:
        print(grid_lines(*read_record(args.table, FORMAT)))
        return
    points = whole_grid(
        members=args.members,
        ratios=args.ratios,
        topics=args.topics,
        subscription_types=args.subscriptions,
        events=args.events,
    )
    done = resume(args.out, header(FORMAT, args))
    compile_loops()
    settings = MeasureSettings(rounds=args.rounds, seconds=args.seconds, seed=args.seed, engine=engine_hash())
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="assay-grid-")))
        rivals = _open_rivals(stack, args.call_seconds) if args.rivals else {}
        for number, point in enumerate(points, start=1):
            if point not in done:
                started = time.monotonic()
                line = measure_point(point, rivals, folder, settings)
                append_line(args.out, line)
                seconds = time.monotonic() - started
                print(f"{number} of {len(points)}: {_point_summary(line)} ({seconds:.0f} s)", file=sys.stderr)


def _open_rivals(stack: ExitStack, call_seconds: float) -> dict[str, RivalProcess]:
    """The rivals that this machine can build. The others are named once."""
    opened = {}
    for name, rival in RIVALS.items():
        try:
            opened[name] = stack.enter_context(closing(RivalProcess(rival, call_seconds=call_seconds)))
        except RivalMissing as missing:
            print(missing, file=sys.stderr)
    return opened


def _point_summary(line: Line) -> str:
    theirs = "".join(
        f", {name} {rival['median']:g}" if "median" in rival else f", {name}: {rival['error']}"
        for name, rival in line["rivals"].items()
    )
    name = f"{line['partitions']}x{line['members']}x{line['topics']}-{line['subscriptions']}-{line['event']}"
    return f"{name}: {line[ORACLE]['median']:g} ms{theirs}, {line['outcome']}"


def _several(one: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    return lambda text: tuple(one(part) for part in text.split(","))
