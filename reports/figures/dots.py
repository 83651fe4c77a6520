"""A dot plot: a row for each target, a panel for each figure, a dot with its interval."""

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
LABELS, RIGHT = 2.5, 0.2
ROW, KEY, HEAD = 0.2, 0.4, 0.45
LOOKS = (("#0072b2", "o"), ("#d55e00", "D"))
"""The colour and the marker of each series."""
SHARES = (0, 0.001, 0.01, 0.1, 1, 10, 100)
"""The marks of an axis of shares in percent."""
_MARGIN = 0.02 - LABELS / (WIDTH - LABELS - RIGHT)
"""The start of text at the left, in widths of the axes."""


class Dot(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


class DotPanel(NamedTuple):
    """A panel: its title and marks. With marks it is logarithmic from the second on (zero has a place), else linear."""

    title: str
    marks: tuple[float, ...] = ()


class DotRow(NamedTuple):
    """The dots of a target, by panel and then by series (None: no number). A row without panels is a heading."""

    label: str
    dots: tuple[tuple[Dot | None, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DotsFigure:
    """Panels side by side that share the rows. `series` names the dots of a cell if there are several."""

    title: str
    alt: str
    panels: tuple[DotPanel, ...]
    rows: Sequence[DotRow]
    series: tuple[str, ...] = ()

    @property
    def frame(self) -> Frame:
        """A line for each row."""
        top = title_height(self.title, WIDTH) + HEAD
        return Frame(WIDTH, top + ROW * max(1, len(self.rows)) + KEY, LABELS, RIGHT, top, KEY)

    def plot(self, ax: Axes) -> None:
        """The labels at the left, the panels, and the names of the series above the labels."""
        ax.set_axis_off()
        ax.set_xlim(0, 1)
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        for row, (label, dots) in enumerate(self.rows):
            if dots:
                ax.text(-0.015, row, shorten(label, 34), va="center", ha="right", size=7.5, color=INK)
            else:
                ax.text(_MARGIN, row, label, va="center", size=8.5, weight="bold")
        for row, (name, (colour, marker)) in enumerate(zip(self.series, LOOKS, strict=False), start=-2):
            ax.plot([_MARGIN + 0.01], [row], marker, ms=4.5, color=colour, mec="white", clip_on=False)
            ax.text(_MARGIN + 0.03, row, name, va="center", size=7.5, color=INK)
        width = 1 / len(self.panels)
        for place, panel in enumerate(self.panels):
            inner = ax.inset_axes((place * width + 0.01, 0, width - 0.04, 1))
            cells = [(row, one.dots[place]) for row, one in enumerate(self.rows) if one.dots]
            self._plot_panel(inner, panel, cells)

    def _plot_panel(self, inner: Axes, panel: DotPanel, cells: Sequence[tuple[int, tuple[Dot | None, ...]]]) -> None:
        across = inner.get_yaxis_transform()
        inner.hlines([row for row, _ in cells], 0, 1, transform=across, lw=0.4, color=RULE, zorder=0)
        several = max(len(self.series), 1)
        for number in range(several):
            colour, marker = LOOKS[number]
            shift = 0.34 * (number - (several - 1) / 2)
            found = [(row + shift, dot) for row, dots in cells if (dot := dots[number]) is not None]
            lows, highs = [max(dot.low, 0) for _, dot in found], [dot.high for _, dot in found]
            heights = [height for height, _ in found]
            inner.hlines(heights, lows, highs, lw=1.8, color=colour, alpha=0.55)
            values = [dot.value for _, dot in found]
            inner.plot(values, heights, marker, ms=3.6, color=colour, mec="white", mew=0.3, clip_on=False)
        if panel.marks:
            inner.set_xscale("symlog", linthresh=panel.marks[1], linscale=0.6)
            most = max((dot.value for _, dots in cells for dot in dots if dot), default=0.0)
            inner.set_xlim(0, max(1.1 * panel.marks[-1], 1.05 * most))
            shown = panel.marks[:: 1 + len(panel.marks) // 7]
            inner.set_xticks(shown, [f"{mark:g}" for mark in shown], size=7)
            inner.minorticks_off()
        else:
            inner.set_xlim(left=0)
            inner.locator_params(axis="x", nbins=3)
            inner.xaxis.set_major_formatter("{x:,.0f}")
            inner.tick_params(axis="x", labelsize=7.5)
        inner.set_ylim(len(self.rows) - 0.5, -0.5)
        inner.set_yticks([])
        inner.spines["left"].set_color(RULE)
        inner.grid(visible=True, axis="x", lw=0.5, color=RULE)
        inner.set_title(panel.title, size=7.5, weight="normal", color=QUIET, pad=5, loc="left")
