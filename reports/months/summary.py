"""What a month costs with each target: means with 95 % intervals, and differences from the first target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from kafka_assay.benchmarks.intervals import sample_interval
from kafka_assay.pipeline.months.month_row import MonthRow
from kafka_assay.pipeline.months.rates import Rates
from kafka_assay.pipeline.replay.timing import Timing
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.render.documents import read_file

FORMAT = "assay-months/1"
RECORD = "months.json"
FIGURES = ("rebalances", "rounds", "moved", "stopped_partition_seconds", "mean_gap")
"""The figures of a month that are summarised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthMean:
    """A mean over months."""

    mean: float
    """The mean over months."""
    low: float | None
    """The lower end of its 95 % interval (Student's t over months); null for one month."""
    high: float | None
    """The upper end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthDifference:
    """The target's figure minus the first target's, month by month."""

    mean: float
    """The mean over the paired months."""
    low: float | None
    """The lower end of its 95 % interval (Student's t over months); null for one month."""
    high: float | None
    """The upper end."""
    less: int
    """The months in which the figure is less than the first target's."""
    more: int
    """The months in which it is more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetMonths:
    """What the months cost with one target."""

    target: str
    """The assignor."""
    version: str
    """Its version."""
    protocol: str
    """Who stops during a rebalance: everybody (`eager`), or only what moves."""
    months: int
    """The months with an outcome. The means are over these."""
    refused: int
    """The months about which it cannot be asked."""
    failed: int
    """The months in which it gave no valid answer."""
    why: str | None
    """The first reason for a month without an outcome."""
    figures: Mapping[str, MonthMean]
    """Figure to mean. Empty without an outcome."""
    paired: int
    """The months with an outcome of both this target and the first one."""
    differences: Mapping[str, MonthDifference]
    """Figure to mean difference, over the paired months. Empty for the first target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthsReport:
    """What drawn months cost with several targets."""

    months: int
    """The number of months."""
    seed: int
    """The seed that they were drawn with."""
    rates: Rates
    """How often things happen, and how large groups are."""
    timing: Timing
    """How long things take."""
    targets: tuple[TargetMonths, ...]
    """The months with each target. Differences are from the first."""
    optimum: TargetMonths | None
    """The months with the optimum."""
    master: str
    """Where they were replayed: Spark's master, or `loop` (one process), or `processes`."""
    command: str
    """The command that repeats the replay."""
    month_command: str
    """The command that replays the first month alone."""

    def document(self) -> dict[str, Any]:
        """The report as `assay-months/1`."""
        return {"format": FORMAT, **asdict(self)}


def read_months(folder: Path) -> MonthsReport | None:
    """The report in `folder`, if there is one. Raises `AssayError`."""
    return read_file(folder / RECORD, FORMAT, lambda document: read_record(MonthsReport, document))


def summarise(rows: Sequence[MonthRow], target: str, first: str) -> TargetMonths:
    """What `target` costs, and how that differs from `first`. There must be a row of both."""
    own = {row.month: row for row in rows if row.target == target}
    base = {row.month: row for row in rows if row.target == first and row.has_outcome}
    lived = [row for row in own.values() if row.has_outcome]
    both = [] if target == first else [row for row in lived if row.month in base]
    some = next(iter(own.values()))
    return TargetMonths(
        target=target,
        version=some.version,
        protocol=some.protocol,
        months=len(lived),
        refused=sum(row.refused is not None for row in own.values()),
        failed=sum(row.error is not None for row in own.values()),
        why=next((why for row in own.values() if (why := row.refused or row.error) is not None), None),
        figures={name: mean_of([_figure(row, name) for row in lived]) for name in FIGURES if lived},
        paired=len(both),
        differences={
            name: difference_of([_figure(row, name) - _figure(base[row.month], name) for row in both])
            for name in FIGURES
            if both
        },
    )


def _figure(row: MonthRow, name: str) -> float:
    return float(getattr(row, name))


def mean_of(values: Sequence[float]) -> MonthMean:
    """
    The mean of at least one number, with its interval.

    >>> mean_of([1, 2, 3, 4]).mean, mean_of([5.0])
    (2.5, MonthMean(mean=5.0, low=None, high=None))
    """
    found = sample_interval(values)
    if found is None:
        return MonthMean(mean=fmean(values), low=None, high=None)
    return MonthMean(mean=found.value, low=found.low, high=found.high)


def difference_of(differences: Sequence[float]) -> MonthDifference:
    """
    The mean of at least one paired difference.

    >>> difference_of([-2.0, 1.0, 0.0, -3.0]).less
    2
    """
    return MonthDifference(
        **asdict(mean_of(differences)),
        less=sum(one < 0 for one in differences),
        more=sum(one > 0 for one in differences),
    )
