"""
Count how many rare planted faults `assay check` finds, and how small it makes them.

    python -m studies planted_faults --seeds 40 --seconds 60 --write

Ten assignors with the promises of `roundrobin` have one fault each. It hits one in 625 to 1,250 groups of one input
family. Three sticky ones have faults that hit one in 172 to 513. They are classes for `python:`, a jar and a Go
program. Seed by seed, one of each kind is checked as a user would; the assignors without a fault must keep all laws.
Each check becomes a line of `--out`, and an interrupted run continues there. The exit code is 1 if fewer than `--least`
percent are found and shrunk to at most 4 members and 8 partitions.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from kafka_assay.properties.records.case_format import case_from_json
from kafka_assay.properties.shrink.sizes import size_of
from studies.evidence.evidence_record import EvidenceTable, add_evidence_options, assay_json, publish
from studies.output import ROOT
from studies.records import append_line, header, resume_record
from tests.support.planted.fault import FAULT_BY_NAME, HEALTHY, ROUND_ROBIN, STICKY, Fault, Programs

FORMAT = "planted-faults/1"
KINDS = {"Assignors like `roundrobin`": ROUND_ROBIN, "Assignors like `sticky`": STICKY, "Without a fault": HEALTHY}
MEMBERS, PARTITIONS = 4, 8
"""The largest counterexample that counts as small."""
_LANGUAGES = {"python": "`python:`", "java": "jar", "go": "Go"}
_KNOWN = {**FAULT_BY_NAME, **{one.name: one for one in HEALTHY}}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedOutcome:
    """
    The result of one check. `laws` are those that broke without a declared failure; without any, nothing was found.

    `members` and `partitions` are those of the smallest counterexample, 0 without one.
    """

    fault: str
    seed: int
    groups: int
    laws: tuple[str, ...]
    members: int
    partitions: int

    @property
    def is_small(self) -> bool:
        """Whether a counterexample of at most `MEMBERS` and `PARTITIONS` was found."""
        return bool(self.laws) and self.members <= MEMBERS and self.partitions <= PARTITIONS


def check_fault(fault: Fault, target: str, seconds: float, seed: int) -> PlantedOutcome:
    """Check `target`, the program with this `fault`, by the command line. Raises `AssayError` if it gives no record."""
    words = ("--no-corpus", "--like", fault.like, "--seconds", f"{seconds:g}", "--seed", str(seed))
    # The program's module lies in the checkout.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    return read_outcome(fault.name, assay_json("check", target, *words, environment=environment))


def read_outcome(fault: str, document: dict[str, Any]) -> PlantedOutcome:
    """The outcome that the JSON of a check describes."""
    broken = [cell for cell in document["cells"] if cell["verdict"] == "broken" and cell["expected"] is None]
    sizes = [size_of(case_from_json(cell["counterexample"]).group)[:2] for cell in broken if cell["counterexample"]]
    members, partitions = min(sizes, key=_reading_rank, default=(0, 0))
    return PlantedOutcome(
        fault=fault,
        seed=document["seed"],
        groups=document["groups"],
        laws=tuple(dict.fromkeys(cell["law"] for cell in broken)),
        members=members,
        partitions=partitions,
    )


def _reading_rank(size: tuple[int, ...]) -> tuple[bool, tuple[int, ...]]:
    """Counterexamples from small to large: first those of at most `MEMBERS` and `PARTITIONS`."""
    members, partitions, *_ = size
    return members > MEMBERS or partitions > PARTITIONS, size


def outcomes_table(title: str, outcomes: Sequence[PlantedOutcome]) -> EvidenceTable:
    """A row for each fault, and one for all: the checks, how many found it, and the largest counterexample."""
    rows = []
    for name in [*dict.fromkeys(one.fault for one in outcomes), ""]:
        mine = [one for one in outcomes if name in ("", one.fault)]
        found = [one for one in mine if one.laws]
        largest = max(((one.members, one.partitions) for one in found), key=_reading_rank, default=None)
        cells = (
            len(mine),
            len(found),
            sum(one.is_small for one in mine),
            "–" if largest is None else "{} x {}".format(*largest),
            f"{median(one.groups for one in mine):,.0f}",
            ", ".join(sorted({law for one in found for law in one.laws})) or "–",
        )
        named = (f"`{name}`", _LANGUAGES[_KNOWN[name].language]) if name else ("**all**", "")
        rows.append((*named, *map(str, cells)))
    columns = ("fault", "behind", ">checks", ">found", ">small", ">largest", ">groups a check", "laws")
    return EvidenceTable(table=title, columns=columns, rows=tuple(rows), shown=title != "Without a fault")


def check_missing(faults: Sequence[Fault], args: Namespace, programs: Programs) -> Iterator[PlantedOutcome]:
    """The outcome of one of the `faults` for each seed, in turn. What the record contains is not checked again."""
    known = resume_record(args.out, {**header(FORMAT, args), "budget": args.seconds}, ("budget", "machine"))
    done = {(line["fault"], line["seed"]): PlantedOutcome(**{**line, "laws": tuple(line["laws"])}) for line in known}
    for seed in range(args.seed, args.seed + (args.seeds if faults is not HEALTHY else len(faults))):
        fault = faults[seed % len(faults)]
        if (fault.name, seed) not in done:
            done[fault.name, seed] = found = check_fault(fault, programs.target(fault), args.seconds, seed)
            append_line(args.out, asdict(found))
            print(f"{fault.name}, seed {seed}: {', '.join(found.laws) or 'nothing found'}", file=sys.stderr)
        yield done[fault.name, seed]


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--seeds", type=int, default=40, help="checks of each kind, each with its seed (default 40)")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of each check (default 60)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--least", type=float, default=95.0, help="percent that must be found and small (default 95)")
    parser.add_argument(
        "--out", type=Path, default=Path("planted-faults.jsonl"), metavar="FILE", help="finished checks"
    )
    add_evidence_options(parser)


def run(args: Namespace) -> int:
    """Check what is missing."""
    with TemporaryDirectory(prefix="assay-programs-") as folder:
        programs = Programs(Path(folder))
        found = {title: list(check_missing(faults, args, programs)) for title, faults in KINDS.items()}
    *planted, healthy = found.values()
    outcomes = [one for mine in planted for one in mine]
    hits, small = sum(bool(one.laws) for one in outcomes), sum(one.is_small for one in outcomes)
    alarms = sum(bool(one.laws) for one in healthy)
    result = f"{hits} of {len(outcomes)} checks found the fault, {small} with a small counterexample"
    result += f"; {alarms} of {len(healthy)} healthy assignors broke a law"
    publish("planted-faults", args, result, [outcomes_table(title, mine) for title, mine in found.items()])
    return 0 if 100 * small >= args.least * len(outcomes) and not alarms else 1
