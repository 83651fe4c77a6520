"""
`sticky` and `cooperative-sticky` at the sizes of Kafka's own suite: seconds, peak memory, loads and what was kept.

    python -m benchmarks.sticky_sizes [POINT...] [--assignor NAME] [--racks] [--rounds N]

Each point runs in a process of its own: a fresh start, and then one member leaves or joins, the answer before having
been fed back. Time is the processor's, because others use the machine. Every answer is checked for validity, outside of
the time; the memory is that of the whole process, the checks included.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from assignors.ownership import loads, stickiness, valid_owners
from assignors.registry import reference
from benchmarks.workload import SubscriptionType, Workload, build
from properties.flaws import flaw_of
from properties.terms import fed_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assignors.model import Assignment, Group

RACKS = ("ra", "rb", "rc", "rd", "re")
HEAD = """| point | step | processor seconds (each run) | median | loads | kept | peak MiB |
|---|---|---|---:|---|---:|---:|
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """
    A group to start with, and whether one member `joins` it then or one leaves.

    `odd_one`: the first member subscribes to one topic only, so that the general path serves all the others, too.
    """

    workload: Workload
    joins: bool = False
    odd_one: bool = False


POINTS = {
    "five-buckets": Point(
        workload=Workload(
            member_count=1_000,
            partitions_to_member_ratio=10,
            topic_count=100,
            subscription_type=SubscriptionType.HETEROGENEOUS,
        ),
        joins=True,
    ),
    "half-a-million": Point(workload=Workload(member_count=10_000, partitions_to_member_ratio=50, topic_count=100)),
    "million": Point(workload=Workload(member_count=2_000, partitions_to_member_ratio=500, topic_count=500)),
    "million-one-odd": Point(
        workload=Workload(member_count=2_000, partitions_to_member_ratio=500, topic_count=500), odd_one=True
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """
    One question and what came of it; `loads` are the least and the most loaded member's, `kept` of `owned` partitions.
    """

    step: str
    seconds: float
    loads: tuple[int, int]
    kept: int
    owned: int
    mebibytes: float


def first_group(point: Point, *, racks: bool = False) -> Group:
    """
    The group of a fresh start; with `racks`, members stand on five racks in turn, and partitions have two replicas.
    """
    group = build(point.workload)
    members, topics = group.members, group.topics
    if point.odd_one:
        members = (replace(members[0], subscription=members[0].subscription[:1]), *members[1:])
    if racks:
        members = tuple(replace(one, rack=RACKS[place % len(RACKS)]) for place, one in enumerate(members))
        pairs = tuple(zip(RACKS, (*RACKS[1:], RACKS[0]), strict=True))
        topics = tuple(
            replace(one, replica_racks=tuple(pairs[(place + p) % len(pairs)] for p in range(one.partitions)))
            for place, one in enumerate(topics)
        )
    return replace(group, members=members, topics=topics)


def answers(point: Point, assignor: str, *, racks: bool) -> Iterator[Answered]:
    """
    Both steps of a point, in this process.
    """
    group = first_group(point, racks=racks)
    late = group.members[-1]
    fewer = replace(group, members=group.members[:-1])
    before = fewer if point.joins else group
    answer, first = asked(before, assignor, "fresh")
    yield first
    fed = fed_back(before, answer)
    del answer
    if point.joins:
        _, second = asked(replace(fed, members=(*fed.members, late)), assignor, "one joins")
    else:
        _, second = asked(replace(fed, members=fed.members[:-1]), assignor, "one leaves")
    yield second


def asked(group: Group, assignor: str, step: str) -> tuple[Assignment, Answered]:
    """
    The answer to `group`, and what it was like. Raises where it is not valid.
    """
    assign = reference(assignor).assign
    started = process_time()
    answer = assign(group)
    seconds = process_time() - started
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    flaw = flaw_of(group, answer) if assignor == "sticky" else None
    if flaw is not None:
        raise ValueError(f"{group.name}: {flaw}")
    owners = valid_owners(group)
    counts = loads(group, answer).values()
    kept = stickiness(owners, answer).kept
    ends = (min(counts), max(counts))
    return answer, Answered(step=step, seconds=seconds, loads=ends, kept=kept, owned=len(owners), mebibytes=most)


def main(arguments: list[str] | None = None) -> None:
    """
    Measure the points and print a Markdown table.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("points", nargs="*", metavar="POINT", help=", ".join(POINTS))
    parser.add_argument("--assignor", default="sticky")
    parser.add_argument("--racks", action="store_true", help="five racks, two replicas each")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--here", action="store_true", help="one point, in this process, as JSON lines")
    wishes = parser.parse_args(arguments)
    if wishes.here:
        for one in answers(POINTS[wishes.points[0]], wishes.assignor, racks=wishes.racks):
            sys.stdout.write(json.dumps(asdict(one)) + "\n")
        return
    sys.stdout.write(HEAD)
    wish = ["--assignor", wishes.assignor, *(["--racks"] if wishes.racks else [])]
    for name in wishes.points or POINTS:
        command = [sys.executable, "-m", "benchmarks.sticky_sizes", name, "--here", *wish]
        runs = [_run(command) for _ in range(wishes.rounds)]
        for same in zip(*runs, strict=True):
            sys.stdout.write(row(name, same) + "\n")


def row(name: str, runs: tuple[Answered, ...]) -> str:
    """
    The runs of one step as a line of the table.
    """
    first, seconds = runs[0], [run.seconds for run in runs]
    each = ", ".join(f"{one:.2f}" for one in seconds)
    most = max(run.mebibytes for run in runs)
    least, largest = first.loads
    return (
        f"| {name} | {first.step} | {each} | {median(seconds):.2f} | {least} to {largest} | "
        f"{first.kept} of {first.owned} | {most:.0f} |"
    )


def _run(command: list[str]) -> list[Answered]:
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own command line
    return [Answered(**json.loads(line)) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    main()
