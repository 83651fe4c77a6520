"""A life replayed with several targets: as data, and as blocks; and the chapter of replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from kafka_assay.pipeline.replay.recorded import RecordedStep
from kafka_assay.pipeline.replay.replayed_life import ReaderRow, ReplayedLife, Timing, read_readers
from kafka_assay.pipeline.whatif.what_if import LeftOut
from kafka_assay.properties.effect import client_of
from kafka_assay.properties.records.typed_record import read_file, read_record, write_record
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.reports.figures.life import LifeFigure
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Chapter,
    Code,
    Column,
    Fold,
    Heading,
    Line,
    Listing,
    Picture,
    Pictures,
    Section,
    Strong,
    Table,
    Value,
    number_cell,
    table_of,
    text_cell,
)
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views.recorded_life import recorded_blocks, recorded_line
from kafka_assay.reports.wording.safe_names import anchors, shorten
from kafka_assay.reports.wording.words import quantity, series

PLACE = 3
MOST_PICTURES = 6
"""The most pictures of a life. They are most of a page's size."""
FORMAT = "assay-replay/1"
COLUMNS = (
    Column("target", "the assignor"),
    Column("rebalances", "their number after the start", numeric=True),
    Column("rounds", "how often the members join", numeric=True),
    Column("moved", "partitions that went from a member that takes part to another one", numeric=True),
    Column("ownerless", "partitions without an owner when a rebalance began", numeric=True),
    Column("stopped", "partition-seconds without a reader", numeric=True),
    Column("peak gap", "the largest sum of squared loads above the best possible, after a rebalance", numeric=True),
    Column("mean gap", "the mean of these gaps", numeric=True),
    Column("lag spread", "largest minus least lag of a member, mean; needs offsets", numeric=True),
)
READING = (
    "The height of a band is the number of partitions. Light: the member read them first. Dark: it took them over. "
    "Hatched: nobody reads them."
)
MORE = "More: docs/understand/lives.md."
MODELLED = Column(
    "stopped (model)",
    "partition-seconds without a reader, by the clock of the replay; the log has others",
    numeric=True,
)
"""The column beside what a log recorded: all rows have the clock of the replay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """A life, and what each target makes of it."""

    life: str
    """The name of the life."""
    members: int
    """The members at its start."""
    partitions: int
    """The partitions of the topics to which these subscribe."""
    events: int
    """Its events."""
    timing: Timing
    """How long things take."""
    targets: tuple[ReplayedLife, ...]
    """The life with each target."""
    optimum: ReplayedLife
    """The life with the optimum."""
    recorded: ReplayedLife | None = None
    """What logs recorded, on the same clock; null without logs, or where they do not show all."""
    history: tuple[RecordedStep, ...] = ()
    """What logs recorded, rebalance by rebalance."""
    left_out: tuple[LeftOut, ...] = ()
    """The targets without an outcome."""
    assumptions: tuple[str, ...] = ()
    """The group's assumptions."""
    command: str = ""
    """The command that repeats the replay."""

    def document(self) -> dict[str, Any]:
        """The replay as `assay-replay/1`."""
        return {"format": FORMAT, **write_record(self)}

    def lives(self) -> list[ReplayedLife]:
        """The life with the optimum, as recorded, and with each target."""
        return [self.optimum, *([self.recorded] if self.recorded else []), *self.targets]


