"""The chapter of drawn months: what a month of deploys costs with each target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kafka_assay.reports.answer.replay import timing_sentence
from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.months.lines import (
    COLUMNS,
    DIFFERENCE_COLUMNS,
    LEGEND,
    NOBODY,
    SHOWN,
    difference_rows,
    left_out_lines,
    month_rows,
    number,
    optimum_sentence,
    rates_sentence,
    winners,
)
from kafka_assay.reports.months.summary import MonthMean, MonthsReport, TargetMonths, read_months
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Chapter,
    Code,
    Column,
    Heading,
    Line,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Strong,
    Table,
)
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

PLACE = 4
MEANINGS = {
    "target": "the assignor that lived through the months",
    "months": "months that the figures are over",
    "rebalances": "rebalances a month: mean, and half the 95 % interval (Student's t over months)",
    "moved": "partitions that went from a member that takes part to another one, in the same form",
    "stopped": "partition-seconds without a reader, in the same form",
    "mean gap": "sum of squared loads above the best possible, in the same form",
    "less, more": "months in which the target stops less than the first one, and months in which it stops more",
}
PANELS = ("rebalances a month", "moved partitions\na month", "partition-seconds\nwithout a reader a month")


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The drawn months in `directory`, if there are any."""
    report = read_months(directory)
    if report is None:
        return None
    means, left_out = _table("Per month", COLUMNS, month_rows(report)), _left_out(report)
    first = shorten(report.targets[0].target, 60)
    caption = f"Differences from {first}, over the months that both lived through"
    differences = _table(caption, DIFFERENCE_COLUMNS, difference_rows(report))
    pictures = Pictures((_picture(report),))
    return Chapter(
        title=f"Replay of {quantity(report.months, 'drawn month')}",
        answers=_answers(report),
        sections=(
            Section(
                anchor="months",
                title=("A month with each target",),
                blocks=(pictures, means, *left_out, differences, Prose((LEGEND,))),
                in_brief=(pictures, means, *left_out, differences),
            ),
            _how(report),
        ),
    )


def _answers(report: MonthsReport) -> tuple[Line, ...]:
    best = winners(report)
    if not best:
        return ((NOBODY,),)
    said: list[str | Strong] = []
    for one in best:
        said += [Strong(series(one.targets)), f" {one.does} ({number(one.mean)}). "]
    return ((*said, optimum_sentence(report).strip()),)


def _picture(report: MonthsReport) -> Picture:
    rows = [
        (_label(one, report), [one.figures.get(name) for name in SHOWN[: len(PANELS)]])
        for one in (*report.targets, *([] if report.optimum is None else [report.optimum]))
    ]
    told = "; ".join(
        f"{label} {' / '.join('none' if one is None else f'{one.mean:,.0f}' for one in means)}" for label, means in rows
    )
    return Picture(
        name="months",
        drawing=DotsFigure(
            title=_title(report),
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


def _label(one: TargetMonths, report: MonthsReport) -> str:
    """The name of a target. The means of some are over fewer months."""
    name = "the optimum" if one is report.optimum else shorten(one.target, 22)
    return name if one.months == report.months else f"{name} ({one.months:,} of {report.months:,})"


def _title(report: MonthsReport) -> str:
    best = winners(report)
    return f"{series(best[0].targets)} {best[0].does}" if best else NOBODY


def _table(caption: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    """The rows of a table. They sort by their means."""
    return Table(
        caption=caption,
        columns=tuple(Column(title=title, meaning=MEANINGS[title], numeric=title != "target") for title in columns),
        rows=tuple(
            (Cell(line=(Code(target),)), *(Cell(line=(figure,), key=_key(figure)) for figure in figures))
            for target, *figures in rows
        ),
        sortable=True,
        rows_in_brief=len(rows),
    )


def _key(figure: str) -> float:
    mean = figure.partition(" ")[0].rstrip(",").replace(",", "")
    return float("-inf") if mean == "-" else float(mean)


def _left_out(report: MonthsReport) -> tuple[Block, ...]:
    lines = left_out_lines(report)
    return (Bullets(tuple((line,) for line in lines)),) if lines else ()


def _how(report: MonthsReport) -> Section:
    blocks: tuple[Block, ...] = (
        Prose((f"Seed {report.seed}. {rates_sentence(report.rates)} {timing_sentence(report.timing)}",)),
        Heading("Repeat"),
        Listing(report.command),
        Prose(("One month, here the first, with its picture:",)),
        Listing(report.month_command),
    )
    return Section(anchor="months-how", title=("How this was drawn",), blocks=blocks)
