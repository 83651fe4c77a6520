"""
How the cost of references grows with the group: 62,500 partitions, and twice as many three times over, to 500,000.

    python -m benchmarks.growth [NAME...] [--rounds N] [--most PARTITIONS]

50 partitions for each member, 100 topics. The references take turns, and every answer is checked for validity, outside
of the time. That is the time of the process, so waiting on a shared machine does not count, and the garbage collector
is off, as in `timeit`: it looks at whatever else is in memory. Of several rounds the least counts, since neighbours in
the processor's caches only add. An exponent of 1 is cost in proportion to the group.
"""

from __future__ import annotations

import argparse
import gc
import sys
from statistics import linear_regression
from time import process_time
from typing import TYPE_CHECKING

from assignors.registry import reference
from benchmarks.sticky_sizes import Point, first_group
from benchmarks.workload import Event, SubscriptionType, Workload, build
from properties.flaws import flaw_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assignors.model import Group

NAMES = ("range", "server-range", "server-uniform")
RATIO, TOPICS, DOUBLINGS = 50, 100, 3
RACKS = "HOMOGENEOUS-racks"
SHAPES = (*SubscriptionType, RACKS)


def groups(shape: str, most: int) -> Iterator[Group]:
    """
    Groups of one shape, each with twice the members and partitions of the one before, the last with `most` partitions.

    One member has left a group of which everything was owned; with racks it is a fresh start.
    """
    for doubling in range(DOUBLINGS, -1, -1):
        workload = Workload(
            member_count=most // RATIO >> doubling,
            partitions_to_member_ratio=RATIO,
            topic_count=TOPICS,
            subscription_type=SubscriptionType(shape.partition("-")[0]),
            event=Event.FULL if shape == RACKS else Event.LEAVE_ONE,
        )
        yield first_group(Point(workload=workload), racks=True) if shape == RACKS else build(workload)


def seconds(name: str, group: Group) -> float:
    """
    How many seconds of a processor the reference takes. Raises where its answer is not valid.
    """
    assign = reference(name).assign
    gc.disable()
    try:
        started = process_time()
        answer = assign(group)
        spent = process_time() - started
    finally:
        gc.enable()
    flaw = flaw_of(group, answer)
    if flaw is not None:
        raise ValueError(f"{name}: {group.name}: {flaw}")
    return spent


def exponent(costs: Sequence[float]) -> float:
    """
    The power of the group's size that the cost grows with: the slope of a line through the logarithms.

    >>> round(exponent([1, 2, 4, 8]), 2), round(exponent([1, 4, 16, 64]), 2)
    (1.0, 2.0)
    """
    from math import log2

    return linear_regression(range(len(costs)), [log2(one) for one in costs]).slope


def main(arguments: list[str] | None = None) -> None:
    """
    Measure and print a Markdown table: least processor seconds at each size, and the exponent.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default: {' '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int, default=500_000, metavar="PARTITIONS", help="(default 500000)")
    wishes = parser.parse_args(arguments)
    names = wishes.names or NAMES
    sizes = [wishes.most >> doubling for doubling in range(DOUBLINGS, -1, -1)]
    heads = " | ".join(f"{size:,}" for size in sizes)
    sys.stdout.write(f"| reference | subscriptions | {heads} | exponent |\n|---|---|{'---:|' * len(sizes)}---:|\n")
    for shape in SHAPES:
        runs: dict[str, list[list[float]]] = {name: [] for name in names}
        for group in groups(shape, wishes.most):
            turns = [[seconds(name, group) for name in names] for _ in range(wishes.rounds)]
            for name, *spent in zip(names, *turns, strict=True):
                runs[name].append(spent)
        for name in names:
            least = [min(spent) for spent in runs[name]]
            each = " | ".join(f"{one:.3f}" for one in least)
            sys.stdout.write(f"| {name} | {shape} | {each} | {exponent(least):.2f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
