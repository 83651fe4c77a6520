"""The figure of the state page: broken laws by severity, balance, and time, with a row for each released assignor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.reports.render.drawing import Frame, title_height
from kafka_assay.reports.render.palette import BAD, INK, QUIET, RULE, UNKNOWN
from kafka_assay.reports.wording.words import quantity
from studies.state.implementation_state import AssignorState, ImplementationState
from studies.state.severity import LAW_SEVERITIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, LABELS, RIGHT, ROW, BELOW = 7.8, 2.35, 0.2, 0.2, 0.3
KEPT = "#e3eef6"
_KINDS = {"equal": ("#0072b2", "o", -0.15), "unequal": ("#d55e00", "D", 0.15)}
"""Subscriptions -> colour, marker, and place within the row."""
_TIMES = (0.1, 1, 10, 100, 1_000)
_TIMED = 1
"""The place of the size that is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFigure:
    """The released assignors, grouped by implementation."""

    states: Sequence[ImplementationState]

    @property
    def title(self) -> str:
        """The number of assignors that break no law."""
        rows = self.rows
        flawless = sum(not one.alarms for _, one in rows)
        return f"{flawless} of {quantity(len(rows), 'released assignor')} break no law on the tested groups"

    @property
    def alt(self) -> str:
        """What is drawn."""
        return f"Broken laws by severity, balance and time. {self.title}."

    @property
    def rows(self) -> list[tuple[str, AssignorState]]:
        """The label of each row, and its assignor."""
        return [(f"{one.implementation} {a.name}", a) for one in self.states for a in one.assignors]

    @property
    def frame(self) -> Frame:
        """A line for each assignor."""
        top = title_height(self.title, WIDTH) + 0.95
        return Frame(WIDTH, top + ROW * len(self.rows) + BELOW, LABELS, RIGHT, top, BELOW)

    def plot(self, ax: Axes) -> None:
        """Draw three panels side by side that share the rows."""
        ax.set_axis_off()
        ax.set_xlim(0, 1)
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        for row, (label, _) in enumerate(self.rows):
            ax.text(-0.015, row, label, va="center", ha="right", size=7.5, color=INK)
        self._plot_laws(ax.inset_axes((0, 0, 0.37, 1)))
        self._plot_marks(ax.inset_axes((0.41, 0, 0.27, 1)), "less balanced than\nthe optimum, %", self._balance)
        self._plot_marks(ax.inset_axes((0.72, 0, 0.27, 1)), "ms for 10,000\npartitions", self._time)
        for row, (kind, (colour, marker, _)) in enumerate(_KINDS.items()):
            ax.plot([0.6], [-5 + row], marker, ms=4, color=colour, clip_on=False)
            ax.text(0.62, -5 + row, f"{kind} subscriptions", va="center", size=7, color=INK)

    def _plot_laws(self, inner: Axes) -> None:
        for row, (_, one) in enumerate(self.rows):
            for column, severity in enumerate(LAW_SEVERITIES):
                laws = [law for law in one.laws if law.severity == severity and law.is_fault]
                broken = sum(law.is_alarm for law in laws)
                is_open = any(law.verdict == "undecided" for law in laws)
                fill = BAD if broken else UNKNOWN if is_open else KEPT
                inner.bar([column], [0.84], width=0.9, bottom=row - 0.42, color=fill if laws else "#ffffff")
                text = str(broken) if broken else "?" if is_open else ""
                inner.text(column, row, text, ha="center", va="center", size=7, color="#ffffff", weight="bold")
        inner.set_xlim(-0.5, len(LAW_SEVERITIES) - 0.5)
        self._share_rows(inner)
        inner.set_xticks([])
        for column, severity in enumerate(LAW_SEVERITIES):
            words = severity.replace(" or ", " or\n").replace("partition ", "partition\n")
            inner.text(column - 0.25, -0.7, words, rotation=52, ha="left", va="bottom", size=6.5, color=QUIET)
        for side in ("left", "bottom"):
            inner.spines[side].set_visible(False)

    def _plot_marks(self, inner: Axes, title: str, draw_row: Callable[[Axes, int, AssignorState], None]) -> None:
        for row, (_, one) in enumerate(self.rows):
            inner.axhline(row, lw=0.4, color=RULE, zorder=0)
            draw_row(inner, row, one)
        self._share_rows(inner)
        inner.tick_params(axis="x", labelsize=7)
        inner.grid(visible=True, axis="x", lw=0.5, color=RULE)
        inner.set_title(title, size=7.5, weight="normal", color=QUIET, pad=4)

    def _balance(self, inner: Axes, row: int, one: AssignorState) -> None:
        for quality in one.quality:
            colour, marker, offset = _KINDS[quality.subscriptions]
            if quality.less_balanced is not None:
                share = 100 * quality.less_balanced.value
                inner.plot([share], [row + offset], marker, ms=3.6, color=colour, clip_on=False)
        inner.set_xscale("symlog", linthresh=0.1, linscale=0.5)
        inner.set_xlim(0, 110)
        inner.set_xticks([0, 0.1, 1, 10, 100], ["0", "0.1", "1", "10", "100"])

    def _time(self, inner: Axes, row: int, one: AssignorState) -> None:
        seconds = one.times[_TIMED].seconds if len(one.times) > _TIMED else None
        if seconds is None:
            inner.text(0.98, row, "no time" if one.times else "", transform=inner.get_yaxis_transform(), ha="right",
                       va="center", size=6.5, color=QUIET)  # fmt: skip
        else:
            inner.plot([1000 * seconds], [row], "o", ms=3.6, color=INK, clip_on=False)
        inner.set_xscale("log")
        inner.set_xlim(_TIMES[0] / 2, _TIMES[-1] * 2)
        inner.set_xticks(_TIMES, [f"{mark:g}" for mark in _TIMES])
        inner.minorticks_off()

    def _share_rows(self, inner: Axes) -> None:
        inner.set_ylim(len(self.rows) - 0.5, -0.5)
        inner.set_yticks([])
