"""Drawn months on the terminal: who stops and moves least, and the cells of two tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kafka_assay.pipeline.months.rates import Rates, key_of
from kafka_assay.reports.months.summary import MonthDifference, MonthMean, MonthsReport, TargetMonths
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

SHOWN = ("rebalances", "moved", "stopped_partition_seconds", "mean_gap")
"""The figures of the tables. The record has the rounds, too."""
COLUMNS = ("target", "months", "rebalances", "moved", "stopped", "mean gap")
DIFFERENCE_COLUMNS = (*COLUMNS[:-1], "less, more")

LEGEND = (
    "Per month: mean, and half the 95 % interval (Student's t over months). moved: partitions, from a member that "
    "takes part to another one. stopped: partition-seconds without a reader. gap: sum of squared loads above the best "
    "possible. less, more: months in which the target stops less than the first one, and more. More: "
    "docs/understand/lives.md."
)


class Winner(NamedTuple):
    """The targets with the least mean of a figure, and what they do."""

    targets: tuple[str, ...]
    does: str
    mean: MonthMean


def winners(report: MonthsReport) -> list[Winner]:
    """
    Who stops fewest partition-seconds, and who moves fewest partitions; nothing if no target lived through all months.

    Only targets that did are compared: the means of the others are over other months.
    """
    found = [one for one in report.targets if one.months == report.months]
    if not found:
        return []
    return [
        _least(found, "stopped_partition_seconds", ("stops", "stop"), "fewest partition-seconds a month"),
        _least(found, "moved", ("moves", "move"), "fewest partitions"),
    ]


def _least(found: list[TargetMonths], name: str, verbs: tuple[str, str], what: str) -> Winner:
    least = min(one.figures[name].mean for one in found)
    named = [one for one in found if one.figures[name].mean == least]
    verb = verbs[0] if len(named) == 1 else verbs[1]
    return Winner(tuple(shorten(one.target, 60) for one in named), f"{verb} {what}", named[0].figures[name])


def headline(report: MonthsReport) -> str:
    """The number of months, who stops and who moves least, and the optimum beside it."""
    begin = f"{quantity(report.months, 'month')}, seed {report.seed}."
    says = [f"{series(one.targets)} {one.does} ({number(one.mean)})." for one in winners(report)]
    return f"{begin} {' '.join(says) or NOBODY}{optimum_sentence(report)}"


NOBODY = "No target lived through all months."


def optimum_sentence(report: MonthsReport) -> str:
    """What the optimum stops and moves, after a space; nothing if it has no outcome."""
    if report.optimum is None or not report.optimum.figures:
        return ""
    figures = report.optimum.figures
    return f" With the optimum: {number(figures['stopped_partition_seconds'])} and {number(figures['moved'])}."


def left_out_lines(report: MonthsReport) -> list[str]:
    """The targets that did not live through all months, with the first reason."""
    return [
        f"{shorten(one.target, 60)} is left out of {one.refused + one.failed:,} of {quantity(report.months, 'month')} "
        f"({one.refused:,} refused, {one.failed:,} failed): {shorten(one.why or '', 200)}."
        for one in report.targets
        if one.months < report.months
    ]


def number(one: MonthMean | MonthDifference | None) -> str:
    """
    A mean with half its interval.

    >>> number(MonthMean(mean=1234.5, low=1200.0, high=1269.0)), number(MonthMean(mean=0.25, low=None, high=None))
    ('1,234 ± 34', '0.25')
    """
    if one is None:
        return "-"
    half = None if one.low is None or one.high is None else (one.high - one.low) / 2
    size = max(abs(one.mean), half or 0.0)
    digits = 0 if size >= 100 or not size else 1 if size >= 1 else 2
    mean = f"{one.mean:z,.{digits}f}"
    return mean if not half else f"{mean} ± {half:,.{digits}f}"


def month_rows(report: MonthsReport) -> list[tuple[str, ...]]:
    """A row for each target, with the cells of `COLUMNS`; the optimum's is the last."""
    last = () if report.optimum is None else (("the optimum", report.optimum),)
    return [
        (name, f"{one.months:,}", *_cells(one.figures))
        for name, one in (*((one.target, one) for one in report.targets), *last)
    ]


def difference_rows(report: MonthsReport) -> list[tuple[str, ...]]:
    """
    A row for each target but the first, with its differences from the first in the columns of `DIFFERENCE_COLUMNS`.

    The last cell counts the months in which it stops less than the first, and more.
    """
    last = () if report.optimum is None else (("the optimum", report.optimum),)
    return [
        (name, f"{one.paired:,}", *_cells(one.differences)[:-1], _less_and_more(one))
        for name, one in (*((one.target, one) for one in report.targets[1:]), *last)
    ]


def _less_and_more(one: TargetMonths) -> str:
    stopped = one.differences.get("stopped_partition_seconds")
    return "-" if stopped is None else f"{stopped.less:,}, {stopped.more:,}"


def _cells(figures: Mapping[str, MonthMean | MonthDifference]) -> list[str]:
    return [number(figures.get(name)) for name in SHOWN]


def rates_sentence(rates: Rates) -> str:
    """
    The rates as the options that set them.

    >>> rates_sentence(Rates())[:31]
    'Rates: deploys=8 scale-outs=4 c'
    """
    return f"Rates: {' '.join(f'{key_of(name)}={getattr(rates, name):g}' for name in Rates.__slots__)}."
