"""
Measure how the cost of the oracle grows, from 15,625 partitions to a million.

    python -m studies oracle_growth --rounds 7 --out out && assay report out

Each group is twice the one before: 50 partitions for each member, 100 topics, each kind of subscription, each event.
Measured are the time from arrays to the plan with its proof, and the check of the proof. An exponent of 1 means that
the cost is proportional to the group; the goal is at most 1.15. Times are processor seconds, so waiting on a shared
machine does not count. Of several rounds the least counts, because other processes only add to it.
"""

from __future__ import annotations

import gc
import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import process_time
from typing import Any

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import columns_at
from kafka_assay.oracle.certificate.certificate import verify_columns
from kafka_assay.oracle.columns import Columns
from kafka_assay.oracle.flow.engine import solve_columns
from kafka_assay.reports.chapters.oracle_growth import FORMAT, RECORD
from studies.oracle.contenders import compile_loops
from studies.oracle.grid_points import KINDS
from studies.output import table_head, table_row
from studies.records import header
from studies.speed.growth import exponent

RATIO, TOPICS, DOUBLINGS = 50, 100, 6
WANTED = 1.15


def workloads(subscription_type: SubscriptionType, event: WorkloadEvent, most: int) -> list[Workload]:
    """
    Points of one kind, each with twice the members and partitions of the one before. The last has `most` partitions.
    """
    return [
        Workload(
            member_count=most // RATIO >> doubling,
            partitions_to_member_ratio=RATIO,
            topic_count=TOPICS,
            subscription_type=subscription_type,
            event=event,
        )
        for doubling in range(DOUBLINGS, -1, -1)
    ]


def seconds(columns: Columns, rounds: int) -> tuple[float, float]:
    """The least processor seconds of an answer and of the check of its proof. Raises if the proof is refused."""
    solving, checking = [], []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        started = process_time()
        answer = solve_columns(columns)
        solved = process_time()
        refused = verify_columns(columns, answer.holder, answer.potentials.members, answer.potentials.topics)
        checking.append(process_time() - solved)
        solving.append(solved - started)
        gc.enable()
        if refused is not None:
            raise ValueError(f"the proof is refused: {refused}")
    return min(solving), min(checking)


def series(
    subscription_type: SubscriptionType, event: WorkloadEvent, most: int, rounds: int, seed: int
) -> dict[str, Any]:
    """The costs of one kind of subscription and event at every size, and the exponent of their growth."""
    points = workloads(subscription_type, event, most)
    costs = [seconds(columns_at(point, seed), rounds) for point in points]
    solving, checking = ([cost[part] for cost in costs] for part in (0, 1))
    return {
        "subscriptions": subscription_type.value,
        "event": event.value,
        "partitions": [point.partitions for point in points],
        "seconds": solving,
        "exponent": exponent(solving),
        "check_seconds": checking,
        "check_exponent": exponent(checking),
    }


def row(one: dict[str, Any]) -> str:
    """One series as a line of the table."""
    each = (f"{1e3 * cost:.1f}" for cost in one["seconds"])
    powers = (f"{one[part]:.2f}" for part in ("exponent", "check_exponent"))
    return table_row(one["subscriptions"], one["event"], *each, *powers)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the record")
    parser.add_argument(
        "--most", type=int, default=1_000_000, metavar="PARTITIONS", help="largest size (default 1000000)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="timed rounds (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")


def run(args: Namespace) -> None:
    """Measure, print a Markdown table of milliseconds, and write the record for `assay report`."""
    compile_loops()
    sizes = (f">{args.most >> doubling:,}" for doubling in range(DOUBLINGS, -1, -1))
    print(table_head("subscriptions", "event", *sizes, ">exponent", ">of the check"))
    found = []
    for subscription_type in KINDS:
        for event in WorkloadEvent:
            found.append(series(subscription_type, event, args.most, args.rounds, args.seed))
            print(row(found[-1]), flush=True)
    if args.out:
        record = {**header(FORMAT, args), "wanted": WANTED, "series": found}
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
