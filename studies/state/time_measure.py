"""The measure `time`: the time of `assign` at three sizes, in turns with the other targets of the implementation."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from statistics import median
from typing import Any

from kafka_assay.assignors.hosted.targets.opening import open_target
from kafka_assay.benchmarks.bench.bench_session import BenchSession, PointResult
from kafka_assay.benchmarks.environment import machine
from kafka_assay.benchmarks.workload import Workload, WorkloadEvent

CALL_SECONDS = 30.0

WORKLOADS = tuple(
    Workload(
        member_count=members,
        partitions_to_member_ratio=10,
        topic_count=members // 10,
        event=WorkloadEvent.LEAVE_ONE,
    )
    for members in (100, 1_000, 10_000)
)
"""1,000, 10,000 and 100,000 partitions. All members subscribe to all topics, and one has just left."""


def time_command(target: str) -> str:
    """The command that times the same groups."""
    sizes = " ".join(f"--workload {workload}" for workload in WORKLOADS)
    return f"assay bench {target} {sizes} --call-timeout {CALL_SECONDS:g} --without-oracle"


def measure_times(targets: Sequence[str], workloads: Sequence[Workload] = WORKLOADS) -> dict[str, dict[str, Any]]:
    """Target -> its times. The targets take turns. `load`: how many other processes wanted a core before the start."""
    load = round(os.getloadavg()[0], 1)
    with ExitStack() as hosts:
        opened = {name: hosts.enter_context(closing(open_target(name, call_timeout=CALL_SECONDS))) for name in targets}
        session = BenchSession(targets=opened)
        points = session.points(workloads)
        for workload in workloads:
            session.measure([point for point in points if point.workload == workload])
    return {
        name: {
            "machine": asdict(machine()),
            "load": load,
            "points": [
                {"workload": str(point.workload), **_point(session.results[point])}
                for point in points
                if point.target == name
            ],
        }
        for name in targets
    }


def _point(result: PointResult) -> dict[str, Any]:
    if not result.seconds:
        return {"error": str(result.failure or "not asked: no answer at a smaller size")}
    calls = {"seconds": median(result.seconds), "calls": len(result.seconds)}
    return {**calls, "least": min(result.seconds), "most": max(result.seconds)}
