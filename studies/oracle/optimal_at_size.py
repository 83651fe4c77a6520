"""
Check every law that `optimal` promises at the sizes of the grid, also with members renamed.

    python -m studies optimal_at_size middle --events LEAVE_ONE

Each point gives a line: the laws and their verdicts; whether renaming the members changed the sorted loads or the
number of moves (it must not); the seconds for all laws; and the peak memory. Each point runs in a process of its own.
The exit code is 1 if a law is broken or renaming changed something.
"""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, replace
from itertools import product

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.benchmarks.peak_memory import peak_mebibytes
from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.properties.search.check import check_group
from studies.oracle.grid_points import KINDS
from studies.output import table_head, table_row
from studies.workers import call_in_new_process

HEAD = table_head("point", ">laws kept", "broken", "undecided", "after renaming", ">seconds for all laws", ">peak MiB")
POINTS = {"small": (1_000, 10, 100), "middle": (1_000, 100, 200), "large": (10_000, 50, 1_000)}
"""Members, partitions of each member, topics: 10,000, 100,000 and 500,000 partitions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimalOutcome:
    """
    The result at one point: the number of laws kept, and which were `broken` or `undecided`.

    `same_renamed` says whether loads and moves stay the same with renamed members.
    """

    point: str
    kept: int
    broken: tuple[str, ...]
    undecided: tuple[str, ...]
    same_renamed: bool
    seconds: float
    mebibytes: float

    @property
    def row(self) -> str:
        """The result as a row of the table."""
        broken, undecided = (", ".join(laws) or "—" for laws in (self.broken, self.undecided))
        renamed = "the same" if self.same_renamed else "**other loads or moves**"
        costs = (f"{self.seconds:.0f}", f"{self.mebibytes:.0f}")
        return table_row(self.point, self.kept, broken, undecided, renamed, *costs)


def check_at(workload: Workload) -> OptimalOutcome:
    """Judge every law of `optimal` at one point, and rename its members."""
    group = build_group(workload)
    target = open_target("optimal")
    started = time.monotonic()
    try:
        record = check_group(target, group)
    finally:
        target.close()
    seconds = time.monotonic() - started
    laws = {verdict: tuple(cell.law for cell in record.cells if cell.verdict == verdict) for verdict in _VERDICTS}
    return OptimalOutcome(
        point=str(workload),
        kept=len(laws["kept"]),
        broken=laws["broken"],
        undecided=laws["undecided"],
        same_renamed=figures(group) == figures(shuffle_member_names(group)),
        seconds=seconds,
        mebibytes=peak_mebibytes(),
    )


_VERDICTS = ("kept", "broken", "undecided")


def shuffle_member_names(group: Group, seed: int = 0) -> Group:
    """`group` with its members' names shuffled, so that another name order goes with the same claims."""
    names = list(group.member_ids())
    random.Random(seed).shuffle(names)
    members = tuple(replace(member, id=name) for member, name in zip(group.members, names, strict=True))
    return replace(group, members=members)


def figures(group: Group) -> tuple[list[int], int]:
    """The sorted loads and the moves of `optimal`'s answer to `group`."""
    answer = reference_assignor("optimal").assign(group)
    return sorted(loads(group, answer).values()), stickiness(valid_owners(group), answer).moved


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("points", nargs="*", metavar="POINT", default=list(POINTS), help=", ".join(POINTS))
    parser.add_argument("--subscriptions", default=",".join(KINDS))
    parser.add_argument("--events", default="LEAVE_ONE,SCRAMBLED", help="events (default LEAVE_ONE,SCRAMBLED)")


def run(args: Namespace) -> int:
    """Check each point and print a Markdown table."""
    print(HEAD)
    wrong = False
    for name, kind, event in product(args.points, args.subscriptions.split(","), args.events.split(",")):
        members, ratio, topics = POINTS[name]
        workload = Workload(
            member_count=members,
            partitions_to_member_ratio=ratio,
            topic_count=topics,
            subscription_type=SubscriptionType(kind),
            event=WorkloadEvent(event),
        )
        outcome = call_in_new_process(check_at, workload)
        print(outcome.row, flush=True)
        wrong = wrong or bool(outcome.broken) or not outcome.same_renamed
    return int(wrong)
