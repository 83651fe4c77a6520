"""A benchmark record as tables of text: medians side by side, how times grow, and the details of each contestant."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.benchmarks.bench.bench_record import INTERRUPTED, BenchRecord, Growth, TimedPoint, is_refused

SIDE_BY_SIDE = 6
"""The most contestants in one table: a wider one would not fit a page."""

FEW = 4
"""The details of up to this many contestants are shown at once."""

DETAILS = {
    "partitions x members x topics": "the workload",
    "ms": "median milliseconds of one call",
    "quartiles": "a quarter of the calls was faster than the first number, a quarter slower than the second",
    "calls": "how many calls were timed",
    "outliers": "calls that are more than 1.5 interquartile ranges away from the quartiles",
    "balance gap": "sum of squared loads above that of the optimum",
    "needless moves": "moves above the fewest for the best balance; a dash if the balance is not the best",
    "rounds": "rounds until a cooperative assignor settles; 1 for others",
    "peak MiB": "peak memory of a process that answers once",
    "at rest": "its peak memory before the question, in MiB",
}
"""The columns of a contestant's details, and what they mean."""


class TextTable(NamedTuple):
    """A table of text: its caption, the titles of its columns, and its rows."""

    caption: str
    header: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        """The table in Markdown, the caption above it."""
        lines = [
            self.caption,
            "",
            "| " + " | ".join(self.header) + " |",
            "|---|" + "---:|" * (len(self.header) - 1),
            *("| " + " | ".join(row) + " |" for row in self.rows),
        ]
        return "\n".join(lines)


def milliseconds_text(seconds: float | None) -> str:
    """
    `seconds` as milliseconds with three figures; a dash for None.

    >>> milliseconds_text(0.0123456), milliseconds_text(14.2), milliseconds_text(None)
    ('12.3', '14200', '-')
    """
    if seconds is None:
        return "-"
    value = seconds * 1000
    digits = max(0, 2 - len(str(int(value))) + 1) if value >= 1 else 3
    return f"{value:.{digits}f}" if value < 1000 else f"{value:.0f}"


def contestants_of(record: BenchRecord) -> list[str]:
    """The targets of a record, in the order asked."""
    return list(dict.fromkeys(point.target for point in record.points))


def median_tables(record: BenchRecord) -> list[TextTable]:
    """A row for each workload, a column for each contestant, with median milliseconds; a few contestants a table."""
    cells = {(point.workload, point.target): _median_text(point) for point in record.points}
    workloads = list(dict.fromkeys(point.workload for point in record.points))
    names = contestants_of(record)
    return [
        TextTable(
            "Median milliseconds of one call",
            ["partitions x members x topics", *names[first : first + SIDE_BY_SIDE]],
            [
                [workload, *(cells.get((workload, name), "-") for name in names[first : first + SIDE_BY_SIDE])]
                for workload in workloads
            ],
        )
        for first in range(0, len(names), SIDE_BY_SIDE)
    ]


def growth_table(record: BenchRecord) -> TextTable | None:
    """How the time of each contestant grows with the group; None if there are fewer than three sizes."""
    kinds = list(dict.fromkeys(_kind(one) for one in record.growth))
    found = {(one.target, _kind(one)): _exponent_text(one) for one in record.growth}
    if not kinds:
        return None
    sizes = record.growth[0].partitions
    return TextTable(
        f"Exponent of the time, with its 95 % interval, from {sizes[0]:,} to {sizes[-1]:,} partitions",
        ["contestant", *kinds],
        [
            [target, *(found.get((target, kind), "-") for kind in kinds)]
            for target in dict.fromkeys(one.target for one in record.growth)
        ],
    )


def detail_table(record: BenchRecord, target: str) -> TextTable:
    """The details of one contestant, a row for each workload."""
    points = [point for point in record.points if point.target == target]
    shown = list(DETAILS) if any(point.memory_mib is not None for point in points) else list(DETAILS)[:-2]
    return TextTable(target, shown, [_detail_row(point)[: len(shown)] for point in points])


def timing_text(record: BenchRecord) -> str:
    """The record as Markdown tables, with the machine and the command under them."""
    names = contestants_of(record)
    tables = [*median_tables(record), *([growth] if (growth := growth_table(record)) else [])]
    tables += [detail_table(record, name) for name in names] if len(names) <= FEW else []
    parts = [table.markdown() for table in tables]
    parts += [f"The time is that of `assign` alone. {record.machine}; seed {record.seed}; `{record.command}`."]
    if record.interrupted:
        parts.append("Interrupted: cells with a dash were not timed.")
    return "\n\n".join(parts)


def _kind(growth: Growth) -> str:
    return f"{growth.event}, {growth.subscription_type}"


def _exponent_text(growth: Growth) -> str:
    return f"{growth.exponent:.2f} ({growth.low:.2f} to {growth.high:.2f})"


def _median_text(point: TimedPoint) -> str:
    if point.broken:
        return f"{milliseconds_text(point.seconds)} (wrong: {', '.join(point.broken)})"
    if point.error == INTERRUPTED:
        return "-"
    if point.error:
        return "not expressible" if is_refused(point) else "no answer"
    return milliseconds_text(point.seconds)


def _detail_row(point: TimedPoint) -> list[str]:
    gap = _difference(point.sum_of_squares, point.optimal_sum_of_squares)
    needless = _difference(point.moves, point.optimal_moves) if gap == "0" else "-"
    quartiles = (point.lower_quartile, point.upper_quartile)
    spread = "-" if None in quartiles else " to ".join(map(milliseconds_text, quartiles))
    memory = ("-" if one is None else f"{one:.0f}" for one in (point.memory_mib, point.memory_at_rest_mib))
    rounds = "-" if point.settling_rounds is None else str(point.settling_rounds)
    calls = (str(point.rounds), str(point.outliers)) if point.rounds else ("-", "-")
    return [point.workload, _median_text(point), spread, *calls, gap, needless, rounds, *memory]


def _difference(value: int | None, best: int | None) -> str:
    return "-" if value is None or best is None else f"{value - best:,}"
