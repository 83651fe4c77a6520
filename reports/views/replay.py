"""The chapter of replays: what each life costs with each target, and who reads what meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.reports.answer.replay import COLUMNS, LEGEND, ReplayReport, read_replays, replay_rows, timing_sentence
from kafka_assay.reports.figures.life import LifeFigure
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Chapter,
    Code,
    Column,
    Fold,
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
from kafka_assay.reports.wording.safe_names import anchors, shorten
from kafka_assay.reports.wording.words import quantity, series

PLACE = 3
MOST_PICTURES = 6
"""The most pictures of a life. They are most of a page's size."""


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The replays in `directory`, one section for each life."""
    reports = read_replays(directory)
    if not reports:
        return None
    names = anchors("replay-", [report.life for report in reports])
    title = shorten(reports[0].life, 60) if len(reports) == 1 else quantity(len(reports), "life", "lives")
    return Chapter(
        title=f"Replay of {title}",
        answers=tuple(_answer(report) for report in reports),
        sections=tuple(_section(report, name) for report, name in zip(reports, names, strict=True)),
    )


def _answer(report: ReplayReport) -> Line:
    """Which target stops fewest partition-seconds, and which moves fewest partitions."""
    life = Code(shorten(report.life, 60))
    if not report.replays:
        return (life, ": no target has an outcome.")
    stopped, stopping = _least(report.replays, lambda one: one.stopped_partition_seconds)
    moved, moving = _least(report.replays, lambda one: float(one.moved))
    best = report.optimum
    beside = "" if best is None else f" With the optimum: {best.stopped_partition_seconds:,.0f} and {best.moved:,}."
    return (
        life,
        ": ",
        Strong(series(stopping)),
        f" {'stops' if len(stopping) == 1 else 'stop'} fewest partition-seconds ({stopped:,.0f}). ",
        Strong(series(moving)),
        f" {'moves' if len(moving) == 1 else 'move'} fewest partitions ({moved:,.0f}).{beside}",
    )


def _least(replays: Sequence[ReplayedLife], figure: Callable[[ReplayedLife], float]) -> tuple[float, list[str]]:
    least = min(map(figure, replays))
    return least, [shorten(one.target, 60) for one in replays if figure(one) == least]


def _section(report: ReplayReport, anchor: str) -> Section:
    size = f"{quantity(report.members, 'member')} and {quantity(report.partitions, 'partition')}"
    table = _table(report)
    first, others = _pictures(report, anchor)
    return Section(
        anchor=anchor,
        title=("The life ", Code(shorten(report.life, 60))),
        blocks=(
            Prose((f"{size} at the start, {quantity(report.events, 'event')}.",)),
            table,
            *_notes(report),
            *first,
            *others,
            Prose((f"{LEGEND} {timing_sentence(report.timing)}",)),
            Heading("Repeat"),
            Listing(report.command),
        ),
        in_brief=(table, *_notes(report), *first, Listing(report.command)),
    )


def _notes(report: ReplayReport) -> tuple[Block, ...]:
    """The targets without an outcome, and what was assumed about the group."""
    left_out: list[Line] = [(Code(target), f" is left out: {why}.") for target, why in report.left_out]
    notes = (*left_out, *((note,) for note in report.assumptions))
    return (Bullets(notes),) if notes else ()


def _table(report: ReplayReport) -> Table:
    rows = replay_rows(report)
    titles = [title.replace("\n", " ") for title in COLUMNS]
    shown = len(titles) if any(row[-1] for row in rows) else len(titles) - 1  # lag spread is the last
    return Table(
        caption="Sums are over all rebalances after the start",
        columns=tuple(
            Column(title=title, meaning=MEANINGS[title], numeric=title != "target") for title in titles[:shown]
        ),
        rows=tuple(
            (Cell(line=(Code(target),)), *(Cell(line=(figure or "-",), key=_key(figure)) for figure in figures))
            for target, *figures in (row[:shown] for row in rows)
        ),
        sortable=True,
        rows_in_brief=len(rows),
    )


def _key(figure: str) -> float:
    return float(figure.replace(",", "")) if figure else -1.0


def _pictures(report: ReplayReport, anchor: str) -> tuple[list[Block], list[Block]]:
    """The picture of the target that stops least, and those of others, which open on demand."""
    best = report.optimum
    shown = sorted(report.replays, key=lambda one: one.stopped_partition_seconds)
    shown += [] if best is None or best.target in {one.target for one in shown} else [best]
    names = anchors(f"{anchor}-", [one.target for one in shown])
    pictures = [
        Picture(name=name, drawing=LifeFigure(life=report.life, replayed=one, optimum=best), reading=READING)
        for name, one in zip(names, shown, strict=True)
    ]
    if len(pictures) < 2:
        return [Pictures(tuple(pictures))] if pictures else [], []
    more: list[Block] = []
    if len(pictures) > MOST_PICTURES:
        pictures = [*pictures[: MOST_PICTURES - 2], *pictures[-2:]]
        more = [Prose((f"The folder has all {len(shown)} pictures.",))]
    fold = Fold(
        (f"The life with {quantity(len(pictures) - 1, 'other target')}: pictures",),
        (Pictures(tuple(pictures[1:])), *more),
    )
    return [Pictures((pictures[0],))], [fold]


READING = (
    "The height of a band is the number of partitions. Light: the member read them first. Dark: it took them over. "
    "Hatched: nobody reads them."
)

MEANINGS = {
    "target": "the assignor that lived through the rebalances",
    "rebalances": "how often the group rebalanced",
    "rounds": "how often the members join",
    "moved": "partitions that went from a member that takes part to another one",
    "ownerless": "partitions without an owner when a rebalance began",
    "stopped": "partition-seconds without a reader",
    "peak gap": "the largest sum of squared loads above the best possible, after a rebalance",
    "mean gap": "the mean of these gaps",
    "lag spread": "largest minus least lag of a member, mean; needs offsets",
}
