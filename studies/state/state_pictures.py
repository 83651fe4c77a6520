"""The pictures of the state: an implementation's badge, and the figure of known faults by severity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import BAD, INK, QUIET, UNKNOWN
from kafka_assay.reports.wording.words import quantity
from studies.state.states import State

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_COLOURS = {"red": "#b3261e", "orange": "#a85a00", "lightgrey": "#5f6368", "brightgreen": "#1e7a34"}
"""The names that badge services know -> colours with enough contrast under white text."""
_LETTER, _MARGIN, _HEIGHT = 6.6, 6, 20


def badge_svg(badge: Mapping[str, str]) -> str:
    """The badge. Each text is stretched to its box, so that any font fits."""
    label, message = badge["label"], badge["message"]
    widths = [round(len(text) * _LETTER) + 2 * _MARGIN for text in (label, message)]
    whole, said = sum(widths), escape(f"{label}: {message}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{_HEIGHT}" role="img" aria-label="{said}">\n'
        f"<title>{said}</title>\n"
        f'<rect width="{whole}" height="{_HEIGHT}" rx="3" fill="#3c4043"/>\n'
        f'<path d="M{widths[0]} 0h{widths[1] - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{widths[1] - 3}z" '
        f'fill="{_COLOURS[badge["color"]]}"/>\n'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\n'
        f"{_text(label, _MARGIN, widths[0])}\n{_text(message, widths[0] + _MARGIN, widths[1])}\n"
        "</g>\n</svg>\n"
    )


def _text(text: str, left: int, width: int) -> str:
    length = width - 2 * _MARGIN
    return f'<text x="{left}" y="14" textLength="{length}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'


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
