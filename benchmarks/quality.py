"""
How good real assignors are beside the optimum, all on the same seeded groups: how often an answer is not valid, how
often it is less balanced than it could be, how many moves it wastes.

    python -m benchmarks.quality --groups 100000 --seed 0 --out out && assay report out

Without targets it asks the newest release of every implementation and the references of the same rules. Groups are
those of `benchmarks/everyday_groups.py`; each is solved once, its proof checked, and put to all targets, one after the
other, 500 groups at a time, so that a run that is cut short has asked all about evenly. A target whose process crashes
has no answer to that group; so has one that hangs: no answer within ten seconds (`--call-timeout`), twice in a row. On
a busy machine a shorter limit tells of the machine. The run goes on.

The same command again goes on where the record ends. `--group NUMBER` prints a group, to be asked about by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.group_format import group_to_json
from assignors.hosted.opening import open_target
from benchmarks.everyday_groups import everyday_group
from benchmarks.newest_releases import NEWEST, REFERENCES
from benchmarks.quality_record import KINDS, RECORD, append, begun, folded, read, summarised
from benchmarks.quality_tally import Tally, put, question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assignors.interface import Target
    from benchmarks.quality_record import Line
    from benchmarks.quality_tally import Question

STRETCH = 500
"""Groups of one line of the record, put to one target before it is the next one's turn."""
CALL_SECONDS = 10.0
TARGETS = (*REFERENCES, *NEWEST)

KEPT, BROKEN, USAGE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def stretch_of(target: Target, questions: Sequence[Question]) -> Line:
    """
    Put a stretch to `target`: its line.
    """
    tallies = {kind: Tally() for kind in KINDS}
    start = time.monotonic()
    for one in questions:
        put(target, one, tallies["equal" if one.is_equal else "unequal"])
    return {
        "target": target.name,
        "version": target.version,
        "first": questions[0].number,
        "groups": len(questions),
        "seconds": round(time.monotonic() - start, 2),
        **{kind: tally.to_json() for kind, tally in tallies.items()},
    }


def run(path: Path, targets: Sequence[str], groups: int, seed: int, call_seconds: float, lines: list[Line]) -> set[str]:
    """
    Ask all `targets` about the first `groups` groups, as far as `lines` do not tell yet, and write the record at
    `path`. The targets that could not be opened are given back; why is said at once.
    """
    done = {(line["target"], line["first"]): line["groups"] for line in sorted(lines, key=lambda line: line["groups"])}
    opened: dict[str, Target] = {}
    closed: set[str] = set()
    with ExitStack() as hosts:
        for first in range(0, groups, STRETCH):
            numbers = range(first, min(first + STRETCH, groups))
            missing = [name for name in targets if done.get((name, first), 0) < len(numbers) and name not in closed]
            questions = [question(number, everyday_group(number, seed)) for number in numbers] if missing else []
            for name in missing:
                try:
                    if name not in opened:
                        opened[name] = hosts.enter_context(
                            closing(open_target(name, call_timeout=call_seconds, seed=seed))
                        )
                except AssayError as wrong:
                    closed.add(name)
                    sys.stderr.write(f"quality: left out: {wrong}\n")
                    continue
                line = stretch_of(opened[name], questions)
                append(path, {**line, "target": name})
                speed = len(questions) / max(line["seconds"], 0.01)
                sys.stderr.write(f"{name}: {numbers[-1] + 1:,} groups, {speed:,.0f}/s\n")
    return closed


def main(arguments: Sequence[str]) -> int:
    """
    Measure, write the record into the folder, and say where.
    """
    args = _parser().parse_args(arguments)
    if args.group is not None:
        sys.stdout.write(json.dumps(group_to_json(everyday_group(args.group, args.seed)), ensure_ascii=False) + "\n")
        return KEPT
    if args.groups < 1:
        sys.stderr.write(f"quality: --groups {args.groups}: expected at least 1\n")
        return USAGE
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        path = args.out / RECORD
        asked = [*args.targets, "--groups", str(args.groups), "--seed", str(args.seed), "--out", "out"]
        lines = begun(path, join(["python", "-m", "benchmarks.quality", *asked]), args.seed)
        closed = run(path, args.targets or TARGETS, args.groups, args.seed, args.call_timeout, lines)
        if args.summary is not None:
            summarised(path, args.summary)
    except (AssayError, OSError) as wrong:
        sys.stderr.write(f"quality: {wrong}\n")
        return USAGE
    except KeyboardInterrupt:
        sys.stderr.write("quality: interrupted; the same command goes on from here\n")
        return INTERRUPTED
    sys.stdout.write(f"{path}\n")
    beaten = [one.target for one in folded(read(path)[1]) if one.both.undercut]
    for name in beaten:
        sys.stderr.write(f"quality: {name} is better than the optimum: the oracle is wrong there\n")
    return BROKEN if beaten else UNDECIDED if closed else KEPT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.quality",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("targets", metavar="TARGET", nargs="*", help="(default: the newest releases and references)")
    parser.add_argument("--groups", type=int, metavar="N", default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, metavar="DIR", default=Path("out"), help=f"where {RECORD} goes")
    parser.add_argument("--call-timeout", type=float, metavar="SECONDS", default=CALL_SECONDS)
    parser.add_argument("--summary", type=Path, metavar="FILE", help="also write the record with one line a target")
    parser.add_argument("--group", type=int, metavar="NUMBER", help="print this group as JSON, and ask nobody")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
