"""A benchmark record as text: one row for each workload, one column for each contestant, in milliseconds."""

from __future__ import annotations

from kafka_assay.benchmarks.bench_record import INTERRUPTED, BenchRecord, TimedPoint


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


def timing_rows(record: BenchRecord) -> list[list[str]]:
    """A header row, then one row for each workload: its name, and each contestant's median milliseconds."""
    targets = contestants_of(record)
    cells = {(point.workload, point.target): _cell_text(point) for point in record.points}
    workloads = list(dict.fromkeys(point.workload for point in record.points))
    return [
        ["partitions x members x topics", *targets],
        *([workload, *(cells.get((workload, target), "-") for target in targets)] for workload in workloads),
    ]


def timing_table(record: BenchRecord) -> str:
    """The record as a Markdown table, with the machine and the command under it."""
    header, *rows = timing_rows(record)
    lines = [
        "| " + " | ".join(header) + " |",
        "|---|" + "---:|" * (len(header) - 1),
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
        f"Median milliseconds of `assign` alone. {record.machine}; seed {record.seed}; `{record.command}`.",
    ]
    if record.interrupted:
        lines += ["", "Interrupted: cells with a dash were not timed."]
    return "\n".join(lines)


def _cell_text(point: TimedPoint) -> str:
    if point.broken:
        return f"{milliseconds_text(point.seconds)} (wrong: {', '.join(point.broken)})"
    if point.error == INTERRUPTED:
        return "-"
    return milliseconds_text(point.seconds) if not point.error else "no answer"
