"""Drawn months: a row for each target, a panel for each figure, a dot with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.reports.months.summary import MonthMean
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import INK, QUIET, RULE
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 7.8
LABELS, RIGHT = 2.4, 0.2
ROW, KEY, HEAD = 0.24, 0.4, 0.45
COLOUR = "#0072b2"


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthsFigure:
    """For each target a mean in each of the `panels` (None: no month with an outcome). All axes begin at 0."""

    title: str
    panels: tuple[str, ...]
    rows: Sequence[tuple[str, tuple[MonthMean | None, ...]]]

    @property
    def alt(self) -> str:
        """The means themselves."""
        told = "; ".join(
            f"{shorten(target, 60)} {' / '.join('none' if one is None else f'{one.mean:,.0f}' for one in means)}"
            for target, means in self.rows
        )
        return f"Means with 95 % intervals of {', '.join(self.panels)}: {told}.".replace("\n", " ")

    @property
    def frame(self) -> Frame:
        """A line for each target."""
        top = title_height(self.title, WIDTH) + HEAD
        return Frame(WIDTH, top + ROW * max(1, len(self.rows)) + KEY, LABELS, RIGHT, top, KEY)

    def plot(self, ax: Axes) -> None:
        """Panels side by side that share the rows."""
        ax.set_axis_off()
        ax.set_xlim(0, 1)
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        for row, (target, _) in enumerate(self.rows):
            ax.text(-0.015, row, shorten(target, 34), va="center", ha="right", size=8, color=INK)
        width = 1 / len(self.panels)
        for place, title in enumerate(self.panels):
            inner = ax.inset_axes((place * width + 0.01, 0, width - 0.05, 1))
            self._plot_panel(inner, title, [means[place] for _, means in self.rows])

    def _plot_panel(self, inner: Axes, title: str, means: Sequence[MonthMean | None]) -> None:
        for row, one in enumerate(means):
            inner.axhline(row, lw=0.4, color=RULE, zorder=0)
            if one is not None:
                low, high = (one.mean if end is None else max(0.0, end) for end in (one.low, one.high))
                inner.plot([low, high], [row, row], "-", lw=2.0, color=COLOUR, alpha=0.55)
                inner.plot([one.mean], [row], "o", ms=4.2, color=COLOUR, mec="white", mew=0.3, clip_on=False)
        inner.set_xlim(left=0)
        inner.locator_params(axis="x", nbins=3)
        inner.xaxis.set_major_formatter("{x:,.0f}")
        inner.tick_params(axis="x", labelsize=7.5)
        inner.set_ylim(len(means) - 0.5, -0.5)
        inner.set_yticks([])
        inner.spines["left"].set_color(RULE)
        inner.grid(visible=True, axis="x", lw=0.5, color=RULE)
        inner.set_title(title, size=8, weight="normal", color=QUIET, pad=5, loc="left")
