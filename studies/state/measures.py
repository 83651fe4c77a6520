"""The measures `quality`, `time` and `since` of one target. `law_measure` has the measure `laws`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from functools import cache
from typing import Any

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.benchmarks.bench.bench_record import TimedPoint
from kafka_assay.benchmarks.bench.bench_run import BenchPlan, run_bench
from kafka_assay.benchmarks.workload import Workload, parse_workload
from kafka_assay.benchmarks.workload_group import everyday_group
from studies.output import ROOT
from studies.quality.quality import CALL_SECONDS, stretch_of
from studies.quality.quality_record import KINDS
from studies.quality.solved_group import SolvedGroup, solve_group
from studies.state.law_measure import without_local_folders

GROUPS = 2_000
TIMED_SECONDS, BISECTION_SECONDS = 30.0, 1800
"""The limit of a timed call, and of a bisection, which may have to build releases."""
WORKLOADS = tuple(
    parse_workload(f"{partitions}x{partitions // 10}x{partitions // 100}-HOMOGENEOUS-LEAVE_ONE")
    for partitions in (1_000, 10_000, 100_000)
)
"""1,000, 10,000 and 100,000 partitions. All members subscribe to all topics, and one has just left."""


def quality_command(target: str) -> str:
    """The command that makes the same record. `assay report` shows it."""
    return f"python -m studies quality {target} --groups {GROUPS} --seed 0 --out out/quality"


@cache
def solve_everyday(groups: int = GROUPS) -> tuple[SolvedGroup, ...]:
    """The first everyday groups of seed 0, with their optima."""
    return tuple(solve_group(number, everyday_group(number)) for number in range(groups))


def measure_quality(target: str) -> dict[str, Any]:
    """The tallies of `target` on the everyday groups: those with equal subscriptions, and the others."""
    with closing(open_target(target, call_timeout=CALL_SECONDS)) as opened:
        line = stretch_of(opened, solve_everyday())
    return {"groups": line["groups"], **{kind: line[kind] for kind in KINDS}}


def time_command(target: str) -> str:
    """The command that times the same groups."""
    sizes = " ".join(f"--workload {workload}" for workload in WORKLOADS)
    return f"assay bench {target} {sizes} --call-timeout {TIMED_SECONDS:g}"


def measure_times(targets: Sequence[str], workloads: Sequence[Workload] = WORKLOADS) -> list[dict[str, Any]]:
    """The times of each target, in turns. `load`: how many other processes wanted a core before the start."""
    load = round(os.getloadavg()[0], 1)
    plan = BenchPlan(targets=tuple(targets), workloads=tuple(workloads), call_timeout=TIMED_SECONDS)
    record = run_bench(plan)
    if record.interrupted:
        raise KeyboardInterrupt
    timed = {name: [_point(point) for point in record.points if point.target == name] for name in targets}
    return [{"machine": asdict(record.machine), "load": load, "points": timed[name]} for name in targets]


def _point(point: TimedPoint) -> dict[str, Any]:
    if point.error is not None:
        return {"workload": point.workload, "error": point.error}
    times = {"seconds": point.seconds, "calls": point.rounds, "least": point.least, "most": point.most}
    return {"workload": point.workload, **times}


def since_command(target: str, case: str) -> str | None:
    """The command of the bisection over the releases up to that of `target`; None for a reference, which has one."""
    name = parse_target(target)
    if not name.is_released:
        return None
    return f"assay releases {name.at_release(f'..{name.release}').text} --case {case}"


def measure_since(command: str) -> dict[str, Any]:
    """The answer of the bisection: the last release that kept the law, the first that broke it, and what was asked."""
    words = [sys.executable, "-m", *command.split(), "--json"]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=BISECTION_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"unknown": f"no end within {BISECTION_SECONDS} s"}
    try:
        return read_since(json.loads(done.stdout))
    except ValueError:
        said = done.stderr.strip().splitlines() or ["no output"]
        return {"unknown": without_local_folders(said[-1].removeprefix("assay: "))}


def read_since(document: dict[str, Any]) -> dict[str, Any]:
    """The first release that is known to break the law, and the last one known to keep it: None if none did."""
    asked = [one for one in document["releases"] if one["verdict"] is not None]
    counts = {"asked": len(asked), "releases": len(document["releases"])}
    broken = [one["release"] for one in asked if one["verdict"] == "broken"]
    if not broken or document["interrupted"]:
        return {**counts, "unknown": "the newest release kept the law this time"}
    came = [change for change in document["changes"] if change["change"] == "came"]
    if not came:
        return {**counts, "first": broken[0], "last": None}
    return {**counts, "first": came[-1]["first"], "last": came[-1]["last"]}
