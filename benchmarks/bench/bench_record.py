"""
The record of a benchmark run: `assay-bench/1`, one JSON document.

Version 1: `points` hold seconds (median, least, most over `rounds`), or an `error`. `broken` names the laws for every
assignor that a timed answer broke. Keys that came later are missing in older records.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Any

from kafka_assay.assignors.interface import CANNOT_BE_ASKED
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.intervals import CONFIDENCE, Estimate

FORMAT = "assay-bench/1"

INTERRUPTED = "not asked: interrupted"
"""The `error` of a point that an interrupted run did not reach."""
NOT_ASKED = "not asked: no answer at a smaller point"
"""The `error` of a point at which no answer was to be expected."""
FEWEST_SIZES = 3
"""Growth needs at least as many sizes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuality:
    """
    The quality of a target's answers to one group.

    The numbers are those of the last answer; None if it is not valid. Of a cooperative assignor they are those of the
    answer with which it settles; None if it does not settle.
    """

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

    @property
    def balance_gap(self) -> int | None:
        """Sum of squared loads above that of the optimum."""
        return _difference(self.sum_of_squares, self.optimal_sum_of_squares)

    @property
    def needless_moves(self) -> int | None:
        """Moves above the fewest; None too if the balance is not the best."""
        return _difference(self.moves, self.optimal_moves) if self.balance_gap == 0 else None


def _difference(value: int | None, best: int | None) -> int | None:
    return None if value is None or best is None else value - best


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedPoint(AnswerQuality):
    """One target on one workload: the seconds of its answers, their quality, and the memory; or an `error`."""

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
    topic_sizes: str = "EQUAL"
    """`EQUAL`, or `SKEWED`: a few large topics, and most of the smallest size."""
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


def spread_of(seconds: Sequence[float]) -> dict[str, Any]:
    """
    The times of a point as its keys: the median, the quartiles, and all samples.

    >>> found = spread_of([1.0, 2.0, 3.0, 4.0, 9.0])
    >>> [found[key] for key in ("least", "lower_quartile", "seconds", "upper_quartile", "most", "outliers")]
    [1.0, 2.0, 3.0, 4.0, 9.0, 1]
    """
    lower, middle, upper = quantiles(seconds, method="inclusive") if len(seconds) > 1 else [*seconds] * 3
    reach = 1.5 * (upper - lower)
    return {
        "seconds": middle,
        "least": min(seconds),
        "most": max(seconds),
        "lower_quartile": lower,
        "upper_quartile": upper,
        "outliers": sum(not lower - reach <= one <= upper + reach for one in seconds),
        "rounds": len(seconds),
        "samples": tuple(seconds),
    }


def is_refused(point: TimedPoint) -> bool:
    """Whether the client of the target cannot express the workload's group."""
    return point.error is not None and point.error.startswith(CANNOT_BE_ASKED)


def bench_document(record: BenchRecord) -> dict[str, Any]:
    """`record` as a document, with its keys in the order of the fields. A point begins with its target and version."""
    points = [{"target": one.target, "version": one.version, **asdict(one)} for one in record.points]
    return {"format": FORMAT, **asdict(record), "points": points}


def growth_of(points: Sequence[TimedPoint]) -> tuple[Growth, ...]:
    """The growth of each target's time over at least three sizes that differ in nothing else."""
    series: dict[tuple[Any, ...], dict[int, float]] = {}
    for point in points:
        if point.seconds:
            topics, ratio = point.topic_count, point.partitions_to_member_ratio
            kind = point.subscription_type, point.event, point.topic_sizes, point.racks, topics, ratio
            series.setdefault((point.target, *kind), {})[point.partitions] = point.seconds
    found = []
    for (target, subscriptions, event, *_), costs in series.items():
        fitted = growth_exponent(list(costs), list(costs.values()))
        if fitted is not None:
            slope = {"exponent": fitted.value, "low": fitted.low, "high": fitted.high}
            sizes = tuple(costs)
            found.append(Growth(target=target, subscription_type=subscriptions, event=event, partitions=sizes, **slope))
    return tuple(found)


def growth_exponent(sizes: Sequence[float], costs: Sequence[float]) -> Estimate | None:
    """
    The slope of a line through the logarithms of sizes and costs, with Student's t interval; None for fewer than three.

    An exponent of 1 means that the cost is proportional to the size. The interval says how well a power law fits: a
    cost that grows unevenly has a wide one.

    >>> [round(part, 2) for part in growth_exponent([10, 20, 40, 80], [1, 4, 16, 64])]
    [2.0, 2.0, 2.0]
    >>> [round(part, 2) for part in growth_exponent([10, 20, 40, 80], [1.0, 2.2, 3.8, 8.0])]
    [0.98, 0.78, 1.18]
    """
    from scipy.stats import linregress, t

    if len(set(sizes)) < FEWEST_SIZES:
        return None
    fitted = linregress(list(map(math.log, sizes)), list(map(math.log, costs)))
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(sizes) - 2) * fitted.stderr)
    return Estimate(float(fitted.slope), float(fitted.slope) - half, float(fitted.slope) + half)
