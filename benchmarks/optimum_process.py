"""
What `assay optimum` costs as a whole process: start, reading, solving, proving and printing, and its peak memory.

    python -m benchmarks.optimum_process
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

ROUNDS = 3
MEMBERS, TOPICS, EACH = 1_000, 100, 1_000
BUCKETS = 5


class Cost(NamedTuple):
    """
    One process: seconds from start to end, and the most memory that it held, in MiB.
    """

    seconds: float
    mebibytes: float


def group_document(kind: str, seed: int = 0) -> dict[str, Any]:
    """
    100,000 partitions in 100 topics, 1,000 members, each partition owned by a random subscriber.

    `RANDOM_HALF`: each member subscribes to each topic with even chance. `HETEROGENEOUS`: five disjoint buckets.
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


def cost_of(path: Path) -> Cost:
    """
    One `assay optimum --json` on the group at `path`; raises where it fails or proves nothing.
    """
    script = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(done.returncode)"
    )
    command = [sys.executable, "-c", script, sys.executable, "-m", "assay", "optimum", str(path), "--json"]
    started = perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own command line
    seconds = perf_counter() - started
    if json.loads(done.stdout)["status"] != "proved":
        raise ValueError(f"{path}: not proved")
    return Cost(seconds=seconds, mebibytes=int(done.stderr.split()[-1]) / 1024)


def main() -> None:
    """
    Measure both kinds and print a Markdown table.
    """
    lines = ["| subscriptions | seconds (each run) | median | peak MiB |", "|---|---|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("RANDOM_HALF", "HETEROGENEOUS"):
            path = Path(folder) / f"{kind}.json"
            path.write_text(json.dumps(group_document(kind)), encoding="utf-8")
            costs = [cost_of(path) for _ in range(ROUNDS)]
            each = ", ".join(f"{cost.seconds:.2f}" for cost in costs)
            typical, most = median(cost.seconds for cost in costs), max(cost.mebibytes for cost in costs)
            lines.append(f"| {kind} | {each} | {typical:.2f} | {most:.0f} |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
