"""
Measure `sticky` and `cooperative-sticky` at the sizes of Kafka's own tests: time, memory, loads.

    python -m studies sticky_sizes five-buckets --racks --assignor cooperative-sticky

Each point runs in a process of its own: a fresh start, then one member leaves or joins after the first answer was fed
back. Times are processor seconds, because other processes use the machine. Every answer is checked for validity,
outside of the time. The memory is that of the whole process, the checks included.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, replace
from statistics import median
from time import process_time

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.benchmarks.peak_memory import peak_mebibytes
from kafka_assay.benchmarks.racks import with_racks
from kafka_assay.benchmarks.workload import SubscriptionType, Workload
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.flaws import flaw_of
from studies.output import table_head, table_row
from studies.workers import call_in_new_process

RACKS = ("ra", "rb", "rc", "rd", "re")


@dataclass(frozen=True, slots=True, kw_only=True)
class StickyPoint:
    """
    A group to start with, and whether one member then `joins` or leaves.

    `odd_one`: the first member subscribes to one topic only, so the algorithm for unequal subscriptions runs.
    """

    workload: Workload
    joins: bool = False
    odd_one: bool = False


POINTS = {
    "five-buckets": StickyPoint(
        workload=Workload(
            member_count=1_000,
            partitions_to_member_ratio=10,
            topic_count=100,
            subscription_type=SubscriptionType.HETEROGENEOUS,
        ),
        joins=True,
    ),
    "half-a-million": StickyPoint(
        workload=Workload(member_count=10_000, partitions_to_member_ratio=50, topic_count=100)
    ),
    "million": StickyPoint(workload=Workload(member_count=2_000, partitions_to_member_ratio=500, topic_count=500)),
    "million-one-odd": StickyPoint(
        workload=Workload(member_count=2_000, partitions_to_member_ratio=500, topic_count=500), odd_one=True
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StickyAnswer:
    """
    One question and its result.

    `loads` are those of the least and the most loaded member. `kept` counts the kept ones of `owned` partitions.
    """

    step: str
    seconds: float
    loads: tuple[int, int]
    kept: int
    owned: int
    mebibytes: float


def first_group(point: StickyPoint, *, racks: bool = False) -> Group:
    """The group of a fresh start. With `racks`, members are on five racks in turn, and partitions have two replicas."""
    group = build_group(point.workload)
    if point.odd_one:
        first, *others = group.members
        group = replace(group, members=(replace(first, subscription=first.subscription[:1]), *others))
    return with_racks(group, RACKS) if racks else group


def answers(point: StickyPoint, assignor: str, *, racks: bool) -> list[StickyAnswer]:
    """Both steps of a point, in this process."""
    group = first_group(point, racks=racks)
    late = group.members[-1]
    fewer = replace(group, members=group.members[:-1])
    before = fewer if point.joins else group
    answer, first = measure_answer(before, assignor, "fresh")
    fed = feed_back(before, answer)
    del answer
    members = (*fed.members, late) if point.joins else fed.members[:-1]
    _, second = measure_answer(replace(fed, members=members), assignor, "one joins" if point.joins else "one leaves")
    return [first, second]


def measure_answer(group: Group, assignor: str, step: str) -> tuple[Assignment, StickyAnswer]:
    """The answer to `group`, and its measures. Raises if it is not valid."""
    assign = reference_assignor(assignor).assign
    started = process_time()
    answer = assign(group)
    seconds = process_time() - started
    most = peak_mebibytes()
    flaw = flaw_of(group, answer) if assignor == "sticky" else None
    if flaw is not None:
        raise ValueError(f"{group.name}: {flaw}")
    owners = valid_owners(group)
    counts = loads(group, answer).values()
    kept = stickiness(owners, answer).kept
    ends = (min(counts), max(counts))
    return answer, StickyAnswer(step=step, seconds=seconds, loads=ends, kept=kept, owned=len(owners), mebibytes=most)


def row(name: str, runs: tuple[StickyAnswer, ...]) -> str:
    """The runs of one step as a line of the table."""
    first, seconds = runs[0], [run.seconds for run in runs]
    each = ", ".join(f"{one:.2f}" for one in seconds)
    most = max(run.mebibytes for run in runs)
    loads, kept = "{} to {}".format(*first.loads), f"{first.kept} of {first.owned}"
    return table_row(name, first.step, each, f"{median(seconds):.2f}", loads, kept, f"{most:.0f}")


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("points", nargs="*", metavar="POINT", help=", ".join(POINTS))
    parser.add_argument("--assignor", default="sticky", help="reference to measure (default sticky)")
    parser.add_argument("--racks", action="store_true", help="five racks, two replicas each")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")


def run(args: Namespace) -> None:
    """Measure the points and print a Markdown table."""
    print(table_head("point", "step", "processor seconds (each run)", ">median", "loads", ">kept", ">peak MiB"))
    for name in args.points or POINTS:
        point = (POINTS[name], args.assignor)
        runs = [call_in_new_process(answers, *point, racks=args.racks) for _ in range(args.rounds)]
        for same in zip(*runs, strict=True):
            print(row(name, same), flush=True)
