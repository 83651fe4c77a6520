"""Quality of answers: a row for each target, a panel for each fault, a mark for each kind of group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.benchmarks.intervals import Estimate
from kafka_assay.benchmarks.quality_record import KINDS, Quality
from kafka_assay.reports.bench.quality_rows import is_reference, quality_figures, short_name
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import INK, QUIET, RULE, TargetLook

if TYPE_CHECKING:
    from matplotlib.axes import Axes


WIDTH = 7.8
LABELS = 2.3
"""The width for the targets' names, in inches."""
RIGHT = 0.15
ROW = 0.185
KEY = 0.3
"""The height under the rows for the axes' numbers, in inches."""

LOOKS = {"equal": TargetLook("#0072b2", "", "o"), "unequal": TargetLook("#d55e00", "", "D")}
OFFSETS = {"equal": -0.17, "unequal": 0.17}
_MARGIN = 0.02 - LABELS / (WIDTH - LABELS - RIGHT)
"""The start of text at the left, in widths of the axes."""


class QualityPanel(NamedTuple):
    """
    One kind of fault: its name, the figure, its multiplier, and the marks and the end of its axis.

    The axis is logarithmic from its second mark on, so that zero has a place.
    """

    title: str
    figure: str
    scale: float
    marks: tuple[float, ...]
    end: float


PANELS = (
    QualityPanel("without a\nvalid answer, %", "no_plan", 100, (0, 0.01, 0.1, 1, 10, 100), 110),
    QualityPanel("less balanced\nthan the optimum, %", "less_balanced", 100, (0, 0.01, 0.1, 1, 10, 100), 110),
    QualityPanel("moves wasted, mean of\nthe answers as balanced", "wasted", 1, (0, 0.001, 0.01, 0.1, 1, 10), 25),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityFigure:
    """The targets under the names of their rules."""

    rules: Mapping[str, Sequence[Quality]]

    @property
    def title(self) -> str:
        """The number of released assignors without any fault."""
        targets = [one for mine in self.rules.values() for one in mine if not is_reference(one.target)]
        flawless = sum(_is_flawless(one) for one in targets)
        groups = sorted({one.groups for one in targets} or {0})
        number = f"{groups[0]:,}" if len(groups) == 1 else f"{groups[0]:,} to {groups[-1]:,}"
        these = f"{flawless} of {len(targets)} released assignors"
        return f"{these} are optimal in balance and moves on all {number} groups"

    @property
    def alt(self) -> str:
        """What is drawn. The tables beside it have the figures."""
        rules = ", ".join(f"{len(mine)} {rule.lower()}" for rule, mine in self.rules.items())
        panels = "; ".join(panel.title.replace("\n", " ") for panel in PANELS)
        return f"Dots with 95 % intervals for assignors by rule ({rules}), equal and unequal subscriptions: {panels}."

    @property
    def frame(self) -> Frame:
        """A line for each target and for each rule's name."""
        top = title_height(self.title, WIDTH) + 0.4
        return Frame(WIDTH, top + ROW * self._lines() + KEY, LABELS, RIGHT, top, KEY)

    def plot(self, ax: Axes) -> None:
        """Panels side by side that share the rows."""
        ax.set_axis_off()
        ax.set_xlim(0, 1)
        ax.set_ylim(self._lines() - 0.5, -0.5)
        for row, text in self._headings():
            ax.text(_MARGIN, row, text, va="center", size=8.5, weight="bold")
        for row, one in self._rows():
            ax.text(-0.015, row, short_name(one.target), va="center", ha="right", size=7.5, color=INK)
        width = 1 / len(PANELS)
        for place, panel in enumerate(PANELS):
            self._plot_panel(ax.inset_axes((place * width + 0.01, 0, width - 0.035, 1)), panel)
        self._plot_key(ax)

    def _plot_panel(self, inner: Axes, panel: QualityPanel) -> None:
        for row, one in self._rows():
            inner.axhline(row, lw=0.4, color=RULE, zorder=0)
            for kind in KINDS:
                found: Estimate | None = getattr(quality_figures(one.tallies[kind]), panel.figure)
                if found is None:
                    continue
                value, low, high = (panel.scale * part for part in found)
                look = LOOKS[kind]
                at = row + OFFSETS[kind]
                inner.plot([max(low, 0), high], [at, at], "-", lw=1.6, color=look.colour, alpha=0.55)
                inner.plot([value], [at], look.marker, ms=3.4, color=look.colour, mec="white", mew=0.3, clip_on=False)
        inner.set_xscale("symlog", linthresh=panel.marks[1], linscale=0.6)
        inner.set_xlim(0, panel.end)
        inner.set_xticks(panel.marks, [f"{mark:g}" for mark in panel.marks], size=7)
        inner.minorticks_off()
        inner.set_ylim(self._lines() - 0.5, -0.5)
        inner.set_yticks([])
        inner.spines["left"].set_color(RULE)
        inner.grid(visible=True, axis="x", lw=0.5, color=RULE)
        inner.set_title(panel.title, size=7.5, weight="normal", color=QUIET, pad=5)

    def _plot_key(self, ax: Axes) -> None:
        for row, (kind, look) in enumerate(LOOKS.items(), start=-2):
            ax.plot([_MARGIN + 0.01], [row], look.marker, ms=4.5, color=look.colour, mec="white", clip_on=False)
            ax.text(_MARGIN + 0.03, row, f"{kind} subscriptions", va="center", size=7.5, color=INK)

    def _lines(self) -> int:
        return sum(len(mine) + 1 for mine in self.rules.values())

    def _headings(self) -> Iterator[tuple[int, str]]:
        row = 0
        for rule, mine in self.rules.items():
            yield row, rule
            row += len(mine) + 1

    def _rows(self) -> Iterator[tuple[int, Quality]]:
        row = 0
        for mine in self.rules.values():
            for place, one in enumerate(mine):
                yield row + place + 1, one
            row += len(mine) + 1


def _is_flawless(one: Quality) -> bool:
    tally = one.both
    return not (tally.unanswered or tally.not_valid or tally.uneven or tally.wasteful)
