"""
Measure how `assay audit` scales: a plain loop, one core of Spark, and two, in turn.

    python -m studies audit_scaling --groups 10000 --rounds 3
    python -m studies audit_scaling --masters "loop,loop*2,local[1]@1,local[1],local[2]"

`loop*2` is two loops side by side, each with half of the groups: the most that two cores of this machine can do.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from statistics import median

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.benchmarks.fleet import fleet
from studies.output import table_head, table_row
from studies.speed.processors import only_processors, split_master

MASTERS = ("loop", "local[1]", "local[2]")


def write_fleet(path: Path, count: int, seed: int) -> None:
    """Write `count` groups, one a line."""
    with path.open("w", encoding="utf-8") as sink:
        for group in fleet(count, seed):
            sink.write(json.dumps(group_to_json(group), separators=(",", ":")) + "\n")


def split_lines(path: Path, parts: int) -> list[Path]:
    """Deal the lines of `path` to so many files beside it, in turn. A single part is the file itself."""
    if parts == 1:
        return [path]
    lines = path.read_bytes().splitlines(keepends=True)
    files = [path.with_name(f"part-{number}-of-{parts}.jsonl") for number in range(parts)]
    for number, file in enumerate(files):
        file.write_bytes(b"".join(lines[number::parts]))
    return files


def measure_audit(groups: Path, master: str, folder: Path) -> tuple[float, float]:
    """
    The seconds of the start and of the work of one audit in a process of its own, as it records them.

    `NAME*N`: N audits side by side, each of its part of the groups; the slowest counts.
    """
    name, _, parts = master.partition("*")
    spark, processors = split_master(name)
    files = split_lines(groups, int(parts or 1))
    outs = [folder / f"out-{number}" for number in range(len(files))]
    with only_processors(processors):
        running = [_start_audit(file, spark, out) for file, out in zip(files, outs, strict=True)]
    codes = [process.wait() for process in running]
    if any(codes):
        raise RuntimeError(f"an audit on {master} ended with exit code {max(codes)}")
    seconds = [json.loads((out / "audit.json").read_text("utf-8"))["seconds"] for out in outs]
    return max(one["start"] for one in seconds), max(one["work"] for one in seconds)


def _start_audit(groups: Path, master: str, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "assay", "audit", str(groups), "--out", str(out), "--master", master]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def table(groups: int, runs: dict[str, list[tuple[float, float]]]) -> str:
    """The medians as a Markdown table."""
    work = {master: median(seconds for _, seconds in mine) for master, mine in runs.items()}
    titles = ("start, s", "work, s (each run)", "median", "groups/s", "beside the loop", "beside local[1]")
    lines = [table_head("master", *titles)]
    for master, mine in runs.items():
        start, each = median(seconds for seconds, _ in mine), ", ".join(f"{seconds:.1f}" for _, seconds in mine)
        beside = (f"x{work[master] / work[other]:.2f}" if other in work else "-" for other in ("loop", "local[1]"))
        rate = f"{groups / work[master]:.0f}"
        lines.append(table_row(master, f"{start:.1f}", each, f"{work[master]:.1f}", rate, *beside))
    return "\n".join(lines)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", type=int, default=10_000, help="groups to audit (default 10000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the groups (default 0)")
    parser.add_argument(
        "--masters",
        default=",".join(MASTERS),
        help="masters in the order of their turns; @N: on N processors; *N: N at once",
    )


def run(args: Namespace) -> None:
    """Measure and print the table."""
    runs: dict[str, list[tuple[float, float]]] = {master: [] for master in args.masters.split(",")}
    with tempfile.TemporaryDirectory(prefix="assay-scaling-") as folder:
        groups = Path(folder) / "fleet.jsonl"
        write_fleet(groups, args.groups, args.seed)
        for _ in range(args.rounds):
            for master, mine in runs.items():
                start, work = measure_audit(groups, master, Path(folder))
                mine.append((start, work))
                print(f"{master}: start {start:.1f} s, work {work:.1f} s", file=sys.stderr)
    print(f"{args.groups:,} groups, seed {args.seed}, {platform.platform()}\n")
    print(table(args.groups, runs))
