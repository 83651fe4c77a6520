"""The record of the oracle's grid in tables that fit a page: the goals met, and the times by size and by kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from studies.measurements.table_record import Row
from studies.oracle.grid_goal import LARGE
from studies.oracle.grid_table import milliseconds, summary
from studies.output import table_head, table_row

ORACLE, FRANZ, UNIFORM = "oracle, ms", "oracle / franz-go", "oracle / Uniform"


def goal_lines(rows: Sequence[Row]) -> list[str]:
    """The number of points that meet the goal, by subscriptions and event."""
    return summary({**row, "outcome": row["goal"].partition(":")[0]} for row in rows).splitlines()


def size_lines(rows: Sequence[Row]) -> list[str]:
    """A row for each number of partitions."""
    return _summary_lines("partitions", rows, lambda row: f"{int(row['partitions']):,}")


def kind_lines(rows: Sequence[Row]) -> list[str]:
    """A row for each kind of subscription, over the points of at least `LARGE` partitions."""
    large = [row for row in rows if int(row["partitions"]) >= LARGE]
    return _summary_lines(f"from {LARGE:,} partitions on", large, lambda row: row["subscriptions"])


def _summary_lines(title: str, rows: Sequence[Row], part_of: Callable[[Row], str]) -> list[str]:
    parts: dict[str, list[Row]] = {}
    for row in rows:
        parts.setdefault(part_of(row), []).append(row)
    head = table_head(
        title, ">points", ">oracle, ms: median", ">most", *_rival_titles("franz-go"), *_rival_titles("Uniform")
    )
    return [head, *(_summary_row(part, mine) for part, mine in parts.items())]


def _rival_titles(name: str) -> tuple[str, str]:
    return f">{name} / oracle: median", ">least"


def _summary_row(part: str, rows: Sequence[Row]) -> str:
    times = [float(row[ORACLE]) for row in rows]
    rivals = (cell for title in (FRANZ, UNIFORM) for cell in _rival_cells([row[title] for row in rows]))
    return table_row(part, len(rows), milliseconds(median(times)), milliseconds(max(times)), *rivals)


def _rival_cells(ratios: Sequence[str]) -> tuple[str, str]:
    """How many times as long the rival takes: the median and the least of the points where it answered."""
    factors = [1 / float(ratio) for ratio in ratios if ratio]
    return _two_figures(median(factors)), _two_figures(min(factors))


def _two_figures(factor: float) -> str:
    return f"x{float(f'{factor:.2g}'):,g}"
