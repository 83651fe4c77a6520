"""
Measure the cost of the frontier and of explaining needless moves on large groups.

    python -m studies explaining --members 1000 --ratio 100 --topics 200

Every partition is owned by a random subscriber (SCRAMBLED). The explained answer is the optimum of the same group
without owners: best balanced, but without regard to moves. Times are processor seconds.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace
from time import process_time
from typing import TypeVar

from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.workload import Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.flow.engine import best_assignment
from kafka_assay.oracle.frontier import Frontier
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from studies.oracle.contenders import compile_loops
from studies.oracle.grid_points import KINDS
from studies.output import table_head, table_row

Made = TypeVar("Made")

HEAD = table_head(
    "subscriptions",
    "partitions",
    "moves of the optimum",
    "corners, seconds",
    "a plan halfway, seconds",
    "shortest chain, seconds",
    "needless moves found, seconds",
)


def row(workload: Workload, points: int | None, seed: int) -> str:
    """The measures as a line of the table."""
    group = build_group(workload, seed)
    blind = best_assignment(replace(group, members=tuple(replace(one, owned=()) for one in group.members)))
    scrambled = {one.id: {topic: list(ids) for topic, ids in one.owned} for one in group.members}
    frontier, frontier_seconds = _time_call(lambda: _frontier(group, points))
    corners = sum(point.corner for point in frontier.points(points))
    _, halfway = _time_call(lambda: frontier.assignment(frontier.moves // 2))
    _, chain = _time_call(lambda: improving_chain(group, scrambled))
    cheaper, undone = _time_call(lambda: cheaper_plan(group, blind))
    needless = 0 if cheaper is None else len(cheaper.undone)
    seconds = (f"{corners:,}, {frontier_seconds:.1f}", f"{halfway:.1f}", f"{chain:.1f}", f"{needless:,}, {undone:.1f}")
    return table_row(workload.subscription_type, f"{workload.partitions:,}", f"{frontier.moves:,}", *seconds)


def _frontier(group: Group, points: int | None) -> Frontier:
    frontier = Frontier(group)
    frontier.points(points)
    return frontier


def _time_call(make: Callable[[], Made]) -> tuple[Made, float]:
    started = process_time()
    made = make()
    return made, process_time() - started


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--members", type=int, default=1_000, help="members (default 1000)")
    parser.add_argument("--ratio", type=int, default=100, help="partitions of each member (default 100)")
    parser.add_argument("--topics", type=int, default=200, help="topics (default 200)")
    parser.add_argument("--points", type=int, help="most points of the frontier (default: as in assay frontier)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the group (default 0)")


def run(args: Namespace) -> None:
    """Measure and print the table."""
    compile_loops()
    print(HEAD)
    for kind in KINDS:
        workload = Workload(
            member_count=args.members,
            partitions_to_member_ratio=args.ratio,
            topic_count=args.topics,
            subscription_type=kind,
            event=WorkloadEvent.SCRAMBLED,
        )
        print(row(workload, args.points, args.seed), flush=True)
