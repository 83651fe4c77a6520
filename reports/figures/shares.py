"""The number of groups that each assignor would leave at the optimum, and the faults of the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.reports.render.drawing import Frame, title_height
from kafka_assay.reports.render.palette import BAD, GOOD, INK, MINOR, RULE, UNKNOWN, WARNING
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 5.4
ROW = 0.3

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SharesFigure:
    """Target -> the number of groups with each grade. The first target is today."""

    title: str
    grades: tuple[tuple[str, Mapping[Grade, int]], ...]

    @property
    def alt(self) -> str:
        """The counts in words."""
        parts = [
            f"{target}: " + ", ".join(f"{counts[grade]:,} {grade}" for grade in Grade if counts.get(grade))
            for target, counts in self.grades
        ]
        return "Stacked bars: groups by grade. " + "; ".join(parts) + "."

    @property
    def frame(self) -> Frame:
        """A line for each target, and one for each grade in the key."""
        top = title_height(self.title, WIDTH) + 0.1
        bottom = 0.6 + 0.19 * ((len(self._met()) + 1) // 2)
        return Frame(WIDTH, top + bottom + ROW * len(self.grades), 1.75, 0.25, top, bottom)

    def plot(self, ax: Axes) -> None:
        """Stacked bars, with the counts inside if there is room, and a key below."""
        from matplotlib.patches import Patch

        total = max((sum(counts.values()) for _, counts in self.grades), default=0) or 1
        for row, (_, counts) in enumerate(self.grades):
            left = 0
            for met in self._met():
                count = counts.get(met, 0)
                colour, hatch = LOOKS[met]
                ax.barh(row, count, 0.74, left, color=colour, hatch=hatch, ec="white", lw=0.5)
                if count >= 0.06 * total:
                    backed = {"facecolor": "#fefefe", "edgecolor": "none", "pad": 0.8}
                    at = left + count / 2, row
                    ax.text(*at, f"{count:,}", ha="center", va="center", size=8, color="#111111", bbox=backed)
                left += count
        ax.set_yticks(range(len(self.grades)), [shorten(target, 24) for target, _ in self.grades])
        for label in ax.get_yticklabels():
            label.set_color(INK)
        ax.set_ylim(len(self.grades) - 0.4, -0.6)
        ax.set_xlim(0, total)
        ax.locator_params(axis="x", integer=True, nbins=4)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.set_xlabel("groups")
        key = [Patch(facecolor=LOOKS[met][0], hatch=LOOKS[met][1], ec="white", label=met.value) for met in self._met()]
        below = -0.5 / (ROW * max(len(self.grades), 1))
        ax.legend(handles=key, loc="upper left", bbox_to_anchor=(-0.5, below), ncols=2, frameon=False, fontsize=8.5,
                  columnspacing=1.2, handlelength=1.6)  # fmt: skip

    def _met(self) -> list[Grade]:
        return [grade for grade in Grade if any(counts.get(grade) for _, counts in self.grades)]