def answer_line(report: ReplayReport) -> Line:
    """
    Which target stops fewest partition-seconds, and which moves fewest partitions; the optimum beside it.

    Targets that break a law are not praised, unless all do.
    """
    life, best, told = Code(shorten(report.life, 60)), report.optimum, f": {recorded_line(report.history)}"
    if not report.targets:
        return (life, f"{told}no target has an outcome.")
    if not _has_partitions(report):
        return (life, f"{told}no partitions are known, so the targets cannot be compared.")
    beside = f" With the optimum: {best.stopped_partition_seconds:,.0f} and {best.moved:,}."
    if len(report.targets) == 1:
        (only,) = report.targets
        cost = (
            f"{only.stopped_partition_seconds:,.0f} partition-seconds without a reader, {only.moved:,} moved partitions"
        )
        return life, told, Strong(shorten(only.target, 60)), f" {cost}.{beside}"
    valid = [one for one in report.targets if not one.breaks] or report.targets
    stopped = {one.target: max(one.stopped_range or (one.stopped_partition_seconds,)) for one in valid}
    moved = {one.target: float(max(one.moved_range or (one.moved,))) for one in valid}
    stopping, stops = least_of(stopped, "stop", "fewest partition-seconds")
    moving, moves = least_of(moved, "move", "fewest partitions")
    return (
        life,
        told,
        Strong(stopping),
        f" {stops} ({min(stopped.values()):,.0f}). ",
        Strong(moving),
        f" {moves} ({min(moved.values()):,.0f}).{beside}",
    )


def least_of(figures: Mapping[str, float], verb: str, what: str) -> tuple[str, str]:
    """
    The targets with the least figure, and what they do.

    >>> least_of({"a": 3, "b": 2, "c": 2}, "move", "fewest partitions")
    ('b and c', 'move fewest partitions')
    """
    names = [shorten(name, 60) for name, figure in figures.items() if figure == min(figures.values())]
    return series(names), f"{verb}{'s' if len(names) == 1 else ''} {what}"


def _has_partitions(report: ReplayReport) -> bool:
    """Whether there is ever a partition to share. The log of a coordinator names none."""
    return bool(report.partitions or any(one.moved or one.stopped_partition_seconds for one in report.lives()))


def life_blocks(report: ReplayReport) -> list[Block]:
    """The answer, and the blocks of the life."""
    return [answer_line(report), *replay_blocks(report)]


def replay_blocks(report: ReplayReport) -> list[Block]:
    """The size of the life, who is left out, what each target makes of it, and what is assumed about times."""
    size = f"{quantity(report.members, 'member')} and {quantity(report.partitions, 'partition')}"
    notes: list[Line] = [(Code(one.target), f" is left out: {one.why}.") for one in report.left_out]
    notes += [line for one in report.targets for line in break_lines(one)]
    notes += [f"Assumed: {note}" for note in report.assumptions]
    has_partitions = _has_partitions(report)
    return [
        f"{size} at the start, {quantity(report.events, 'event')}.",
        *([Bullets(tuple(notes))] if notes else []),
        *recorded_blocks(report.history, report.targets if has_partitions else ()),
        *([replay_table(report)] if has_partitions else []),
        f"{timing_sentence(report.timing)} {MORE}",
    ]


def break_lines(replayed: ReplayedLife) -> list[Line]:
    """A line for each validity law that the target breaks: when, what it costs, and what it does to its client."""
    lines: list[Line] = []
    for one in replayed.breaks:
        span = f"from {one.at:,.0f} s on" if one.until is None else f"from {one.at:,.0f} s to {one.until:,.0f} s"
        cost = f"{one.unread_partition_seconds:,.0f} partition-seconds. " if one.unread_partition_seconds else ""
        text = LAW_BY_ID[one.law].effect_on(client_of(replayed.target)).text
        told = (
            f" breaks {one.law} in {one.rebalances} of {quantity(len(replayed.steps), 'answer')}, {span} "
            f"({quantity(one.partitions, 'partition')}, such as {one.partition}): {cost}{text}"
        )
        lines.append((Code(replayed.target), told))
    return lines


def replay_table(report: ReplayReport) -> Table:
    """A row for each target; the optimum's is the last. The lag is shown only if it is known."""
    _, *replayed = report.lives()
    named = (*((one.target, one) for one in replayed), ("the optimum", report.optimum))
    has_lag = any(one.lag_spread is not None for _, one in named)
    rows = [
        (
            Code(name),
            one.rebalances,
            one.rounds,
            _span(one.moved, one.moved_range),
            one.ownerless,
            _span(one.stopped_partition_seconds, one.stopped_range),
            one.peak_gap,
            number_cell(one.mean_gap, 1),
            one.lag_spread,
        )
        for name, one in named
    ]
    shown = len(COLUMNS) if has_lag else len(COLUMNS) - 1
    columns = tuple(MODELLED if report.recorded and one.title == "stopped" else one for one in COLUMNS)
    caption = "Sums are over all rebalances after the start"
    return table_of(caption, columns[:shown], (row[:shown] for row in rows), sortable=True)


