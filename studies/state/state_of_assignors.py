"""
Make the state page: laws, balance, moves, time and first bad release of each assignor.

    python -m studies state_of_assignors --write
    python -m studies state_of_assignors --measure --write
    python -m studies state_of_assignors --measure laws since --only kafka-python --write

The first command makes the pages, the JSON documents, the badges and the figure from the record
`docs/results/state/record.jsonl`.
`--measure` first makes the measurements that are missing, or whose target, options or verdicts changed since. It can be
interrupted. Without `--write` the command names the files that differ from the record.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from studies.campaigns.known_kinds import read_known
from studies.output import ROOT
from studies.state.measuring import MEASURES, RECORD, measure_pending, pending_measurements
from studies.state.state_files import stale_state_files, state_files
from studies.state.state_reading import read_states
from studies.state.state_record import read_state

BROKEN, UNDECIDED = 1, 3


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument(
        "--measure",
        nargs="*",
        choices=MEASURES,
        metavar="MEASURE",
        help=f"make what is missing of these measurements (default: all): {', '.join(MEASURES)}",
    )
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="measure targets with this text")
    parser.add_argument("--write", action="store_true", help="write docs/results/state")


def run(args: Namespace) -> int:
    """Measure if asked to, and write the files, or name those that differ and return 1."""
    failed = 0
    if args.measure is not None:
        failed = measure_pending(RECORD, args.measure or MEASURES, args.only)
    lines = read_state(RECORD)
    files = state_files(read_states(lines, read_known()))
    stale = stale_state_files(files)
    for path in stale:
        if args.write and path in files:
            path.write_bytes(files[path])
        elif args.write:
            path.unlink()
        print(f"{'written' if args.write else 'differs'}: {path.relative_to(ROOT)}")
    waiting = len(list(pending_measurements(lines, MEASURES)))
    if waiting:
        print(
            f"{waiting} measurements are missing or were made with other verdicts: --measure makes them",
            file=sys.stderr,
        )
    if stale and not args.write:
        return BROKEN
    return UNDECIDED if failed else 0
