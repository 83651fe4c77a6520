"""Bars with numbers: the grades of all groups by assignor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kafka_assay.pipeline.audit.audit_row import Grade
from kafka_assay.reports.render.canvas import Box, Canvas, title_height
from kafka_assay.reports.render.palette import BAD, GOOD, INK, MINOR, QUIET, RULE, UNKNOWN, WARNING
from kafka_assay.reports.wording.safe_names import shorten

WIDTH, LEFT, RIGHT = 389.0, 126.0, 48.0
ROW, BELOW, KEY = 20.0, 26.0, 14.0
"""The heights of a row, of the line with the unit, and of a row of the key, in points."""


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


@dataclass(frozen=True, slots=True)
class GradesFigure:
    """For each target, the number of groups with each grade, as the parts of a bar. The first target is today."""

    title: str
    grades: Sequence[tuple[str, Mapping[Grade, int]]]

    @property
    def alt(self) -> str:
        """The counts in words."""
        told = [
            f"{target}: " + ", ".join(f"{counts[grade]:,} {grade}" for grade in self._met if counts.get(grade))
            for target, counts in self.grades
        ]
        return "Stacked bars: groups by grade. " + "; ".join(told) + "."

    @property
    def _met(self) -> list[Grade]:
        return [grade for grade in Grade if any(counts.get(grade) for _, counts in self.grades)]

    @property
    def size(self) -> tuple[float, float]:
        """A line for each target, and one for each pair of grades in the key."""
        top = 72 * title_height(self.title, WIDTH / 72)
        return WIDTH, top + ROW * len(self.grades) + BELOW + KEY * -(-len(self._met) // 2)

    def sketch(self, canvas: Canvas) -> None:
        """The bars with their numbers where there is room, the scale and the key."""
        most = max((sum(counts.values()) for _, counts in self.grades), default=0) or 1
        scale, below = (WIDTH - LEFT - RIGHT) / most, canvas.top + ROW * len(self.grades)
        for row, (target, counts) in enumerate(self.grades):
            middle, left = canvas.top + ROW * (row + 0.5), LEFT
            canvas.text(LEFT - 5, middle, shorten(target, 24), anchor="end")
            for grade in self._met:
                width = scale * counts.get(grade, 0)
                canvas.boxes([Box(left, middle - 7, width, 14)], *LOOKS[grade], edge=0.4)
                if width >= 0.06 * (WIDTH - LEFT - RIGHT):
                    inside, shown = left + width / 2, f"{counts[grade]:,}"
                    canvas.text(inside, middle, shown, size=8, anchor="middle", colour="#111111", backed="#fefefe")
                left += width
        canvas.line([(LEFT, below), (WIDTH - RIGHT, below)], RULE)
        for x, word in ((LEFT, "0"), ((LEFT + WIDTH - RIGHT) / 2, "groups"), (WIDTH - RIGHT, f"{most:,}")):
            canvas.text(x, below + 10, word, anchor="middle", colour=QUIET)
        for number, grade in enumerate(self._met):
            x, y = 30 + (WIDTH - 30) / 2 * (number % 2), below + BELOW + KEY * (number // 2)
            canvas.boxes([Box(x, y - 4, 14, 8)], *LOOKS[grade])
            canvas.text(x + 19, y, grade)
