"""What drawn months cost with each target: means with 95 % intervals, differences from the first target, as blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from kafka_assay.benchmarks.intervals import sample_interval
from kafka_assay.pipeline.months.drawn_month import Rates, key_of
from kafka_assay.pipeline.months.replayed_months import MonthRow
from kafka_assay.pipeline.replay.replayed_life import Timing
from kafka_assay.properties.records.typed_record import read_file, read_record
from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Chapter,
    Code,
    Column,
    Heading,
    Line,
    Listing,
    Picture,
    Pictures,
    Section,
    Strong,
    Value,
    table_of,
    text_cell,
    whole_section,
)
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views.replay import MORE, least_of, timing_sentence
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

PLACE = 4
FORMAT = "assay-months/1"
RECORD = "months.json"
FIGURES = ("rebalances", "rounds", "moved", "stopped_partition_seconds", "mean_gap")
"""The figures of a month that are summarised."""
SHOWN = ("rebalances", "moved", "stopped_partition_seconds", "mean_gap")
"""The figures of the tables. The record has the rounds, too."""
PANELS = ("rebalances a month", "moved partitions\na month", "partition-seconds\nwithout a reader a month")
_INTERVAL = "mean, and half the 95 % interval (Student's t over months)"
COLUMNS = (
    Column("target", "the assignor"),
    Column("months", "months that the figures are over", numeric=True),
    Column("rebalances", f"a month: {_INTERVAL}", numeric=True),
    Column(
        "moved", "partitions that went from a member that takes part to another one, in the same form", numeric=True
    ),
    Column("stopped", "partition-seconds without a reader, in the same form", numeric=True),
    Column("mean gap", "sum of squared loads above the best possible, in the same form", numeric=True),
)
LESS_OR_MORE = Column(
    "less, more",
    "months in which the target stops less than the first one, and months in which it stops more",
    numeric=True,
)
LEAST = (
    ("stopped_partition_seconds", "stop", "fewest partition-seconds a month"),
    ("moved", "move", "fewest partitions"),
)
"""The figures whose least is named, and how."""
NOBODY = "No target lived through all months."


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
class MonthDifference(MonthMean):
    """The target's figure minus the first target's, month by month."""

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
    """The months in which it gave no answer."""
    broken: int
    """The months in which an answer breaks a law. They have an outcome."""
    why: str | None
    """The first reason for a month without an outcome, or with a broken law."""
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
    optimum: TargetMonths
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
        failed=sum(row.error is not None and not row.has_outcome for row in own.values()),
        broken=sum(row.error is not None for row in lived),
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


def winners(report: MonthsReport) -> list[tuple[str, str, MonthMean]]:
    """
    Who stops fewest partition-seconds, what they do, and their mean; the same of who moves fewest partitions.

    Only targets that lived through all months are compared: the means of the others are over other months. Targets that
    break a law are not praised, unless all do.
    """
    found = []
    lived = [one for one in report.targets if one.months == report.months]
    lived = [one for one in lived if not one.broken] or lived
    for name, verb, what in LEAST:
        means = {one.target: one.figures[name] for one in lived}
        if means:
            named, does = least_of({target: one.mean for target, one in means.items()}, verb, what)
            found.append((named, does, min(means.values(), key=lambda one: one.mean)))
    return found


def answer_line(report: MonthsReport) -> Line:
    """Who stops and who moves least, and the optimum beside it."""
    said: list[str | Strong] = []
    for named, does, mean in winners(report):
        said += [Strong(named), f" {does} ({number(mean)}). "]
    best = report.optimum.figures
    beside = f"With the optimum: {' and '.join(number(best[name]) for name, *_ in LEAST)}." if best else ""
    return (*(said or [f"{NOBODY} "]), beside)


def months_blocks(report: MonthsReport) -> list[Block]:
    """The answer, the tables, and how the months were drawn."""
    return [answer_line(report), *months_tables(report), how_drawn(report)]


def months_tables(report: MonthsReport) -> tuple[Block, ...]:
    """The months without an outcome and with broken laws, the means, and the differences from the first target."""
    first = shorten(report.targets[0].target, 60)
    left_out = [
        f"{shorten(one.target, 60)} is left out of {one.refused + one.failed:,} of {quantity(report.months, 'month')} "
        f"({one.refused:,} refused, {one.failed:,} failed): {shorten(one.why or '', 200)}."
        for one in report.targets
        if one.months < report.months
    ]
    left_out += [
        f"{shorten(one.target, 60)} breaks a law in {one.broken:,} of {quantity(one.months, 'month')}, which are "
        f"priced as far as they can be: {shorten(one.why or '', 200)}."
        for one in report.targets
        if one.broken
    ]
    means = [(Code(name), one.months, *_cells(one.figures)) for name, one in _named(report)]
    differences = []
    for name, one in _named(report)[1:]:
        stopped = one.differences.get("stopped_partition_seconds")
        signs = None if stopped is None else text_cell(f"{stopped.less:,}, {stopped.more:,}", stopped.less)
        differences.append((Code(name), one.paired, *_cells(one.differences)[:-1], signs))
    caption = f"Differences from {first}, over the months that both lived through"
    return (
        *([Bullets(tuple(left_out))] if left_out else []),
        table_of("Per month", COLUMNS, means, sortable=True),
        table_of(caption, (*COLUMNS[:-1], LESS_OR_MORE), differences, sortable=True),
    )


def how_drawn(report: MonthsReport) -> str:
    """The number of the months, their seed, their rates and times."""
    rates = " ".join(f"{key_of(name)}={getattr(report.rates, name):g}" for name in Rates.__slots__)
    drawn = f"{quantity(report.months, 'month')}, seed {report.seed}. Rates: {rates}."
    return f"{drawn} {timing_sentence(report.timing)} {MORE}"


def _named(report: MonthsReport) -> list[tuple[str, TargetMonths]]:
    """The targets with their names; the optimum is the last."""
    return [*((one.target, one) for one in report.targets), ("the optimum", report.optimum)]


def _cells(figures: Mapping[str, MonthMean]) -> list[Value]:
    """The means, which are also what the columns are sorted by."""
    found = (figures.get(name) for name in SHOWN)
    return [None if one is None else text_cell(number(one), one.mean) for one in found]


def number(one: MonthMean) -> str:
    """
    A mean with half its interval.

    >>> number(MonthMean(mean=1234.5, low=1200.0, high=1269.0)), number(MonthMean(mean=0.25, low=None, high=None))
    ('1,234 ± 34', '0.25')
    """
    half = None if one.low is None or one.high is None else (one.high - one.low) / 2
    size = max(abs(one.mean), half or 0.0)
    digits = 0 if size >= 100 or not size else 1 if size >= 1 else 2
    mean = f"{one.mean:z,.{digits}f}"
    return mean if not half else f"{mean} ± {half:,.{digits}f}"


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The drawn months in `directory`, if there are any."""
    report = read_months(directory)
    if report is None:
        return None
    how = (
        how_drawn(report),
        Heading("Repeat"),
        Listing(report.command),
        "One month, here the first, with its picture:",
        Listing(report.month_command),
    )
    return Chapter(
        title=f"Replay of {quantity(report.months, 'drawn month')}",
        answers=(answer_line(report),),
        sections=(
            whole_section("months", "A month with each target", Pictures((_picture(report),)), *months_tables(report)),
            Section(anchor="months-how", title="How this was drawn", blocks=how),
        ),
    )


