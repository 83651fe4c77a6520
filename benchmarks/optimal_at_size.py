"""
`optimal` at the sizes of the grid: every law that it promises is asked, and then its members get other names.

    python -m benchmarks.optimal_at_size [POINT...] [--subscriptions S,..] [--events E,..]

For each point a line: the laws and their verdicts, whether renaming the members has changed the sorted loads or the
number of moves (it must not), the seconds that all laws took together, and the peak memory. Each point runs in a
process of its own. Exit code 1 where a law is broken, or renaming changed something.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from assignors.hosted.opening import open_target
from assignors.ownership import loads, stickiness, valid_owners
from assignors.registry import reference
from benchmarks.peak_memory import peak_mebibytes
from benchmarks.workload import Event, SubscriptionType, Workload, build
from properties.check import check_group

if TYPE_CHECKING:
    from assignors.model import Group

HEAD = """| point | laws kept | broken | undecided | after renaming | seconds for all laws | peak MiB |
|---|---:|---|---|---|---:|---:|
"""
POINTS = {
    "small": (1_000, 10, 100),
    "middle": (1_000, 100, 200),
    "large": (10_000, 50, 1_000),
}
"""Members, partitions for each, topics: 10,000, 100,000 and 500,000 partitions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """
    What came of one point: how many laws were kept, which were `broken` or `undecided`; whether the loads and the moves
    are `same_renamed`.
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
        """
        The point as a row of the table.
        """
        broken, undecided = (", ".join(laws) or "—" for laws in (self.broken, self.undecided))
        renamed = "the same" if self.same_renamed else "**other loads or moves**"
        return (
            f"| {self.point} | {self.kept} | {broken} | {undecided} | {renamed} "
            f"| {self.seconds:.0f} | {self.mebibytes:.0f} |"
        )


def asked_at(workload: Workload) -> Asked:
    """
    Ask every law of `optimal` at one point, and rename its members.
    """
    group = build(workload)
    target = open_target("optimal")
    started = time.monotonic()
    try:
        record = check_group(target, group)
    finally:
        target.close()
    seconds = time.monotonic() - started
    laws = {verdict: tuple(cell.law for cell in record.cells if cell.verdict == verdict) for verdict in _VERDICTS}
    return Asked(
        point=str(workload),
        kept=len(laws["kept"]),
        broken=laws["broken"],
        undecided=laws["undecided"],
        same_renamed=figures(group) == figures(renamed(group)),
        seconds=seconds,
        mebibytes=peak_mebibytes(),
    )


_VERDICTS = ("kept", "broken", "undecided")


def renamed(group: Group, seed: int = 0) -> Group:
    """
    `group` with its members' names shuffled among them, so that another order of names goes with the same claims.
    """
    names = list(group.member_ids())
    random.Random(seed).shuffle(names)
    members = tuple(replace(member, id=name) for member, name in zip(group.members, names, strict=True))
    return replace(group, members=members)


def figures(group: Group) -> tuple[list[int], int]:
    """
    The sorted loads and the moves of the answer of `optimal` to `group`.
    """
    answer = reference("optimal").assign(group)
    return sorted(loads(group, answer).values()), stickiness(valid_owners(group), answer).moved


def main(arguments: list[str] | None = None) -> int:
    """
    Ask at each point and print a Markdown table.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("points", nargs="*", metavar="POINT", default=list(POINTS), help=", ".join(POINTS))
    parser.add_argument("--subscriptions", default=",".join(SubscriptionType))
    parser.add_argument("--events", default="LEAVE_ONE,SCRAMBLED")
    parser.add_argument("--here", action="store_true", help="in this process, as JSON lines")
    args = parser.parse_args(arguments)
    chosen = list(product(args.points, args.subscriptions.split(","), args.events.split(",")))
    if args.here:
        for name, kind, event in chosen:
            sys.stdout.write(json.dumps(asdict(asked_at(_workload(name, kind, event)))) + "\n")
        return 0
    sys.stdout.write(HEAD)
    wrong = False
    for name, kind, event in chosen:
        outcome = _elsewhere(name, kind, event)
        sys.stdout.write(outcome.row + "\n")
        sys.stdout.flush()
        wrong = wrong or bool(outcome.broken) or not outcome.same_renamed
    return int(wrong)


def _workload(name: str, kind: str, event: str) -> Workload:
    members, ratio, topics = POINTS[name]
    return Workload(
        member_count=members,
        partitions_to_member_ratio=ratio,
        topic_count=topics,
        subscription_type=SubscriptionType(kind),
        event=Event(event),
    )


def _elsewhere(name: str, kind: str, event: str) -> Asked:
    words = [sys.executable, "-m", "benchmarks.optimal_at_size", name, "--subscriptions", kind, "--events", event]
    ended = subprocess.run([*words, "--here"], capture_output=True, text=True, check=False)  # noqa: S603 - ourselves
    if ended.returncode:
        raise RuntimeError(ended.stderr)
    said = json.loads(ended.stdout)
    return Asked(**{**said, "broken": tuple(said["broken"]), "undecided": tuple(said["undecided"])})


if __name__ == "__main__":
    sys.exit(main())
