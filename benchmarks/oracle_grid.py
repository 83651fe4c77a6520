"""
The oracle on the whole grid, beside the best that exists: 948 points, a JSON line each.

    python -m benchmarks.oracle_grid --rivals --out FILE.jsonl [--members N,..] [--subscriptions S,..] [--events E,..]
    python -m benchmarks.oracle_grid --table FILE.jsonl

Timed is the way from arrays to the plan with its proof; of the rivals their own method alone, called in turns with
ours. Called again with the same file, it goes on where it stopped. Before the event a group stood at an optimum of its
own: partitions dealt round where that is one (HOMOGENEOUS, HETEROGENEOUS), else the oracle's answer to a fresh start.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, TypeVar

from assignors.errors import AssayError
from benchmarks.contenders import warmed_up
from benchmarks.grid import MEMBERS, RATIOS, TOPICS, whole_grid
from benchmarks.grid_point import ORACLE, Wishes, measured
from benchmarks.grid_record import append, engine_hash, header, read, resumed
from benchmarks.grid_table import told
from benchmarks.rivals.asking import CALL_SECONDS, RivalProcess
from benchmarks.rivals.building import RIVALS, RivalMissing
from benchmarks.workload import Event, SubscriptionType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.grid_record import Line

T = TypeVar("T")


def main(arguments: Sequence[str]) -> None:
    """
    Measure what is missing in the record, or print its table.
    """
    args = _parser().parse_args(arguments)
    if args.table:
        sys.stdout.write(told(*read(args.table)) + "\n")
        return
    points = whole_grid(
        members=args.members,
        ratios=(*args.ratios, 100) if args.ratios == RATIOS else args.ratios,
        topics=(*args.topics, 200) if args.topics == TOPICS else args.topics,
        subscription_types=args.subscriptions,
        events=args.events,
    )
    command = join(["python", "-m", "benchmarks.oracle_grid", *arguments])
    done = resumed(args.out, header(command, args.seed))
    warmed_up()
    wishes = Wishes(
        rounds=args.rounds,
        seconds=args.seconds,
        seed=args.seed,
        conversion=args.conversion,
        engine=engine_hash(),
    )
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="assay-grid-")))
        rivals = _opened(stack, args.call_seconds) if args.rivals else {}
        for number, point in enumerate(points, start=1):
            if point not in done:
                started = time.monotonic()
                line = measured(point, rivals, folder, wishes)
                append(args.out, line)
                sys.stderr.write(f"{number} of {len(points)}: {_heard(line)} ({time.monotonic() - started:.0f} s)\n")


def _opened(stack: ExitStack, call_seconds: float) -> dict[str, RivalProcess]:
    """
    The rivals that this machine can build; the others are named, once.
    """
    opened = {}
    for name, rival in RIVALS.items():
        try:
            opened[name] = stack.enter_context(closing(RivalProcess(rival, call_seconds=call_seconds)))
        except RivalMissing as missing:
            sys.stderr.write(f"{missing}\n")
    return opened


def _heard(line: Line) -> str:
    theirs = "".join(
        f", {name} {rival['median']:g}" if "median" in rival else f", {name}: {rival['error']}"
        for name, rival in line["rivals"].items()
    )
    name = f"{line['partitions']}x{line['members']}x{line['topics']}-{line['subscriptions']}-{line['event']}"
    return f"{name}: {line[ORACLE]['median']:g} ms{theirs}, {line['outcome']}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, metavar="FILE", help="print the table of a record")
    parser.add_argument("--out", type=Path, default=Path("out/oracle-grid.jsonl"), metavar="FILE")
    parser.add_argument("--members", type=_several(int), default=MEMBERS, metavar="N,..")
    parser.add_argument("--ratios", type=_several(int), default=RATIOS, metavar="N,..")
    parser.add_argument("--topics", type=_several(int), default=TOPICS, metavar="N,..")
    parser.add_argument("--subscriptions", type=_several(SubscriptionType), default=tuple(SubscriptionType))
    parser.add_argument("--events", type=_several(Event), default=tuple(Event))
    parser.add_argument("--rivals", action="store_true", help="franz-go and Kafka's UniformAssignor, in turns with us")
    parser.add_argument("--rounds", type=int, default=5, help="calls that count, of each (default 5)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each at one point, or one call (default 10)")
    parser.add_argument("--call-seconds", type=float, default=CALL_SECONDS, help="after which a rival is given up")
    parser.add_argument("--conversion", action="store_true", help="time the way from a group with names to arrays, too")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def _several(one: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    return lambda text: tuple(one(part) for part in text.split(","))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except AssayError as wrong:
        sys.exit(str(wrong))
