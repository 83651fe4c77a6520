"""
The record of a benchmark run: `assay-bench/1`, one JSON document.

Version 1: `points` hold seconds (median, least, most over `rounds`), or an `error`. `broken` names the laws for every
assignor that a timed answer broke. Keys that came later are missing in older records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kafka_assay.assignors.interface import CANNOT_BE_ASKED
from kafka_assay.benchmarks.bench.bench_session import BenchPoint, BenchSession
from kafka_assay.benchmarks.bench.growth import growth_exponent
from kafka_assay.benchmarks.environment import Machine, machine, versions

FORMAT = "assay-bench/1"

INTERRUPTED = "not asked: interrupted"
"""The `error` of a point that an interrupted run did not reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedPoint:
    """
    One contestant on one workload: the seconds of its answers, their quality, and the memory; or an `error`.

    The quality is that of `kafka_assay.benchmarks.bench.answer_quality`.
    """

    target: str
    """The assignor, or the oracle."""
    version: str
    """Its version."""
    workload: str
    """The workload's name."""
    member_count: int
    """Members."""
    partitions_to_member_ratio: int
    """Partitions for each member."""
    topic_count: int
    """Topics."""
    partitions: int
    """Partitions."""
    subscription_type: str
    """Equal subscriptions (`HOMOGENEOUS`) or not."""
    event: str
    """A first assignment (`FULL`), or what changed."""
    topic_sizes: str = "EVEN"
    """`EVEN`, or `SKEWED`: the k-th largest topic has 1/k of the largest."""
    racks: bool = False
    """Whether members and replicas are on racks."""
    seconds: float | None = None
    """The median time; null where there is none."""
    least: float | None = None
    """The least time."""
    most: float | None = None
    """The largest time."""
    lower_quartile: float | None = None
    """A quarter of the times is smaller."""
    upper_quartile: float | None = None
    """A quarter of the times is larger."""
    outliers: int = 0
    """Times that are more than 1.5 interquartile ranges away from the quartiles."""
    rounds: int = 0
    """How often it was timed."""
    samples: tuple[float, ...] = ()
    """The times, in the order of the calls."""
    broken: tuple[str, ...] = ()
    """Laws of all that an answer breaks."""
    sum_of_squares: int | None = None
    """The balance of the last answer; of a cooperative assignor, where it settles."""
    optimal_sum_of_squares: int | None = None
    """The best balance."""
    moves: int | None = None
    """Its moves."""
    optimal_moves: int | None = None
    """The fewest moves for the best balance."""
    settling_rounds: int | None = None
    """The rounds until it settles; 1 for an assignor that is not cooperative."""
    memory_mib: float | None = None
    """The peak memory of a process that answers once, in MiB (`--memory`)."""
    memory_at_rest_mib: float | None = None
    """The peak memory of this process before the question."""
    error: str | None = None
    """Why there is no time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """
    How the time of a target grows with the group, at one kind of workload.

    The time is proportional to `partitions` to the power of `exponent`; the members grow in the same proportion.
    """

    target: str
    """The assignor, or the oracle."""
    subscription_type: str
    """As in a point."""
    event: str
    """As in a point."""
    partitions: tuple[int, ...]
    """The sizes."""
    exponent: float
    """The exponent; 1 means proportional."""
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRecord:
    """A whole run."""

    command: str
    """The command that repeats it."""
    seed: int
    """The seed."""
    machine: Machine
    """The machine."""
    versions: Mapping[str, str]
    """Package to version."""
    interrupted: bool = False
    """Whether it was interrupted."""
    points: tuple[TimedPoint, ...]
    """Each assignor on each workload, in the order asked."""
    growth: tuple[Growth, ...] = ()
    """How the times of each assignor grow, for workloads that were timed at three sizes."""


def bench_record(
    contest: BenchSession, points: Sequence[BenchPoint], measured: dict[str, Any], command: str
) -> BenchRecord:
    """The record of a finished run. `measured` is pytest-benchmark's own JSON."""
    stats = {entry["param"]: entry["stats"] for entry in measured["benchmarks"]}
    timed = tuple(_timed_point(contest, point, stats.get(str(point))) for point in points)
    return BenchRecord(
        command=command,
        seed=contest.seed,
        machine=machine(),
        versions=versions(),
        interrupted=contest.interrupted,
        points=timed,
        growth=growth_of(timed),
    )


def is_refused(point: TimedPoint) -> bool:
    """Whether the client of the target cannot express the workload's group."""
    return point.error is not None and point.error.startswith(CANNOT_BE_ASKED)


def bench_document(record: BenchRecord) -> dict[str, Any]:
    """`record` as a document, with its keys in the order of the fields."""
    return {"format": FORMAT, **asdict(record)}


def growth_of(points: Sequence[TimedPoint]) -> tuple[Growth, ...]:
    """The growth of each target's time over at least three sizes that differ in nothing else."""
    series: dict[tuple[Any, ...], dict[int, float]] = {}
    for point in points:
        if point.seconds:
            topics, ratio = point.topic_count, point.partitions_to_member_ratio
            kind = point.subscription_type, point.event, point.topic_sizes, point.racks, topics, ratio
            series.setdefault((point.target, *kind), {})[point.partitions] = point.seconds
    found = []
    for (target, subscription_type, event, *_), costs in series.items():
        exponent = growth_exponent(list(costs), list(costs.values()))
        if exponent is not None:
            found.append(
                Growth(
                    target=target,
                    subscription_type=subscription_type,
                    event=event,
                    partitions=tuple(costs),
                    exponent=exponent.value,
                    low=exponent.low,
                    high=exponent.high,
                )
            )
    return tuple(found)


def _timed_point(contest: BenchSession, point: BenchPoint, stats: dict[str, Any] | None) -> TimedPoint:
    workload, result = point.workload, contest.results.get(point)
    found: dict[str, Any] = {}
    if result is None:
        found = {"error": INTERRUPTED}
    elif stats is None:
        found = {"error": str(result.failure or "not asked: no answer at a smaller point")}
    else:
        found = {
            "seconds": stats["median"],
            "least": stats["min"],
            "most": stats["max"],
            "lower_quartile": stats["q1"],
            "upper_quartile": stats["q3"],
            "outliers": stats["iqr_outliers"],
            "rounds": stats["rounds"],
            "samples": result.seconds,
            **asdict(result.quality),
        }
        if result.memory is not None:
            found |= {"memory_mib": result.memory.peak, "memory_at_rest_mib": result.memory.at_rest}
    return TimedPoint(
        target=point.target,
        version=contest.targets[point.target].version,
        workload=str(workload),
        **asdict(workload),
        partitions=workload.partitions,
        **found,
    )
