"""All groups of an audit, one row each, without their answers. There may be hundreds of thousands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.pipeline.audit.weight_column import WeightCell

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class GroupRow:
    """
    A group today. `name` is unique in the audit; `least` to `best_most` are loads.

    `best` are the assignors that reach the optimum, of the `asked` ones. `weighted` are today's figures in weights.
    Unknown values are None.
    """

    index: int
    name: str
    file: str
    line: int | None
    members: int
    partitions: int
    strategy: str | None
    state: str | None
    grade: Grade
    least: int | None
    most: int | None
    best_least: int | None
    best_most: int | None
    gap: int | None
    moves_needed: int | None
    best: tuple[str, ...]
    asked: int
    weighted: WeightCell | None = None

    @property
    def is_bad(self) -> bool:
        """Whether the group is invalid or less balanced than possible today."""
        return self.grade in {Grade.INVALID, Grade.LESS_EVEN}


_PLAIN = ("index", "group", "file", "line", "members", "partitions", "strategy", "state", "grade")
_OTHERS = (
    "loads",
    "optimal_loads",
    "sum_of_squares",
    "optimal_sum_of_squares",
    "optimal_moves",
    "best",
    "asked",
    "badness",
    "weighted",
)
GROUP_COLUMNS = (*_PLAIN, *_OTHERS)
"""The columns of today's rows that a group's row needs."""


def group_rows(today: pa.Table) -> tuple[GroupRow, ...]:
    """The groups of today's rows (with at least `GROUP_COLUMNS`), the worst first."""
    columns: dict[str, list[Any]] = {name: today[name].to_pylist() for name in _PLAIN}
    columns["grade"] = [Grade(name) for name in columns["grade"]]
    ends = (_ends(today["loads"].to_pylist()), _ends(today["optimal_loads"].to_pylist()))
    loads = [column for pair in ends for column in pair]
    gaps = [
        None if grade is Grade.INVALID or total is None or best is None else total - best
        for grade, total, best in zip(
            columns["grade"],
            today["sum_of_squares"].to_pylist(),
            today["optimal_sum_of_squares"].to_pylist(),
            strict=True,
        )
    ]
    best = [tuple(names or ()) for names in today["best"].to_pylist()]
    moves, asked = today["optimal_moves"].to_pylist(), today["asked"].to_pylist()
    weighed = [None if cell is None else WeightCell(**cell) for cell in today["weighted"].to_pylist()]
    rows = list(map(GroupRow, *columns.values(), *loads, gaps, moves, best, asked, weighed))
    keys = [
        (*(-part for part in badness), index)
        for badness, index in zip(today["badness"].to_pylist(), columns["index"], strict=True)
    ]
    worst_first = [rows[place] for place in sorted(range(len(rows)), key=keys.__getitem__)]
    return make_names_unique(worst_first)


def _ends(loads: list[list[int] | None]) -> tuple[list[int | None], list[int | None]]:
    """The first and the last of each list of loads."""
    return [one[0] if one else None for one in loads], [one[-1] if one else None for one in loads]


def make_names_unique(rows: list[GroupRow]) -> tuple[GroupRow, ...]:
    """The rows with unique names. If two have the same name, the place where each was read is added."""
    times = Counter(row.name for row in rows)
    return tuple(row if times[row.name] == 1 else replace(row, name=_name_with_place(row)) for row in rows)


def _name_with_place(row: GroupRow) -> str:
    return f"{row.name} ({row.file}{'' if row.line is None else f':{row.line}'})"
