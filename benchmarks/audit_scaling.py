"""
How `assay audit` scales: the same groups in a plain loop, on one core of Spark and on two, in turn, several times.

    python -m benchmarks.audit_scaling --groups 10000 --rounds 3
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from assignors.group_format import group_to_json
from benchmarks.fleet import fleet

if TYPE_CHECKING:
    from collections.abc import Sequence

MASTERS = ("loop", "local[1]", "local[2]")


def write_fleet(path: Path, count: int, seed: int) -> None:
    """
    `count` groups, one a line.
    """
    with path.open("w", encoding="utf-8") as sink:
        for group in fleet(count, seed):
            sink.write(json.dumps(group_to_json(group), separators=(",", ":")) + "\n")


def measured(groups: Path, master: str, out: Path) -> tuple[float, float]:
    """
    Seconds of the start and of the work of one audit, in a process of its own, as it records them.
    """
    command = [sys.executable, "-m", "assay", "audit", str(groups), "--out", str(out), "--master", master]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command line
    seconds = json.loads((out / "audit.json").read_text("utf-8"))["seconds"]
    return seconds["start"], seconds["work"]


def table(groups: int, runs: dict[str, list[tuple[float, float]]]) -> str:
    """
    The medians as Markdown.
    """
    work = {master: median(seconds for _, seconds in mine) for master, mine in runs.items()}
    lines = [
        "| master | start, s | work, s (each run) | median | groups/s | beside the loop | beside local[1] |",
        "|---|---|---|---|---|---|---|",
    ]
    for master, mine in runs.items():
        each = ", ".join(f"{seconds:.1f}" for _, seconds in mine)
        loop, one = (f"x{work[master] / work[other]:.2f}" if other in work else "-" for other in ("loop", "local[1]"))
        start = median(seconds for seconds, _ in mine)
        lines.append(
            f"| {master} | {start:.1f} | {each} | {work[master]:.1f} | {groups / work[master]:.0f} | {loop} | {one} |"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """
    Measure, and print the table.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groups", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--masters", default=",".join(MASTERS), help="in the order in which they take turns")
    args = parser.parse_args(arguments)
    runs: dict[str, list[tuple[float, float]]] = {master: [] for master in args.masters.split(",")}
    with tempfile.TemporaryDirectory(prefix="assay-scaling-") as folder:
        groups = Path(folder) / "fleet.jsonl"
        write_fleet(groups, args.groups, args.seed)
        for _ in range(args.rounds):
            for master, mine in runs.items():
                start, work = measured(groups, master, Path(folder) / "out")
                mine.append((start, work))
                sys.stderr.write(f"{master}: start {start:.1f} s, work {work:.1f} s\n")
    sys.stdout.write(f"{args.groups:,} groups, seed {args.seed}, {platform.platform()}\n\n")
    sys.stdout.write(table(args.groups, runs) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