def _picture(report: MonthsReport) -> Picture:
    rows = [
        (_label(name, one, report), [one.figures.get(figure) for figure in SHOWN[: len(PANELS)]])
        for name, one in _named(report)
    ]
    told = "; ".join(
        f"{label} {' / '.join('none' if one is None else f'{one.mean:,.0f}' for one in means)}" for label, means in rows
    )
    return Picture(
        name="months",
        drawing=DotsFigure(
            title=next((f"{named} {does}" for named, does, _ in winners(report)), NOBODY),
            alt=f"Means with 95 % intervals of {', '.join(PANELS)}: {told}.".replace("\n", " "),
            panels=tuple(map(DotPanel, PANELS)),
            rows=[DotRow(label, tuple((_dot(one),) for one in means)) for label, means in rows],
        ),
        reading="Further left is better. The line is the 95 % interval of the mean.",
    )


def _dot(mean: MonthMean | None) -> Dot | None:
    """The mean of one month alone has no interval."""
    if mean is None:
        return None
    return Dot(mean.mean, *(mean.mean if end is None else end for end in (mean.low, mean.high)))


def _label(name: str, one: TargetMonths, report: MonthsReport) -> str:
    """The name of a target. The means of some are over fewer months."""
    return shorten(name, 22) + ("" if one.months == report.months else f" ({one.months:,} of {report.months:,})")
