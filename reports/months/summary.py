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
    """A mean over months, with Student's t interval at 95 %; no interval for fewer than two months."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthDifference:
    """A mean difference with its interval; and in how many months the figure is less, and more, than the first's."""

    mean: float
    low: float | None
    high: float | None
    less: int
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetMonths:
    """
    A target: how many months it lived through, and the mean of each figure over these.

    `refused` and `failed` count the other months; `why` is the first reason. `differences` from the first target are
    means over the `paired` months that both lived through.
    """

    target: str
    version: str
    protocol: str
    months: int
    refused: int
    failed: int
    why: str | None
    figures: Mapping[str, MonthMean]
    paired: int
    differences: Mapping[str, MonthDifference]


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthsReport:
    """
    The `months` that were drawn with `seed` and `rates`, with each target and with the optimum.

    `master` says where they were replayed. `command` repeats it; `month_command` replays only the first month.
    """

    months: int
    seed: int
    rates: Rates
    timing: Timing
    targets: tuple[TargetMonths, ...]
    optimum: TargetMonths | None
    master: str
    command: str
    month_command: str

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
