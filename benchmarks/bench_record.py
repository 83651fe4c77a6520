"""
The record of a benchmark run: `assay-bench/1`, one JSON document.

Version 1: `points` hold seconds (median, least, most over `rounds`), or an `error`. `broken` names the laws for every
assignor that a timed answer broke.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kafka_assay.benchmarks.bench_session import BenchPoint, BenchSession
from kafka_assay.benchmarks.environment import Machine, machine, versions

FORMAT = "assay-bench/1"

INTERRUPTED = "not asked: interrupted"
"""The `error` of a point that an interrupted run did not reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedPoint:
    """One contestant on one workload: the seconds of its answers, or an `error` instead."""

    target: str
    version: str
    workload: str
    member_count: int
    partitions_to_member_ratio: int
    topic_count: int
    partitions: int
    subscription_type: str
    event: str
    seconds: float | None = None
    least: float | None = None
    most: float | None = None
    rounds: int = 0
    broken: tuple[str, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRecord:
    """A whole run: the command to repeat it, the machine, and its points in the order asked."""

    command: str
    seed: int
    machine: Machine
    versions: Mapping[str, str]
    interrupted: bool = False
    points: tuple[TimedPoint, ...]


def bench_record(
    contest: BenchSession, points: list[BenchPoint], measured: dict[str, Any], command: str
) -> BenchRecord:
    """The record of a finished run. `measured` is pytest-benchmark's own JSON."""
    stats = {entry["param"]: entry["stats"] for entry in measured["benchmarks"]}
    return BenchRecord(
        command=command,
        seed=contest.seed,
        machine=machine(),
        versions=versions(),
        interrupted=contest.interrupted,
        points=tuple(_timed_point(contest, point, stats.get(str(point))) for point in points),
    )


def bench_document(record: BenchRecord) -> dict[str, Any]:
    """`record` as a document, with its keys in the order of the fields."""
    return {"format": FORMAT, **asdict(record)}


def _timed_point(contest: BenchSession, point: BenchPoint, stats: dict[str, Any] | None) -> TimedPoint:
    workload = point.workload
    failure = contest.failures.get(point)
    times = {}
    if stats is not None and point in contest.medians:
        times = {"seconds": stats["median"], "least": stats["min"], "most": stats["max"], "rounds": stats["rounds"]}
    return TimedPoint(
        target=point.target,
        version=contest.target(point.target).version,
        workload=str(workload),
        **asdict(workload),
        partitions=workload.partitions,
        broken=tuple(contest.broken.get(point, ())),
        error=str(failure) if failure else None if times else _not_asked(contest, point),
        **times,
    )


def _not_asked(contest: BenchSession, point: BenchPoint) -> str:
    smaller = contest.has_failed(point)
    return "not asked: no answer at a smaller point" if smaller or not contest.interrupted else INTERRUPTED
