"""Records of benchmark runs for tests, without timing anything."""

from __future__ import annotations

from typing import Any

from kafka_assay.benchmarks.bench.bench_record import BenchRecord, TimedPoint
from kafka_assay.benchmarks.environment import Machine


def timed_point(target: str, **spoilt: Any) -> TimedPoint:
    """A point of `target` on one small workload."""
    return TimedPoint(
        target=target, version="1", workload="20x2x1", member_count=2, partitions_to_member_ratio=10, topic_count=1,
        partitions=20, subscription_type="HOMOGENEOUS", event="FULL", **spoilt,
    )  # fmt: skip


def record_of(*points: TimedPoint, command: str = "assay bench", interrupted: bool = False) -> BenchRecord:
    """The record of these points."""
    machine = Machine(processor="P", cores=2, python="CPython 3.11")
    return BenchRecord(command=command, seed=0, machine=machine, versions={}, interrupted=interrupted, points=points)
