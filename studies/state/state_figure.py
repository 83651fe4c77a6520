"""The figure of the state page: the known faults by severity, with a row for each released assignor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import BAD, INK, QUIET, UNKNOWN
from kafka_assay.reports.wording.words import quantity
from studies.state.states import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, LABELS, RIGHT, ROW, BELOW, HEAD = 6.0, 2.35, 0.9, 0.2, 0.1, 0.85
KEPT = "#e3eef6"


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFigure:
    """The released assignors, grouped by implementation."""

    states: Sequence[State]

    @property
    def title(self) -> str:
        """The number of assignors without a known fault."""
        flawless = sum(not one["findings"] for _, one in self.rows)
        return f"No fault is known of {flawless} of {quantity(len(self.rows), 'released assignor')}"

    @property
    def alt(self) -> str:
        """What is drawn."""
        return f"Known faults by severity. {self.title}."

    @property
    def rows(self) -> list[tuple[State, State]]:
        """The assignors, each with its implementation."""
        return [(one, assignor) for one in self.states for assignor in one["assignors"]]

    @property
    def frame(self) -> Frame:
        """A line for each assignor."""
        top = title_height(self.title, WIDTH) + HEAD
        return Frame(WIDTH, top + ROW * len(self.rows) + BELOW, LABELS, RIGHT, top, BELOW)

    def plot(self, ax: Axes) -> None:
        """Draw a square for each assignor and severity, with the number of faults."""
        ax.set_axis_off()
        ax.set_xlim(-0.5, len(SEVERITIES) - 0.5)
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        for column, severity in enumerate(SEVERITIES):
            words = severity.replace(" or ", " or\n").replace("partition ", "partition\n")
            ax.text(column - 0.2, -0.7, words, rotation=52, ha="left", va="bottom", size=6.5, color=QUIET)
        for row, (state, one) in enumerate(self.rows):
            label = f"{state['implementation']} {one['name']}"
            ax.text(-0.6, row, label, va="center", ha="right", size=7.5, color=INK)
            undecided = {law["severity"] for law in one["laws"] if law["verdict"] == "undecided"}
            for column, cell in enumerate(state["severities"]):
                faults, is_open = len(set(cell["findings"]) & set(one["findings"])), cell["severity"] in undecided
                fill = BAD if faults else UNKNOWN if is_open else KEPT
                ax.bar([column], [0.84], width=0.9, bottom=row - 0.42, color=fill)
                text = str(faults) if faults else "?" if is_open else ""
                ax.text(column, row, text, ha="center", va="center", size=7, color="#ffffff", weight="bold")
