"""Bars with numbers: moves of each answer, and the grades of all groups by assignor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kafka_assay.pipeline.audit.audit_row import Grade
from kafka_assay.reports.render.canvas import Box, Canvas, title_height
from kafka_assay.reports.render.palette import (
    BAD,
    GOOD,
    INK,
    MINOR,
    PAPER,
    QUIET,
    RULE,
    UNKNOWN,
    WARNING,
    look_of_target,
)
from kafka_assay.reports.wording.safe_names import shorten

WIDTH, LEFT, RIGHT = 389.0, 126.0, 48.0
ROW, BELOW, KEY = 20.0, 26.0, 14.0
"""The heights of a row, of the line with the unit, and of a row of the key, in points."""


class BarPart(NamedTuple):
    """A part of a bar: its number, its colour and its hatch."""

    value: int
    colour: str
    hatch: str


LOOKS = {
    Grade.OPTIMAL: (GOOD, ""),
    Grade.NEEDLESS_MOVES: (MINOR, "///"),
    Grade.LESS_EVEN: (WARNING, "\\\\\\"),
    Grade.INVALID: (BAD, "xxx"),
    Grade.NO_ANSWER: (INK, "+++"),
    Grade.UNKNOWN: (UNKNOWN, "---"),
    Grade.REBALANCING: (RULE, "///"),
    Grade.EMPTY: (RULE, ""),
    Grade.UNASKED: (RULE, "..."),
}
"""The colour and the hatch of each grade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarsFigure:
    """
    A bar for each target, of one or more parts. `key` names the parts. `least` is a lower bound of all bars.

    The number of a bar of one part stands at its end; those of several parts stand inside, where there is room.
    """

    title: str
    alt: str
    unit: str
    rows: tuple[tuple[str, tuple[BarPart, ...]], ...]
    key: tuple[tuple[str, str, str], ...] = ()
    least: int | None = None

    @property
    def size(self) -> tuple[float, float]:
        """A line for each target, and one for each pair of parts in the key."""
        top = 72 * title_height(self.title, WIDTH / 72)
        return WIDTH, top + ROW * len(self.rows) + BELOW + KEY * -(-len(self.key) // 2)

    def sketch(self, canvas: Canvas) -> None:
        """The bars, the lower bound, the unit and the key."""
        most = max((sum(part.value for part in parts) for _, parts in self.rows), default=0) or 1
        scale, below = (WIDTH - LEFT - RIGHT) / most, canvas.top + ROW * len(self.rows)
        if self.least is not None:
            at = LEFT + scale * self.least
            canvas.line(at, canvas.top, at, below, dashed=True)
        for row, (target, parts) in enumerate(self.rows):
            middle = canvas.top + ROW * (row + 0.5)
            canvas.text(LEFT - 5, middle, shorten(target, 24), anchor="end")
            self._sketch_bar(canvas, parts, middle, scale)
        canvas.line(LEFT, below, WIDTH - RIGHT, below, RULE)
        dashed = "; dashed: the least possible" if self.least is not None else ""
        canvas.text((LEFT + WIDTH - RIGHT) / 2, below + 10, self.unit + dashed, anchor="middle", colour=QUIET)
        for x, number in ((LEFT, 0), (WIDTH - RIGHT, most)) if self.key else ():
            canvas.text(x, below + 10, f"{number:,}", anchor="middle", colour=QUIET)
        for place, (word, colour, hatch) in enumerate(self.key):
            x, y = 30 + (WIDTH - 30) / 2 * (place % 2), below + BELOW + KEY * (place // 2)
            canvas.boxes([Box(x, y - 4, 14, 8)], colour, hatch)
            canvas.text(x + 19, y, word)

    def _sketch_bar(self, canvas: Canvas, parts: Sequence[BarPart], middle: float, scale: float) -> None:
        left = LEFT
        for value, colour, hatch in parts:
            width = scale * value
            canvas.boxes([Box(left, middle - 7, width, 14)], colour, hatch, edge=0.4)
            if not self.key:
                canvas.text(left + width + 4, middle, f"{value:,}", backed=PAPER)
            elif width >= 0.06 * (WIDTH - LEFT - RIGHT):
                canvas.text(
                    left + width / 2, middle, f"{value:,}", size=8, anchor="middle", colour="#111111", backed="#fefefe"
                )
            left += width


def totals_figure(title: str, unit: str, totals: Sequence[tuple[str, int]], least: int | None = None) -> BarsFigure:
    """A number for each target, in drawing order."""
    numbers = "; ".join(f"{target} {total:,}" for target, total in totals)
    looks = [(target, total, look_of_target(target)) for target, total in totals]
    rows = tuple((target, (BarPart(total, look.colour, look.hatch),)) for target, total, look in looks)
    return BarsFigure(title=title, alt=f"Bars: {unit}. {numbers}.", unit=unit, rows=rows, least=least)


def shares_figure(title: str, grades: Sequence[tuple[str, Mapping[Grade, int]]]) -> BarsFigure:
    """For each target, the number of groups with each grade. The first target is today."""
    met = [grade for grade in Grade if any(counts.get(grade) for _, counts in grades)]
    told = [
        f"{target}: " + ", ".join(f"{counts[grade]:,} {grade}" for grade in met if counts.get(grade))
        for target, counts in grades
    ]
    return BarsFigure(
        title=title,
        alt="Stacked bars: groups by grade. " + "; ".join(told) + ".",
        unit="groups",
        rows=tuple(
            (target, tuple(BarPart(counts.get(grade, 0), *LOOKS[grade]) for grade in met)) for target, counts in grades
        ),
        key=tuple((grade.value, *LOOKS[grade]) for grade in met),
    )
