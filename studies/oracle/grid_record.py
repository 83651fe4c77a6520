"""
The record of the grid: `assay-oracle-grid/1`, JSON lines. The first is the header, each other line is a point.

A line is written when its point is done, so that an interrupted run continues there. A point holds the `milliseconds`
of the oracle and each rival (median, least, most, rounds) and the quality of their answers. It also holds the checker's
result on the proof, and the `outcome`. `group` and `engine` are hashes of the question and of the oracle's sources:
lines with different hashes do not belong into one table.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.oracle.columns import Columns
from studies.records import Line, resume_record

FORMAT = "assay-oracle-grid/1"


def resume(path: Path, first: Line) -> set[Workload]:
    """The points of the record at `path`. Raises `AssayError` if machine, seed or version differ."""
    return {workload_of(line) for line in resume_record(path, first, same=("machine", "seed", "versions"))}


def point(workload: Workload) -> Line:
    """The keys of a line that identify its point."""
    return {
        "members": workload.member_count,
        "ratio": workload.partitions_to_member_ratio,
        "topics": workload.topic_count,
        "partitions": workload.partitions,
        "subscriptions": workload.subscription_type.value,
        "event": workload.event.value,
    }


def workload_of(line: Line) -> Workload:
    """The point of a line."""
    return Workload(
        member_count=line["members"],
        partitions_to_member_ratio=line["ratio"],
        topic_count=line["topics"],
        subscription_type=SubscriptionType(line["subscriptions"]),
        event=WorkloadEvent(line["event"]),
    )


def group_hash(columns: Columns) -> str:
    """A short hash of the question."""
    digest = hashlib.sha256()
    for numbers in (columns.partitions, columns.start, columns.topics, columns.owner):
        digest.update(numbers.astype("<i4").tobytes())
    return digest.hexdigest()[:12]


def engine_hash() -> str:
    """A short hash of the oracle's sources that this process has imported."""
    digest = hashlib.sha256()
    read_ones = {name: module for name, module in sys.modules.items() if name.startswith("kafka_assay.oracle.")}
    for _, module in sorted(read_ones.items()):
        if module.__file__ is not None:
            digest.update(Path(module.__file__).read_bytes())
    return digest.hexdigest()[:12]
