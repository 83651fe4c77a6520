"""
Measure how the cost of the references grows, from 62,500 partitions to 500,000.

    python -m studies growth --rounds 3
    python -m studies growth sticky fair --most 125000 --steps

Each group is twice the one before: 50 partitions for each member, 100 topics. A reference is asked
about racks only if it promises to look at them. The references take turns, and every answer is checked for validity,
outside of the time. Times are processor seconds, so waiting on a shared machine does not count. The garbage collector
is off, as in `timeit`, because its cost depends on other objects in memory. Of several rounds the least counts, because
other processes only add to it. An exponent of 1 means that the cost is proportional to the group.

Seconds also grow because larger groups do not fit into the processor's small caches. `--steps` counts something that
memory cannot slow down: the instructions that Python interprets. A call to C (sorting, numpy) counts as one.
"""

from __future__ import annotations

import gc
import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import log2
from statistics import linear_regression
from time import process_time
from types import FrameType

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import default_names, reference_assignor
from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.properties.measures.flaws import flaw_of
from studies.output import table_head, table_row
from studies.speed.sticky_sizes import StickyPoint, first_group

TraceFunction = Callable[[FrameType, str, object], "TraceFunction"]

RATIO, TOPICS, DOUBLINGS = 50, 100, 3
RACKS = "HOMOGENEOUS-racks"
SHAPES = (SubscriptionType.HOMOGENEOUS, SubscriptionType.HETEROGENEOUS, RACKS)


def groups(shape: str, most: int) -> Iterator[Group]:
    """
    Groups of one shape, each with twice the members and partitions of the one before. The last has `most` partitions.

    One member has left a group in which every partition was owned. With racks it is a fresh start.
    """
    for doubling in range(DOUBLINGS, -1, -1):
        workload = Workload(
            member_count=most // RATIO >> doubling,
            partitions_to_member_ratio=RATIO,
            topic_count=TOPICS,
            subscription_type=SubscriptionType(shape.partition("-")[0]),
            event=WorkloadEvent.FULL if shape == RACKS else WorkloadEvent.LEAVE_ONE,
        )
        yield with_lags(
            first_group(StickyPoint(workload=workload), racks=True) if shape == RACKS else build_group(workload)
        )


def with_lags(group: Group) -> Group:
    """The same group with a lag of up to a million records on every partition."""
    draw = random.Random(group.name)
    return replace(
        group,
        topics=tuple(
            replace(
                topic,
                committed_offsets=(0,) * topic.partitions,
                end_offsets=tuple(draw.randrange(1_000_000) for _ in range(topic.partitions)),
            )
            for topic in group.topics
        ),
    )


def is_measured(name: str, shape: str) -> bool:
    """
    Whether the reference called `name` is measured on that shape.

    >>> [is_measured("fair", shape) for shape in SHAPES]
    [True, True, False]
    """
    return shape != RACKS or Promise.RACKS in reference_assignor(name).promises


def seconds(name: str, group: Group) -> float:
    """The processor seconds of the reference. Raises if its answer is not valid."""
    assign = reference_assignor(name).assign
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


def steps(name: str, group: Group) -> int:
    """The number of instructions that Python interprets until the reference has answered."""
    assign = reference_assignor(name).assign
    assign(group)  # The first call also imports; the second does not.
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> TraceFunction:
        nonlocal counted
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        counted += event == "opcode"
        return count

    sys.settrace(count)
    try:
        assign(group)
    finally:
        sys.settrace(None)
    return counted


def exponent(costs: Sequence[float]) -> float:
    """
    The exponent of the growth of the cost with the group's size: the slope of a line through the logarithms.

    >>> round(exponent([1, 2, 4, 8]), 2), round(exponent([1, 4, 16, 64]), 2)
    (1.0, 2.0)
    """
    return linear_regression(range(len(costs)), [log2(one) for one in costs]).slope


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="references (default: all)")
    parser.add_argument("--rounds", type=int, default=3, help="timed rounds (default 3)")
    parser.add_argument("--most", type=int, default=500_000, metavar="PARTITIONS", help="largest size (default 500000)")
    parser.add_argument("--steps", action="store_true", help="count interpreted instructions instead, in one round")


def run(args: Namespace) -> None:
    """Measure and print a Markdown table: the least processor seconds at each size, and the exponent."""
    sizes = (f">{args.most >> doubling:,}" for doubling in range(DOUBLINGS, -1, -1))
    print(table_head("reference", "subscriptions", *sizes, ">exponent"))
    for shape in SHAPES:
        names = [name for name in args.names or default_names() if is_measured(name, shape)]
        costs: dict[str, list[float]] = {name: [] for name in names}
        for group in groups(shape, args.most):
            turns = [
                [steps(name, group) if args.steps else seconds(name, group) for name in names]
                for _ in range(1 if args.steps else args.rounds)
            ]
            for name, *spent in zip(names, *turns, strict=True):
                costs[name].append(min(spent))
        for name in names:
            each = (f"{one:,}" if args.steps else f"{one:.3f}" for one in costs[name])
            print(table_row(name, shape, *each, f"{exponent(costs[name]):.2f}"), flush=True)
