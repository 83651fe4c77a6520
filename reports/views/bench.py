"""The view of a benchmark: medians side by side, how times grow, and the details of each target."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.benchmarks.bench.bench_record import FORMAT, INTERRUPTED, BenchRecord, TimedPoint, is_refused
from kafka_assay.benchmarks.workload import Distribution
from kafka_assay.properties.records.typed_record import read_file, read_record
from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.blocks import (
    Block,
    Chapter,
    Code,
    Column,
    Fold,
    Line,
    Picture,
    Pictures,
    Section,
    Strong,
    Table,
    Tone,
    Value,
    table_of,
    text_cell,
)
from kafka_assay.reports.render.markdown import blocks_text
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import milliseconds_text, quantity

PLACE = 21
RECORD = "bench.json"
MOST_SIZES = 4
"""The most sizes in one figure, the largest ones. The table under it has all."""
LONGEST_NAME = 26
TELLING_RATIO = 2
"""From this ratio on, the title says how many times longer a client takes."""
SIDE_BY_SIDE = 6
"""The most targets in one table: a wider one would not fit a page."""
FEW = 4
"""The details of up to this many targets are shown at once."""
EXPONENT = "the power of the number of partitions with which the time grows; 1: twice the partitions, twice the time"

_WORKLOAD = Column("partitions x members x topics", "the workload")
_DETAILS = (
    _WORKLOAD,
    Column("ms", "median milliseconds of one call", numeric=True),
    Column(
        "quartiles",
        "a quarter of the calls was faster than the first number, a quarter slower than the second",
        numeric=True,
    ),
    Column("calls", "how many calls were timed", numeric=True),
    Column("outliers", "calls that are more than 1.5 interquartile ranges away from the quartiles", numeric=True),
    Column("balance gap", "sum of squared loads above that of the optimum", numeric=True),
    Column(
        "needless moves",
        "moves above the fewest for the best balance; a dash if the balance is not the best",
        numeric=True,
    ),
    Column("rounds", "rounds until a cooperative assignor settles; 1 for others", numeric=True),
    Column("peak MiB", "peak memory of a process that answers once", numeric=True),
    Column("at rest", "its peak memory before the question, in MiB", numeric=True),
)
_MEMORY = 2
"""So many of the last details are about memory."""


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The benchmark record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(BenchRecord, document))
    if record is None:
        return None
    pictures = pictures_of(record)
    tables = _tables(record)
    details = (Fold(("Details of ", Code(name)), (detail_table(record, name),)) for name in targets_of(record))
    section = Section(
        anchor="time",
        title="Time by group size",
        blocks=(Pictures(pictures), *tables, *details, *_notes(record)),
        in_brief=(Pictures(pictures), *tables),
    )
    return Chapter(title="Benchmark", answers=_answers(record, pictures), sections=(section,))


def bench_blocks(record: BenchRecord) -> list[Block]:
    """The record for a terminal. Only few targets have details."""
    names = targets_of(record)
    details = [detail_table(record, name) for name in names] if len(names) <= FEW else []
    return [*_tables(record), *details, *_notes(record)]


def bench_text(record: BenchRecord) -> str:
    """The same as Markdown, in which a table has no caption of its own."""
    return "\n\n".join(
        blocks_text([block.caption, block] if isinstance(block, Table) else [block]) for block in bench_blocks(record)
    )


def _tables(record: BenchRecord) -> list[Table]:
    growth = growth_table(record)
    return [*median_tables(record), *([growth] if growth else [])]


def _notes(record: BenchRecord) -> list[Block]:
    """What was timed, where, and how to repeat it."""
    what = ("The time is that of ", Code("assign"), " alone, without the transport to a hosted assignor. ")
    notes: list[Block] = [(*what, f"{record.machine}; seed {record.seed}; ", Code(record.command), ".")]
    if record.interrupted:
        notes.append("Interrupted: cells with a dash were not timed.")
    return notes


def _answers(record: BenchRecord, pictures: tuple[Picture, ...]) -> tuple[Line, ...]:
    wrong = sorted({point.target for point in record.points if point.broken})
    silent = sorted({point.target for point in record.points if point.error and not is_refused(point)})
    lines: list[Line] = [f"{picture.reading.partition(':')[0]}: {picture.drawing.title}." for picture in pictures]
    if wrong:
        lines.append((Strong("Wrong answers"), " in the timed calls of: ", ", ".join(wrong), "."))
    if silent:
        lines.append(("No answer for some sizes: ", ", ".join(silent), "."))
    return tuple(lines)


def pictures_of(record: BenchRecord) -> tuple[Picture, ...]:
    """A picture for each kind of group that was timed at several sizes; for all kinds if there is only one size."""
    kinds: dict[tuple[str, str], list[TimedPoint]] = {}
    ratio = Counter(point.partitions_to_member_ratio for point in record.points).most_common(1)[0][0]
    for point in record.points:
        if point.partitions_to_member_ratio == ratio and point.topic_sizes != Distribution.SKEWED and not point.racks:
            kinds.setdefault((point.subscription_type, point.event), []).append(point)
    growing = {kind: points for kind, points in kinds.items() if len(set(map(_size, points))) > 1}
    return tuple(_picture(record, kind, points) for kind, points in (growing or kinds).items())


def _picture(record: BenchRecord, kind: tuple[str, str], points: Sequence[TimedPoint]) -> Picture:
    """The times of all targets, with their quartiles, at the largest sizes."""
    subscriptions, event = kind
    found = {(_size(point), point.target): point for point in points}
    sizes = sorted({_size(point) for point in points})
    drawn, marks = sizes[-MOST_SIZES:], _marks([point.seconds for point in points if point.seconds])
    largest = {name: point.seconds for (size, name), point in found.items() if size == sizes[-1]}
    partitions, members, topics = sizes[-1]
    times = "; ".join(f"{name}: {milliseconds_text(seconds)} ms" for name, seconds in largest.items())
    drawing = DotsFigure(
        title=f"{partitions:,} partitions, {members:,} members, {topics:,} topics: {comparison_of(largest)}",
        alt=f"Dots: milliseconds of one call by group size, event {event}. Largest: {times}.",
        panels=tuple(DotPanel(f"{p:,} x {m:,} x {t:,}\nms of one call", marks) for p, m, t in drawn),
        rows=[
            DotRow(label_of(name), tuple((_dot(found.get((size, name))),) for size in drawn))
            for name in targets_of(record)
        ],
    )
    left_out = len(sizes) - len(drawn)
    return Picture(
        name=f"time-{subscriptions.lower()}-{event.lower().replace('_', '-')}",
        drawing=drawing,
        reading=f"{event}, {subscriptions}: median and quartiles, by partitions x members x topics."
        + (f" {quantity(left_out, 'smaller size')} only in the table." if left_out else ""),
    )


def _marks(seconds: Sequence[float]) -> tuple[float, ...]:
    """Zero, and a few powers of ten from the least to the most milliseconds."""
    if not seconds:
        return ()
    low, high = (math.floor(math.log10(1000 * one)) for one in (min(seconds), max(seconds)))
    return 0, *(10.0**power for power in range(low, high + 2, 1 + (high + 1 - low) // 4))


def _dot(point: TimedPoint | None) -> Dot | None:
    if point is None or point.seconds is None:
        return None
    ends = point.lower_quartile or point.seconds, point.upper_quartile or point.seconds
    return Dot(*(1000 * one for one in (point.seconds, *ends)))


def label_of(target: str) -> str:
    """
    A target's name, short enough for a picture: of a long one, implementation, assignor and release.

    >>> label_of("kafka-python:sticky"), label_of("go:github.com/twmb/franz-go@v1.22.2:sticky")
    ('kafka-python:sticky', 'franz-go sticky v1.22.2')
    """
    name = parse_target(target) if len(target) > LONGEST_NAME else None
    return shorten(target if name is None or not name.is_released else f"{name.label} {name.release}", LONGEST_NAME)


def comparison_of(timed: Mapping[str, float | None]) -> str:
    """The reference and the real client of the same rule with the largest difference; if there is none, the fastest."""
    pairs = [
        (client / own, rule, own, name)
        for name, client in timed.items()
        if (rule := name.rpartition(":")[2]) != name and client and (own := timed.get(rule))
    ]
    if not pairs:
        best = min(((seconds, name) for name, seconds in timed.items() if seconds), default=None)
        return f"{best[1]} takes {milliseconds_text(best[0])} ms" if best else "no answers"
    ratio, rule, own, name = max(pairs)
    much = f"{ratio:,.0f} times as long" if ratio >= TELLING_RATIO else f"{milliseconds_text(timed[name])} ms"
    return f"{rule} takes {milliseconds_text(own)} ms, {label_of(name)} takes {much}"


def _size(point: TimedPoint) -> tuple[int, int, int]:
    return point.partitions, point.member_count, point.topic_count


def targets_of(record: BenchRecord) -> list[str]:
    """The targets of a record, in the order asked."""
    return list(dict.fromkeys(point.target for point in record.points))


def median_tables(record: BenchRecord) -> list[Table]:
    """A row for each workload, a column for each target, with median milliseconds; a few targets a table."""
    cells = {(point.workload, point.target): _median(point) for point in record.points}
    workloads, names = list(dict.fromkeys(point.workload for point in record.points)), targets_of(record)
    caption = "Median milliseconds of one call"
    return [
        _pivot(caption, _WORKLOAD, workloads, names[first : first + SIDE_BY_SIDE], caption.lower(), cells)
        for first in range(0, len(names), SIDE_BY_SIDE)
    ]


def growth_table(record: BenchRecord) -> Table | None:
    """How the time of each target grows with the group; None if there are fewer than three sizes."""
    if not record.growth:
        return None
    cells = {
        (one.target, f"{one.event}, {one.subscription_type}"): text_cell(
            f"{one.exponent:.2f} ({one.low:.2f} to {one.high:.2f})", one.exponent
        )
        for one in record.growth
    }
    targets, kinds = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    sizes = record.growth[0].partitions
    caption = f"Exponent of the time, with its 95 % interval, from {sizes[0]:,} to {sizes[-1]:,} partitions"
    return _pivot(caption, Column("target", "the assignor that was timed"), targets, kinds, EXPONENT, cells)


def _pivot(
    caption: str,
    first: Column,
    rows: Sequence[str],
    columns: Sequence[str],
    meaning: str,
    cells: Mapping[tuple[str, str], Value],
) -> Table:
    """A table of numbers by row and column."""
    titles = (first, *(Column(title, meaning, numeric=True) for title in columns))
    lines = ((Code(row), *(cells.get((row, column)) for column in columns)) for row in rows)
    return table_of(caption, titles, lines, sortable=True)


def detail_table(record: BenchRecord, target: str) -> Table:
    """The details of one target, a row for each workload."""
    points = [point for point in record.points if point.target == target]
    shown = len(_DETAILS) - _MEMORY * all(point.memory_mib is None for point in points)
    return table_of(target, _DETAILS[:shown], (_detail_row(point)[:shown] for point in points), sortable=True)


def _median(point: TimedPoint) -> Value:
    text, key = milliseconds_text(point.seconds), "" if point.seconds is None else point.seconds
    if point.broken:
        return text_cell(f"{text} (wrong: {', '.join(point.broken)})", key, Tone.BAD)
    if point.error and point.error != INTERRUPTED:
        return text_cell("not expressible", "") if is_refused(point) else text_cell("no answer", "", Tone.BAD)
    return text_cell(text, key)


def _detail_row(point: TimedPoint) -> tuple[Value, ...]:
    lower, upper = point.lower_quartile, point.upper_quartile
    spread = None
    if lower is not None and upper is not None:
        spread = text_cell(f"{milliseconds_text(lower)} to {milliseconds_text(upper)}", lower)
    calls = (point.rounds, point.outliers) if point.rounds else (None, None)
    quality = point.balance_gap, point.needless_moves, point.settling_rounds
    memory = point.memory_mib, point.memory_at_rest_mib
    return Code(point.workload), _median(point), spread, *calls, *quality, *memory
