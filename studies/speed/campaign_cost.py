"""
Measure what a campaign costs: pairs a second, bytes of a row, the driver's memory.

    python -m studies campaign_cost --cases 20000 --masters loop,local[1],local[2]
    python -m studies campaign_cost --cases 1000000 --masters local[2] --targets all
    python -m studies campaign_cost --cases 200000 --masters local[1]@1,local[2] --targets all

Hosts and Spark's own Java process use processors, too, so `local[1]` may keep more than one busy. With `local[1]@1`,
all processes of the campaign share one processor.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.registry import default_names
from studies.newest_releases import IMPLEMENTATIONS
from studies.output import table_head, table_row
from studies.speed.processors import only_processors, split_master

REACH = ("kafka-clients", "franz-go", "sarama", "librdkafka", "kafka-python")
"""The implementations that `--targets all` adds to the references."""
_BILLION = 10**9


class CampaignCost(NamedTuple):
    """
    One campaign: the master, its pairs, the seconds of judging, those of everything, bytes, and peak MiB.

    `python` and `java` are the peak memory of the driver's two processes.
    """

    master: str
    pairs: int
    cores: int
    judging: float
    whole: float
    bytes: int
    python: float
    java: float


def chosen_targets(name: str) -> list[str]:
    """The targets of `references` or `all`."""
    clients = [target for one in REACH for target in IMPLEMENTATIONS[one]] if name == "all" else []
    return [*default_names(), *clients]


def measure_campaign(targets: Sequence[str], cases: int, seed: int, master: str, folder: Path) -> CampaignCost:
    """Run one campaign in a process of its own, and read what it cost."""
    command = [sys.executable, "-m", "assay", "campaign", "run", str(folder), "--targets", *targets]
    spark, processors = split_master(master)
    command += ["--cases", str(cases), "--seed", str(seed), "--master", spark]
    begun = time.monotonic()
    with only_processors(processors):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peaks = {"python": 0.0, "java": 0.0}
    ended = threading.Event()
    watcher = threading.Thread(target=_watch_memory, args=(process.pid, peaks, ended))
    watcher.start()
    code = process.wait()
    ended.set()
    watcher.join()
    if code:
        raise RuntimeError(f"the campaign on {master} ended with exit code {code}")
    run = json.loads((folder / "runs" / "0.json").read_text("utf-8"))
    rows = sum(path.stat().st_size for path in (folder / "results.parquet").rglob("*.parquet"))
    whole = time.monotonic() - begun
    return CampaignCost(master, run["pairs"], run["cores"], run["seconds"], whole, rows, peaks["python"], peaks["java"])


def _watch_memory(pid: int, peaks: dict[str, float], ended: threading.Event) -> None:
    while not ended.wait(0.5):
        peaks["python"] = max(peaks["python"], _peak(pid))
        for child in _children(pid):
            if _name(child) == "java":
                peaks["java"] = max(peaks["java"], _peak(child))


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    except OSError:
        return []


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8").strip()
    except OSError:
        return ""


def _peak(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def table(costs: Sequence[CampaignCost]) -> str:
    """A row for each campaign, with what a billion pairs would cost at its rate."""
    titles = ("pairs", "judging, s", "all, s", "pairs/s", "bytes a pair", "driver, MiB", "10⁹ pairs, core hours", "TB")
    lines = [table_head("master", *titles)]
    for one in costs:
        rate = one.pairs / one.judging
        each = one.bytes / one.pairs
        lines.append(
            table_row(
                one.master,
                f"{one.pairs:,}",
                f"{one.judging:.0f}",
                f"{one.whole:.0f}",
                f"{rate:,.0f}",
                f"{each:.0f}",
                f"{one.python:.0f} + {one.java:.0f}",
                f"{_BILLION / rate * one.cores / 3600:,.0f}",
                f"{each * _BILLION / 1e12:.2f}",
            )
        )
    return "\n".join(lines)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--cases", type=int, default=20_000, help="pairs of each campaign (default 20000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    parser.add_argument(
        "--masters", default="loop,local[1],local[2]", help="masters in the order of their turns; @N: on N processors"
    )
    parser.add_argument("--targets", choices=("references", "all"), default="references", help="which targets")
    parser.add_argument("--keep", type=Path, help="keep the campaigns in this folder")


def run(args: Namespace) -> None:
    """Measure and print the table."""
    targets = chosen_targets(args.targets)
    costs = []
    with tempfile.TemporaryDirectory(prefix="assay-campaign-") as scratch:
        for number, master in enumerate(args.masters.split(",")):
            folder = (args.keep or Path(scratch)) / f"{number}"
            costs.append(measure_campaign(targets, args.cases, args.seed, master, folder))
            print(f"{master}: {costs[-1].pairs / costs[-1].judging:,.0f} pairs/s", file=sys.stderr)
    print(f"{len(targets)} targets ({args.targets}), seed {args.seed}, {platform.platform()}\n")
    print(table(costs))
