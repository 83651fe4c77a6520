"""The chapter of a benchmark: time by size. Each timed answer was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from kafka_assay.benchmarks.bench.bench_record import FORMAT, BenchRecord, TimedPoint, is_refused
from kafka_assay.benchmarks.workload import Distribution
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.bench.timings import detail_table, growth_table, median_tables, targets_of
from kafka_assay.reports.figures.growth import GrowthFigure, TargetCurve
from kafka_assay.reports.render.blocks import (
    Chapter,
    Code,
    Fold,
    Line,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Strong,
)
from kafka_assay.reports.render.documents import read_file
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.words import quantity

PLACE = 20
RECORD = "bench.json"
MOST_CURVES = 12
"""The most lines in one figure. The table under it has all."""


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The benchmark record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(BenchRecord, document))
    if record is None:
        return None
    pictures = _pictures(record)
    growth = growth_table(record)
    tables = [*median_tables(record), *([growth] if growth else [])]
    where = f"{record.machine}, seed {record.seed}"
    section = Section(
        anchor="time",
        title=("Time by group size",),
        blocks=(
            Prose((f"Median time of one call, without the transport to a hosted assignor. {where}.",)),
            Pictures(pictures),
            *tables,
            *(_details(record, name) for name in targets_of(record)),
            Listing(record.command),
        ),
        in_brief=(Pictures(pictures), *tables),
    )
    return Chapter(title="Benchmark", answers=_answers(record, pictures), sections=(section,))


def _answers(record: BenchRecord, pictures: tuple[Picture, ...]) -> tuple[Line, ...]:
    wrong = sorted({point.target for point in record.points if point.broken})
    silent = sorted({point.target for point in record.points if point.error and not is_refused(point)})
    lines: list[Line] = [(f"{picture.reading.partition(':')[0]}: {picture.drawing.title}.",) for picture in pictures]
    if wrong:
        lines.append((Strong("Wrong answers"), " in the timed calls of: ", ", ".join(wrong), "."))
    if silent:
        lines.append(("No answer for some sizes: ", ", ".join(silent), "."))
    return tuple(lines)


def _pictures(record: BenchRecord) -> tuple[Picture, ...]:
    """A picture for each kind of group that was timed at several sizes; for all kinds if there is only one size."""
    kinds: dict[tuple[str, str], list[TimedPoint]] = {}
    ratio = Counter(point.partitions_to_member_ratio for point in record.points).most_common(1)[0][0]
    for point in record.points:
        if point.partitions_to_member_ratio == ratio and point.topic_sizes != Distribution.SKEWED and not point.racks:
            kinds.setdefault((point.subscription_type, point.event), []).append(point)
    growing = {kind: points for kind, points in kinds.items() if len(set(map(_size, points))) > 1}
    return tuple(_picture(record, kind, points) for kind, points in (growing or kinds).items())


def _picture(record: BenchRecord, kind: tuple[str, str], points: Sequence[TimedPoint]) -> Picture:
    subscriptions, event = kind
    found = {(_size(point), point.target): point.seconds for point in points}
    sizes = tuple(sorted({_size(point) for point in points}))
    curves = [
        TargetCurve(target=target, seconds=tuple(found.get((size, target)) for size in sizes))
        for target in targets_of(record)
    ]
    drawn = most_telling(curves)
    rest = len(curves) - len(drawn)
    return Picture(
        name=f"time-{subscriptions.lower()}-{event.lower().replace('_', '-')}",
        drawing=GrowthFigure(event=f"{event}, {subscriptions}", sizes=sizes, curves=tuple(drawn)),
        reading=f"{event}, {subscriptions}: lower is faster; dashed lines are real clients."
        + (f" {quantity(rest, 'more assignor')} only in the table." if rest else ""),
    )


def most_telling(curves: Sequence[TargetCurve]) -> list[TargetCurve]:
    """
    As many curves as can be told apart, in the given order.

    Real clients come first, then the references of their rules, then the slowest.
    """
    rules = {curve.target.rpartition(":")[2] for curve in curves if ":" in curve.target}
    paired = [curve for curve in curves if ":" in curve.target or curve.target in rules]
    others = [curve for curve in curves if curve not in paired]
    # A target without an answer at the largest size counts as the slowest.
    others.sort(key=lambda curve: float("inf") if curve.seconds[-1] is None else curve.seconds[-1], reverse=True)
    chosen = [*paired, *others][: max(MOST_CURVES, len(paired))]
    return [curve for curve in curves if curve in chosen]


def _size(point: TimedPoint) -> tuple[int, int, int]:
    return point.partitions, point.member_count, point.topic_count


def _details(record: BenchRecord, target: str) -> Fold:
    return Fold(summary=("Details of ", Code(target)), blocks=(detail_table(record, target),))
