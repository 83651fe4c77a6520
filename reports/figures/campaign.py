"""A campaign: a row for each target, a panel for each fault, a dot with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import INK, QUIET, RULE
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 7.8
LABELS = 2.6
RIGHT = 0.15
ROW = 0.185
KEY = 0.35
COLOUR = "#0072b2"
MARKS = (0, 0.001, 0.01, 0.1, 1, 10, 100)
"""The marks of an axis in percent. It is logarithmic from the second one on, so that zero has a place."""


class ShareDot(NamedTuple):
    """A share in percent with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignFigure:
    """The panels, and for each target a dot in each of them (None: nothing to take a share of)."""

    title: str
    panels: tuple[str, ...]
    rows: Sequence[tuple[str, tuple[ShareDot | None, ...]]]

    @property
    def alt(self) -> str:
        """What is drawn. The table beside it has the figures."""
        panels = "; ".join(self.panels).replace("\n", " ")
        return f"Dots with 95 % intervals for {len(self.rows)} targets: {panels}."

    @property
    def frame(self) -> Frame:
        """A line for each target."""
        top = title_height(self.title, WIDTH) + 0.4
        return Frame(WIDTH, top + ROW * max(1, len(self.rows)) + KEY, LABELS, RIGHT, top, KEY)

    def plot(self, ax: Axes) -> None:
        """Panels side by side that share the rows."""
        ax.set_axis_off()
        ax.set_xlim(0, 1)
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        for row, (target, _) in enumerate(self.rows):
            ax.text(-0.015, row, shorten(target, 34), va="center", ha="right", size=7, color=INK)
        width = 1 / len(self.panels)
        for place, title in enumerate(self.panels):
            inner = ax.inset_axes((place * width + 0.01, 0, width - 0.035, 1))
            self._plot_panel(inner, title, [dots[place] for _, dots in self.rows])

    def _plot_panel(self, inner: Axes, title: str, dots: Sequence[ShareDot | None]) -> None:
        for row, dot in enumerate(dots):
            inner.axhline(row, lw=0.4, color=RULE, zorder=0)
            if dot is not None:
                inner.plot([dot.low, dot.high], [row, row], "-", lw=1.6, color=COLOUR, alpha=0.55)
                inner.plot([dot.value], [row], "o", ms=3.4, color=COLOUR, mec="white", mew=0.3, clip_on=False)
        inner.set_xscale("symlog", linthresh=MARKS[1], linscale=0.6)
        inner.set_xlim(0, 110)
        inner.set_xticks(MARKS[::2], [f"{mark:g}" for mark in MARKS[::2]], size=7)
        inner.minorticks_off()
        inner.set_ylim(len(dots) - 0.5, -0.5)
        inner.set_yticks([])
        inner.spines["left"].set_color(RULE)
        inner.grid(visible=True, axis="x", lw=0.5, color=RULE)
        inner.set_title(title, size=7.5, weight="normal", color=QUIET, pad=5)
