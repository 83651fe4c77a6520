"""
How the cost of the oracle grows: 15,625 partitions, and twice as many six times over, to a million.

    python -m benchmarks.oracle_growth --out out [--most PARTITIONS] [--rounds N] && assay report out

50 partitions for each member, 100 topics, each kind of subscription, each event: from arrays to the plan with its
proof, and the check of it. An exponent of 1 is cost in proportion to the group; at most 1.15 is wanted. That is the
time of the process, so waiting on a shared machine does not count; of several rounds the least counts, since neighbours
in the processor's caches only add.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from pathlib import Path
from shlex import join
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks.columnar import columns_at
from benchmarks.contenders import warmed_up
from benchmarks.environment import machine, versions
from benchmarks.growth import exponent
from benchmarks.workload import Event, SubscriptionType, Workload
from oracle.certificate import verify_columns
from oracle.flow.engine import solve_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracle.columns import Columns

FORMAT = "assay-oracle-growth/1"
RECORD = "oracle-growth.json"
RATIO, TOPICS, DOUBLINGS = 50, 100, 6
WANTED = 1.15


def workloads(subscription_type: SubscriptionType, event: Event, most: int) -> list[Workload]:
    """
    Points of one kind, each with twice the members and partitions of the one before, the last with `most` partitions.
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
    """
    The least processor seconds of an answer, and of the check of its proof. Raises where the proof is refused.
    """
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


def series(subscription_type: SubscriptionType, event: Event, most: int, rounds: int, seed: int) -> dict[str, Any]:
    """
    The costs of one kind of subscription and event at every size, and the power of the size that they grow with.
    """
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
    """
    One series as a line of the table.
    """
    each = " | ".join(f"{1e3 * cost:.1f}" for cost in one["seconds"])
    powers = f"{one['exponent']:.2f} | {one['check_exponent']:.2f}"
    return f"| {one['subscriptions']} | {one['event']} | {each} | {powers} |"


def head(most: int) -> str:
    """
    The head of the table.
    """
    sizes = [most >> doubling for doubling in range(DOUBLINGS, -1, -1)]
    titles = " | ".join(f"{size:,}" for size in sizes)
    return f"| subscriptions | event | {titles} | exponent | of the check |\n|---|---|{'---:|' * (len(sizes) + 2)}"


def main(arguments: Sequence[str]) -> None:
    """
    Measure, print a Markdown table of milliseconds, and leave the record for `assay report`.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the record goes")
    parser.add_argument("--most", type=int, default=1_000_000, metavar="PARTITIONS", help="(default 1000000)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    wishes = parser.parse_args(arguments)
    warmed_up()
    sys.stdout.write(head(wishes.most) + "\n")
    found = []
    for subscription_type in SubscriptionType:
        for event in Event:
            found.append(series(subscription_type, event, wishes.most, wishes.rounds, wishes.seed))
            sys.stdout.write(row(found[-1]) + "\n")
            sys.stdout.flush()
    if wishes.out:
        record = {
            "format": FORMAT,
            "command": join(["python", "-m", "benchmarks.oracle_growth", *arguments]),
            "seed": wishes.seed,
            "machine": machine(),
            "versions": versions(),
            "wanted": WANTED,
            "series": found,
        }
        wishes.out.mkdir(parents=True, exist_ok=True)
        (wishes.out / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
