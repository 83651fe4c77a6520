"""One number for each answer as bars: moves over all groups, or moves in a group that is already balanced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.reports.render.drawing import Frame, title_height
from kafka_assay.reports.render.palette import INK, look_of_target
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 5.4
ROW = 0.27


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsFigure:
    """Target -> number, in drawing order. `least` is the lower bound of all answers."""

    title: str
    unit: str
    totals: tuple[tuple[str, int], ...]
    least: int | None = None

    @property
    def alt(self) -> str:
        """The numbers in words."""
        return f"Bars: {self.unit}. " + "; ".join(f"{target} {total:,}" for target, total in self.totals) + "."

    @property
    def frame(self) -> Frame:
        """A line for each answer."""
        top = title_height(self.title, WIDTH) + 0.1
        return Frame(WIDTH, top + 0.62 + ROW * max(len(self.totals), 1), 1.75, 0.75, top, 0.62)

    def plot(self, ax: Axes) -> None:
        """A bar for each answer with its number at the end, and a line at the lower bound."""
        rows = range(len(self.totals))
        highest = max((total for _, total in self.totals), default=0) or 1
        for row, (target, total) in zip(rows, self.totals, strict=True):
            look = look_of_target(target)
            ax.barh(row, total, 0.7, color=look.colour, hatch=look.hatch, ec="white", lw=0.3)
            ax.text(total + 0.015 * highest, row, f"{total:,}", va="center", size=8.5)
        if self.least is not None:
            ax.axvline(self.least, color=INK, lw=0.8, ls=(0, (4, 3)))
        ax.set_yticks(rows, [shorten(target, 24) for target, _ in self.totals])
        for label in ax.get_yticklabels():
            label.set_color(INK)
        ax.set_ylim(len(self.totals) - 0.4, -0.6)
        ax.set_xlim(0, highest * 1.02)
        ax.locator_params(axis="x", integer=True, nbins=4)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.set_xlabel(self.unit + ("; dashed: the least possible" if self.least is not None else ""))
