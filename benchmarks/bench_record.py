"""
The record of a benchmark run: `assay-bench/1`, one JSON document.

Version 1: `points` hold seconds (median, least, most over `rounds`), or an `error`; `broken` names laws of all
assignors that a timed answer broke.
"""

from __future__ import annotations

from typing import Any

from kafka_assay.benchmarks.bench_session import BenchPoint, BenchSession
from kafka_assay.benchmarks.environment import machine, versions

FORMAT = "assay-bench/1"

INTERRUPTED = "not asked: interrupted"
"""The `error` of a point that the run did not get to."""


def bench_record(
    contest: BenchSession, points: list[BenchPoint], measured: dict[str, Any], command: str
) -> dict[str, Any]:
    """The document for a finished run; `measured` is pytest-benchmark's own JSON."""
    stats = {entry["param"]: entry["stats"] for entry in measured["benchmarks"]}
    return {
        "format": FORMAT,
        "command": command,
        "seed": contest.seed,
        "machine": machine(),
        "versions": versions(),
        "interrupted": contest.interrupted,
        "points": [_line(contest, point, stats.get(str(point))) for point in points],
    }


def _line(contest: BenchSession, point: BenchPoint, stats: dict[str, Any] | None) -> dict[str, Any]:
    workload = point.workload
    failure = contest.failures.get(point)
    timed = stats is not None and point in contest.medians
    return {
        "target": point.target,
        "version": contest.target(point.target).version,
        "workload": str(workload),
        "member_count": workload.member_count,
        "partitions_to_member_ratio": workload.partitions_to_member_ratio,
        "topic_count": workload.topic_count,
        "partitions": workload.partitions,
        "subscription_type": workload.subscription_type.value,
        "event": workload.event.value,
        "seconds": stats["median"] if timed and stats else None,
        "least": stats["min"] if timed and stats else None,
        "most": stats["max"] if timed and stats else None,
        "rounds": stats["rounds"] if timed and stats else 0,
        "broken": contest.broken.get(point, []),
        "error": str(failure) if failure else None if timed else _not_asked(contest, point),
    }


def _not_asked(contest: BenchSession, point: BenchPoint) -> str:
    smaller = contest.has_failed(point)
    return "not asked: no answer at a smaller point" if smaller or not contest.interrupted else INTERRUPTED
