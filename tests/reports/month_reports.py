"""Drawn months with hand-written figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.pipeline.months.drawn_month import Rates
from kafka_assay.pipeline.months.replayed_months import MonthRow
from kafka_assay.pipeline.replay.replayed_life import Timing
from kafka_assay.reports.views.months import MonthsReport, summarise


def row_of(month: int, target: str, stopped: float | None) -> MonthRow:
    """Return a month that stops so many partition-seconds, and moves a tenth; None: the target crashed."""
    row = MonthRow(month, target, "1", "eager", members=3, topics=1, partitions=6, static=False, events=2)
    if stopped is None:
        return row._replace(error="crash")
    return row._replace(
        rebalances=6, rounds=6, moved=round(stopped / 10), ownerless=0, taken=0,
        stopped_partition_seconds=float(stopped), peak_gap=0, mean_gap=0.0,
    )  # fmt: skip


def report_of(stopped: Mapping[str, Sequence[float | None]]) -> MonthsReport:
    """Return the report of these targets, the optimum like the first one."""
    rows = [row_of(month, target, one) for target, all_ in stopped.items() for month, one in enumerate(all_)]
    first, *_ = stopped
    targets = tuple(summarise(rows, target, first) for target in stopped)
    return MonthsReport(
        months=max(map(len, stopped.values())),
        seed=5,
        rates=Rates(),
        timing=Timing(),
        targets=targets,
        optimum=targets[0],
        master="loop",
        command="assay replay drawn:0..1 a b --seed 5",
        month_command="assay replay drawn:0 a b --seed 5",
    )
