"""
Count how many rare planted faults `assay check` finds, and how small it makes them.

    python -m studies planted_faults --seeds 40 --seconds 60 --write
    python -m studies planted_faults --kind sticky --seeds 12 --write
    python -m studies planted_faults --rates 20000 --write

Ten assignors with the promises of `roundrobin` have one fault each. It hits one in 625 to 1,250 groups of one input
family. Three sticky ones have faults that hit one in 172 to 513. They are classes for `python:`, a jar and a Go
program. Seed by seed, one of them is checked as a user would. The exit code is 1 if fewer than `--least` percent are
found and shrunk to at most 4 members and 8 partitions. `--rates` measures how often each fault shows. `--healthy`
checks the same assignors without their faults, which must keep all laws. Each check becomes a line of `--out`, and an
interrupted run continues there.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.properties.input_families import FAMILIES
from studies.output import ROOT, write_part
from studies.planted.fault import FAULT_BY_NAME, HEALTHY, ROUND_ROBIN, STICKY, Fault
from studies.planted.fault_rates import FaultRate, measure_rates
from studies.planted.planted_check import PlantedOutcome, check_fault
from studies.planted.planted_page import outcome_lines, rate_lines
from studies.planted.programs import Programs
from studies.records import Line, append_line, header, read_record, resume_record

FORMAT, RATES_FORMAT = "planted-faults/1", "planted-rates/1"
PAGE = ROOT / "docs" / "planted-faults.md"
KINDS = {"roundrobin": ROUND_ROBIN, "sticky": STICKY}
SHARE_OF_OTHERS = 40
"""For each family that a fault was not made for, one group in so many is judged."""


def check_seeds(faults: Sequence[Fault], args: Namespace, programs: Programs) -> Iterator[PlantedOutcome]:
    """Check one of the `faults` for each seed, in turn. What the record contains is not checked again."""
    first = {**header(FORMAT, args), "budget": args.seconds}
    known = resume_record(args.out, first, ("budget", "machine"))
    done = {(line["fault"], line["seed"]) for line in known}
    for seed in range(args.seed, args.seed + args.seeds):
        fault = faults[seed % len(faults)]
        if (fault.name, seed) not in done:
            found = check_fault(fault, programs.target(fault), args.seconds, seed)
            append_line(args.out, asdict(found))
            yield found


def measure_missing_rates(faults: Sequence[Fault], args: Namespace, programs: Programs) -> Iterator[FaultRate]:
    """The rates of the `faults` that the record does not contain: in the own family, and in all others."""
    first = {**header(RATES_FORMAT, args), "groups": args.rates}
    known = resume_record(args.out, first, ("groups", "seed"))
    for fault in faults:
        if any(line["fault"] == fault.name for line in known):
            continue
        measure = partial(measure_rates, programs.target(fault), seed=args.seed, like=fault.like)
        others = [name for name in FAMILIES if name != fault.family]
        found = measure([fault.family] if fault.family else [], args.rates)
        found += measure(others, max(1, args.rates // SHARE_OF_OTHERS))
        append_line(args.out, {"fault": fault.name, "rates": [asdict(rate) for rate in found]})
        yield from found


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--kind", choices=KINDS, default="roundrobin", help="which faults (default roundrobin)")
    parser.add_argument("--fault", action="append", choices=sorted(FAULT_BY_NAME), help="only this one (repeatable)")
    parser.add_argument("--healthy", action="store_true", help="the assignors without a fault")
    parser.add_argument("--seeds", type=int, default=40, help="checks, each with a seed of its own (default 40)")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of each check (default 60)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--least", type=float, default=95.0, help="percent that must be found and small (default 95)")
    parser.add_argument("--rates", type=int, metavar="GROUPS", help="measure the rates over so many groups instead")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the record (default planted-KIND.jsonl)")
    parser.add_argument("--write", action="store_true", help="write the table into docs/planted-faults.md")


def run(args: Namespace) -> int:
    """Check or measure what is missing, and print the table."""
    what = "rates" if args.rates else "healthy" if args.healthy else args.kind
    faults = HEALTHY if args.healthy else [FAULT_BY_NAME[name] for name in args.fault or ()] or KINDS[args.kind]
    if args.rates and not (args.fault or args.healthy):
        faults = (*ROUND_ROBIN, *STICKY)
    args.out = args.out or Path(f"planted-{what}.jsonl")
    with TemporaryDirectory(prefix="assay-programs-") as folder:
        programs = Programs(Path(folder))
        if args.rates:
            for rate in measure_missing_rates(faults, args, programs):
                print(f"{rate.family}: {rate.hits} of {rate.groups:,}", file=sys.stderr)
        else:
            for one in check_seeds(faults, args, programs):
                result = f"{one.members} x {one.partitions}" if one.is_found else "nothing found"
                print(f"{one.fault}, seed {one.seed}: {result}, {one.groups:,} groups", file=sys.stderr)
    first, lines = read_record(args.out, RATES_FORMAT if args.rates else FORMAT)
    table = rate_lines(lines) if args.rates else outcome_lines(outcomes := _outcomes(lines))
    print("\n".join(table))
    if args.write:
        write_part(PAGE, f"<!-- {what} -->", f"<!-- end of {what} -->", [f"```\n{first['command']}\n```", "", *table])
    if args.rates:
        return 0
    good = sum(not one.is_found if args.healthy else one.is_small for one in outcomes)
    return 0 if 100 * good >= args.least * len(outcomes) else 1


def _outcomes(lines: Sequence[Line]) -> list[PlantedOutcome]:
    return [PlantedOutcome(**{**line, "laws": tuple(line["laws"])}) for line in lines]
