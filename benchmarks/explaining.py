"""
What the frontier and the explanation of needless moves cost on large groups, as a Markdown table.

    python -m benchmarks.explaining [--members N] [--ratio N] [--topics N] [--points N] [--seed N]

Every partition is owned by a random subscriber (SCRAMBLED). The answer that is explained is the optimum of a group in
which nobody owned anything: as balanced as can be, and blind. Seconds of the process.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from benchmarks.contenders import warmed_up
from benchmarks.workload import Event, SubscriptionType, Workload, build
from oracle.certificate import cheaper_plan, improving_chain
from oracle.flow.engine import best_assignment
from oracle.frontier.frontier import Frontier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assignors.model import Group

Made = TypeVar("Made")

HEAD = (
    "| subscriptions | partitions | moves of the optimum | corners, seconds | a plan halfway, seconds "
    "| shortest chain, seconds | needless moves found, seconds |\n|---|---|---|---|---|---|---|"
)


def row(workload: Workload, points: int | None, seed: int) -> str:
    """
    One line of the table.
    """
    group = build(workload, seed)
    blind = best_assignment(replace(group, members=tuple(replace(one, owned=()) for one in group.members)))
    scrambled = {one.id: {topic: list(ids) for topic, ids in one.owned} for one in group.members}
    frontier, told = _timed(lambda: _frontier(group, points))
    corners = sum(point.corner for point in frontier.points(points))
    _, halfway = _timed(lambda: frontier.assignment(frontier.moves // 2))
    _, chain = _timed(lambda: improving_chain(group, scrambled))
    cheaper, undone = _timed(lambda: cheaper_plan(group, blind))
    needless = 0 if cheaper is None else len(cheaper.undone)
    return (
        f"| {workload.subscription_type} | {workload.partitions:,} | {frontier.moves:,} | {corners:,}, {told:.1f} "
        f"| {halfway:.1f} | {chain:.1f} | {needless:,}, {undone:.1f} |"
    )


def _frontier(group: Group, points: int | None) -> Frontier:
    frontier = Frontier(group)
    frontier.points(points)
    return frontier


def _timed(make: Callable[[], Made]) -> tuple[Made, float]:
    started = process_time()
    made = make()
    return made, process_time() - started


def main(arguments: Sequence[str]) -> None:
    """
    Print the table.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explaining", description=__doc__)
    parser.add_argument("--members", type=int, default=1_000)
    parser.add_argument("--ratio", type=int, default=100)
    parser.add_argument("--topics", type=int, default=200)
    parser.add_argument("--points", type=int)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    warmed_up()
    sys.stdout.write(f"{HEAD}\n")
    for kind in SubscriptionType:
        workload = Workload(
            member_count=args.members,
            partitions_to_member_ratio=args.ratio,
            topic_count=args.topics,
            subscription_type=kind,
            event=Event.SCRAMBLED,
        )
        sys.stdout.write(f"{row(workload, args.points, args.seed)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
