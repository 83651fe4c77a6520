"""
The seconds and the peak memory of `assay optimum` as a whole process.

    python -m studies optimum_process
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from studies.output import table_head, table_row
from studies.workers import call_in_new_process

MEMBERS, TOPICS, EACH = 1_000, 100, 1_000
BUCKETS = 5


class ProcessCost(NamedTuple):
    """The cost of one process: seconds from start to end, and peak memory in MiB."""

    seconds: float
    mebibytes: float


def group_document(kind: str, seed: int = 0) -> dict[str, Any]:
    """
    100,000 partitions in 100 topics, 1,000 members, each partition owned by a random subscriber.

    `RANDOM_HALF`: each member subscribes to each topic with probability one half. `HETEROGENEOUS`: five disjoint
    buckets.
    """
    draw = random.Random(f"{seed} {kind}")
    topics = [f"topic-{place}" for place in range(TOPICS)]
    members: list[dict[str, Any]] = []
    for place in range(MEMBERS):
        chance = [topic for topic in topics if draw.random() < 0.5]
        subscription = chance if kind == "RANDOM_HALF" else topics[place % BUCKETS :: BUCKETS]
        members.append({"id": f"member-{place}", "subscription": subscription, "owned": {}, "generation": 1})
    for topic in topics:
        subscribers = [member for member in members if topic in member["subscription"]]
        for partition in range(EACH):
            draw.choice(subscribers)["owned"].setdefault(topic, []).append(partition)
    return {"format": "assay-group/1", "name": kind, "topics": dict.fromkeys(topics, EACH), "members": members}


def measure_process(path: Path) -> ProcessCost:
    """The cost of one `assay optimum --json` on the group at `path`. Raises if it fails or proves nothing."""
    command = [sys.executable, "-m", "assay", "optimum", str(path), "--json"]
    started = perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = perf_counter() - started
    if json.loads(done.stdout)["status"] != "proved":
        raise ValueError(f"{path}: not proved")
    return ProcessCost(seconds=seconds, mebibytes=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--rounds", type=int, default=3, help="processes of each kind (default 3)")


def run(args: Namespace) -> None:
    """Measure both kinds and print a Markdown table."""
    print(table_head("subscriptions", "seconds (each run)", ">median", ">peak MiB"))
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("RANDOM_HALF", "HETEROGENEOUS"):
            path = Path(folder) / f"{kind}.json"
            path.write_text(json.dumps(group_document(kind)), encoding="utf-8")
            # This process is large by now, and Linux reports at least the parent's peak for a child.
            costs = [call_in_new_process(measure_process, path) for _ in range(args.rounds)]
            each = ", ".join(f"{cost.seconds:.2f}" for cost in costs)
            typical, most = median(cost.seconds for cost in costs), max(cost.mebibytes for cost in costs)
            print(table_row(kind, each, f"{typical:.2f}", f"{most:.0f}"), flush=True)
