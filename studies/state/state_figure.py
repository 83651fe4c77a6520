"""The figure of the state page: faults by severity, balance, and time, with a row for each released assignor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.properties.severity import SEVERITIES
from kafka_assay.reports.render.drawing import Frame, title_height
from kafka_assay.reports.render.palette import BAD, INK, QUIET, RULE, UNKNOWN
from kafka_assay.reports.wording.words import quantity
from studies.state.states import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, LABELS, RIGHT, ROW, BELOW = 7.8, 2.35, 0.2, 0.2, 0.3
KEPT = "#e3eef6"
_KINDS = {"equal": ("#0072b2", "o", -0.15), "unequal": ("#d55e00", "D", 0.15)}
"""Subscriptions -> colour, marker, and place within the row."""
_TIMES = (0.1, 1, 10, 100, 1_000, 10_000)
_TIMED = 1
"""The place of the size that is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFigure:
    """The released assignors, grouped by implementation."""

    states: Sequence[State]

    @property
    def title(self) -> str:
        """The number of assignors without a known fault."""
        rows = self.rows
        flawless = sum(not one["findings"] for _, one in rows)
        return f"No fault is known of {flawless} of {quantity(len(rows), 'released assignor')}"

    @property
    def alt(self) -> str:
        """What is drawn."""
        return f"Known faults by severity, balance and time. {self.title}."

    @property
    def rows(self) -> list[tuple[State, State]]:
        """The assignors, each with its implementation."""
        return [(one, assignor) for one in self.states for assignor in one["assignors"]]

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
        panels = [ax.inset_axes((left, 0, width, 1)) for left, width in ((0, 0.37), (0.41, 0.27), (0.72, 0.27))]
        for inner in panels:
            inner.set_ylim(len(self.rows) - 0.5, -0.5)
            inner.set_yticks([])
        for row, (state, one) in enumerate(self.rows):
            ax.text(
                -0.015, row, f"{state['implementation']} {one['name']}", va="center", ha="right", size=7.5, color=INK
            )
            _draw_faults(panels[0], row, state, one)
            _draw_marks(panels[1], panels[2], row, one)
        _finish(*panels)
        for row, (kind, (colour, marker, _)) in enumerate(_KINDS.items()):
            ax.plot([0.6], [-5 + row], marker, ms=4, color=colour, clip_on=False)
            ax.text(0.62, -5 + row, f"{kind} subscriptions", va="center", size=7, color=INK)


def _draw_faults(inner: Axes, row: int, state: State, one: State) -> None:
    for column, cell in enumerate(state["severities"]):
        faults = len(set(cell["findings"]) & set(one["findings"]))
        undecided = [law for law in one["laws"] if law["verdict"] == "undecided"]
        is_open = any(law["severity"] == cell["severity"] for law in undecided)
        fill = BAD if faults else UNKNOWN if is_open else KEPT
        inner.bar([column], [0.84], width=0.9, bottom=row - 0.42, color=fill)
        text = str(faults) if faults else "?" if is_open else ""
        inner.text(column, row, text, ha="center", va="center", size=7, color="#ffffff", weight="bold")


def _draw_marks(balance: Axes, time: Axes, row: int, one: State) -> None:
    for inner in (balance, time):
        inner.axhline(row, lw=0.4, color=RULE, zorder=0)
    for quality in one["quality"]:
        colour, marker, offset = _KINDS[quality["subscriptions"]]
        if quality["less_balanced"] is not None:
            share = 100 * quality["less_balanced"]["value"]
            balance.plot([share], [row + offset], marker, ms=3.6, color=colour, clip_on=False)
    seconds = one["times"][_TIMED]["seconds"] if len(one["times"]) > _TIMED else None
    if seconds is not None:
        time.plot([1000 * seconds], [row], "o", ms=3.6, color=INK, clip_on=False)
    elif one["times"]:
        place = time.get_yaxis_transform()
        time.text(0.98, row, "no time", transform=place, ha="right", va="center", size=6.5, color=QUIET)


def _finish(faults: Axes, balance: Axes, time: Axes) -> None:
    faults.set_xlim(-0.5, len(SEVERITIES) - 0.5)
    faults.set_xticks([])
    for column, severity in enumerate(SEVERITIES):
        words = severity.replace(" or ", " or\n").replace("partition ", "partition\n")
        faults.text(column - 0.25, -0.7, words, rotation=52, ha="left", va="bottom", size=6.5, color=QUIET)
    for side in ("left", "bottom"):
        faults.spines[side].set_visible(False)
    for inner, title in ((balance, "less balanced than\nthe optimum, %"), (time, "ms for 10,000\npartitions")):
        inner.tick_params(axis="x", labelsize=7)
        inner.grid(visible=True, axis="x", lw=0.5, color=RULE)
        inner.set_title(title, size=7.5, weight="normal", color=QUIET, pad=4)
    balance.set_xscale("symlog", linthresh=0.1, linscale=0.5)
    balance.set_xlim(0, 110)
    balance.set_xticks([0, 0.1, 1, 10, 100], ["0", "0.1", "1", "10", "100"])
    time.set_xscale("log")
    time.set_xlim(_TIMES[0] / 2, _TIMES[-1] * 2)
    time.set_xticks(_TIMES, [f"{mark:g}" for mark in _TIMES])
    time.minorticks_off()
