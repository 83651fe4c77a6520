"""
Count the groups that make the sticky assignors hang, for each client.

    python -m studies hang_shares --everyday 30000 --joins 3000 --out out/hang-shares.jsonl --write

The *everyday* groups are those of `benchmarks/everyday_groups.py`. The *joins* begin with the members and topics of an
everyday group: all but one own the assignment of another assignor (or are new, and get one from the target itself), and
the target is asked until it changes nothing. Then the last member joins. A call hangs if it gives no answer within 2
seconds, and within 20 seconds in a new process.

Finished stretches are written to `--out` line by line; the same command continues them. `--write` puts the counts into
`docs/results/findings/sticky-hang.json`, and the table into the page.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import HANG, AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.benchmarks.everyday_groups import everyday_group
from kafka_assay.properties.measures.claims import feed_back, repeats_claims, without_claims
from studies.hang.hang_record import EVERYDAY, OWN, TARGETS, WORDS, share_lines, write_record
from studies.output import show_progress
from studies.records import Line, append_line, resume_lines
from studies.workers import perform_all

CALL_SECONDS, SECOND_SECONDS = 2.0, 20.0
STRETCH = 250
_MOST_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class HangStretch:
    """A unit of work: the groups from number `first` on, of one sample, put to one target."""

    sample: str
    target: str
    seed: int
    first: int
    groups: int


@cache
def _opened(target: str, seconds: float) -> Target:
    return open_target(target, call_timeout=seconds)


def ask(target: str, group: Group) -> Assignment | None:
    """The answer of a target; None if it hangs twice. Raises `AssignorFailed` for any other failure."""
    for seconds in (CALL_SECONDS, SECOND_SECONDS):
        try:
            return _opened(target, seconds).assign(group)
        except AssignorFailed as failure:
            if failure.kind != HANG:
                raise
    return None


def hangs_at_join(target: str, start: str, group: Group) -> bool:
    """Whether the target hangs in this life: before or at the join of the last member."""
    *others, joiner = without_claims(group, group.member_ids()).members
    now = group.with_members(tuple(others))
    if start != OWN:
        now = feed_back(now, reference_assignor(start).assign(now))
    for _ in range(_MOST_ROUNDS):
        plan = ask(target, now)
        if plan is None:
            return True
        is_settled, now = repeats_claims(now, plan), feed_back(now, plan)
        if is_settled:
            break
    return ask(target, group.with_members((*now.members, joiner))) is None


def run_stretch(stretch: HangStretch) -> Line:
    """Count the hangs of a stretch, and the groups that failed in another way."""
    hangs, failures = [], 0
    for number in range(stretch.first, stretch.first + stretch.groups):
        group = everyday_group(number, stretch.seed)
        try:
            if stretch.sample == EVERYDAY:
                is_hang = ask(stretch.target, group) is None
            else:
                is_hang = hangs_at_join(stretch.target, stretch.sample, group)
        except AssignorFailed:
            failures += 1
            continue
        if is_hang:
            hangs.append(number)
    return {**asdict(stretch), "hangs": hangs, "failures": failures}


def stretches(everyday: int, joins: int, seed: int, done: list[Line]) -> Iterator[HangStretch]:
    """The stretches that are missing, all targets in turn."""
    known = {(line["sample"], line["target"], line["first"]) for line in done if line["seed"] == seed}
    for sample in WORDS:
        groups = everyday if sample == EVERYDAY else joins
        for first in range(0, groups, STRETCH):
            for target in TARGETS:
                if (sample, target, first) not in known:
                    yield HangStretch(sample, target, seed, first, min(STRETCH, groups - first))


def summary(lines: list[Line], args: Namespace) -> dict[str, Any]:
    """For each sample and target the groups of the seed, the hangs, other failures, and the numbers that hang."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    mine = [line for line in lines if line["seed"] == args.seed]
    for line in sorted(mine, key=lambda line: int(line["first"])):
        row = rows.setdefault((line["sample"], line["target"]), {"groups": 0, "hangs": 0, "failures": 0, "numbers": []})
        row["groups"] += line["groups"]
        row["hangs"] += len(line["hangs"])
        row["failures"] += line["failures"]
        row["numbers"] += line["hangs"]
    return {
        "command": args.command,
        "seed": args.seed,
        "call_seconds": [CALL_SECONDS, SECOND_SECONDS],
        "rows": [
            {"sample": sample, "target": target, **rows[sample, target]}
            for sample in WORDS
            for target in TARGETS
            if (sample, target) in rows
        ],
    }


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--everyday", type=int, default=30_000, metavar="N", help="everyday groups for each target")
    parser.add_argument("--joins", type=int, default=3_000, metavar="N", help="groups for each start and target")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("out/hang-shares.jsonl"), help="file of finished stretches")
    parser.add_argument("--write", action="store_true", help="write the record, and the table of the page")


def run(args: Namespace) -> int:
    """Run the missing stretches, and print the table."""
    lines = resume_lines(args.out)
    jobs = list(stretches(args.everyday, args.joins, args.seed, lines))
    with ProcessPoolExecutor(args.processes) as pool:
        for count, (_, line) in enumerate(perform_all(iter(jobs), run_stretch, pool, args.processes), start=1):
            append_line(args.out, line)
            lines.append(line)
            show_progress(f"{count} of {len(jobs)} stretches")
    shares = summary(lines, args)
    print("\n".join(share_lines(shares)))
    if args.write:
        write_record({"shares": shares})
    return 0