def _span(figure: float, span: Sequence[float] | None) -> Value:
    return figure if span is None else text_cell("–".join(f"{one:,.0f}" for one in span), figure)


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The replays in `directory`, one section for each life."""
    reports = read_replays(directory)
    if not reports:
        return None
    names = anchors("replay-", [report.life for report in reports])
    title = shorten(reports[0].life, 60) if len(reports) == 1 else quantity(len(reports), "life", "lives")
    return Chapter(
        title=f"Replay of {title}",
        answers=tuple(map(answer_line, reports)),
        sections=tuple(_section(report, name) for report, name in zip(reports, names, strict=True)),
    )


def _section(report: ReplayReport, anchor: str) -> Section:
    """The blocks of a life, and pictures: of what was recorded or stops least, and of others, which open on demand."""
    best = report.optimum
    shown = [report.recorded] if report.recorded else []
    shown += sorted(report.targets, key=lambda one: one.stopped_partition_seconds)
    shown += [] if best.target in {one.target for one in shown} else [best]
    names = anchors(f"{anchor}-", [one.target for one in shown])
    first, *others = (
        Picture(name=name, drawing=LifeFigure(life=report.life, replayed=one, optimum=best), reading=READING)
        for name, one in zip(names, shown, strict=True)
    )
    more: list[Block] = []
    if len(others) >= MOST_PICTURES:
        others = [*others[: MOST_PICTURES - 3], *others[-2:]]
        more = [f"The folder has all {len(shown)} pictures."]
    told = f"The life with {quantity(len(others), 'other target')}: pictures"
    in_brief = (*replay_blocks(report), Pictures((first,)))
    return Section(
        anchor=anchor,
        title=("The life ", Code(shorten(report.life, 60))),
        blocks=(
            *in_brief,
            *([Fold(told, (Pictures(tuple(others)), *more))] if others else []),
            Heading("Repeat"),
            Listing(report.command),
        ),
        in_brief=(*in_brief, Listing(report.command)),
    )


def timing_sentence(timing: Timing) -> str:
    """
    What the replay assumes about times.

    >>> timing_sentence(Timing())[:60]
    'Assumed: a round takes 3 s, a restart 30 s (the new id sorts'
    """
    rebuild = f"; state is rebuilt for {timing.rebuild:g} s" if timing.rebuild else ""
    return (
        f"Assumed: a round takes {timing.rebalance:g} s, a restart {timing.restart:g} s (the new id sorts as the "
        f"old one did); classic members see a grown topic after {timing.metadata:g} s{rebuild}. Unless the life says "
        f"otherwise: session timeout {timing.session:g} s, rebalance timeout {timing.poll:g} s."
    )


def readers_file(record: Path) -> Path:
    """
    The file with the readers of a life, beside its record.

    >>> readers_file(Path("out", "replay-scale-out.json")).name
    'readers-scale-out.parquet'
    """
    return record.with_name(f"readers-{record.stem.removeprefix('replay-')}.parquet")


def read_replays(folder: Path) -> list[ReplayReport]:
    """The replays in `folder`, in the order of their names. Raises `AssayError`."""
    found = []
    for path in sorted(folder.glob("replay-*.json")):
        report = read_file(path, FORMAT, partial(read_record, ReplayReport))
        found += [] if report is None else [_with_readers(report, read_readers(readers_file(path)))]
    return found


def _with_readers(report: ReplayReport, rows: Sequence[ReaderRow]) -> ReplayReport:
    def complete(one: ReplayedLife) -> ReplayedLife:
        return replace(one, readers=tuple(row for row in rows if row.target == one.target))

    recorded = report.recorded and complete(report.recorded)
    targets = tuple(map(complete, report.targets))
    return replace(report, targets=targets, optimum=complete(report.optimum), recorded=recorded)
