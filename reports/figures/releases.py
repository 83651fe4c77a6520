"""Laws by releases: since when each law is broken, and where it was fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.properties.releases.release_findings import AtRelease, UnavailableRelease
from kafka_assay.reports.history.history_record import HistoryRecord, row_in_words, sign_at
from kafka_assay.reports.history.lines import headline_lines
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import BAD, INK, QUIET, RULE, UNKNOWN
from kafka_assay.reports.render.plain_text import EXPECTED
from kafka_assay.reports.wording.safe_names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 0.25
WIDEST, NARROWEST, ROOM = 0.3, 0.07, 8.0
"""The width of a release's column in inches, at most and at least, and the room for all columns."""
LEGIBLE = 0.13
"""Columns of at most this width have no signs, and only some have a name."""
LETTER = 0.066
LONGEST_NAME = 16
LONGEST_CLAUSE = 60

KEPT = "#e3eef6"
FILLS = {"✓": KEPT, "✗": BAD, EXPECTED: "#f2c49b", "?": UNKNOWN, "·": "#ffffff", "–": "#ffffff"}
SHOWN = {"✗": "✗", EXPECTED: "✗", "?": "?", "·": "·"}
"""Signs that are written into their cells. Kept cells are light and empty, unavailable ones hatched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRow:
    """A law: its sign at every release, and the same as a clause."""

    law: str
    signs: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasesFigure:
    """
    The laws that some release breaks (rows) at every release of a range (columns), oldest first.

    The `title` says how many are broken, and how many still are.
    """

    title: str
    releases: tuple[str, ...]
    rows: tuple[ReleaseRow, ...]

    @property
    def alt(self) -> str:
        """Each row in words."""
        clauses = "; ".join(f"{row.law}: {row.clause}" for row in self.rows)
        return f"A grid of {len(self.rows)} laws by {len(self.releases)} releases. {self.title}. {clauses}."

    @property
    def column(self) -> float:
        """The width of a release's column in inches."""
        return max(NARROWEST, min(WIDEST, ROOM / max(1, len(self.releases))))

    @property
    def frame(self) -> Frame:
        """As wide as the releases need, with room for the laws at the left and the clauses at the right."""
        left = 0.25 + LETTER * max(len(row.law) for row in self.rows)
        right = 0.25 + 0.058 * max(len(row.clause) for row in self.rows)
        width = left + right + self.column * len(self.releases)
        top = title_height(self.title, width) + 0.05
        bottom = 0.42 + 0.07 * max((len(name) for name in self._names()), default=0)
        return Frame(width, top + bottom + ROW * len(self.rows), left, right, top, bottom)

    def _names(self) -> list[str]:
        """The names under the columns; only some if the columns are narrow."""
        every = 1 if self.column > LEGIBLE else round(LEGIBLE / self.column + 0.5)
        last = len(self.releases) - 1
        return [
            shorten(name, LONGEST_NAME) if (last - place) % every == 0 else ""
            for place, name in enumerate(self.releases)
        ]

    def plot(self, ax: Axes) -> None:
        """A cell for each law and release, and the law's clause beside its row."""
        for number, row in enumerate(self.rows):
            for place, sign in enumerate(row.signs):
                self._plot_cell(ax, place, number, sign)
            ax.text(len(self.releases) + 0.35, number + 0.5, row.clause, ha="left", va="center", size=8, color=INK)
        ax.set_xlim(0, len(self.releases))
        ax.set_ylim(len(self.rows), 0)
        ax.set_yticks([number + 0.5 for number in range(len(self.rows))], [row.law for row in self.rows], size=8.5)
        ax.set_xticks([place + 0.5 for place in range(len(self.releases))], self._names(), rotation=90, size=7.5)
        ax.tick_params(length=0, pad=3)
        ax.spines[["left", "bottom"]].set_visible(False)
        signs = {sign for row in self.rows for sign in row.signs}
        ax.set_xlabel(f"releases, oldest first; {_legend(signs)}", size=8, loc="left")

    def _plot_cell(self, ax: Axes, place: int, number: int, sign: str) -> None:
        from matplotlib.patches import Rectangle

        hatch = "//////" if sign == "–" else "......" if sign == EXPECTED else None
        cell = Rectangle((place, number), 1, 1, facecolor=FILLS[sign], edgecolor=RULE, lw=0.5, hatch=hatch)
        ax.add_patch(cell)
        if sign in SHOWN and self.column > LEGIBLE:
            ink = "#fefefe" if sign == "✗" else INK if sign != "·" else QUIET
            ax.text(place + 0.5, number + 0.5, SHOWN[sign], ha="center", va="center", size=8, color=ink)


LEGEND = {
    "✗": "dark: broken",
    EXPECTED: "dotted: expected failure",
    "✓": "light: kept",
    "?": "grey: undecided",
    "·": "white: not applicable",
    "–": "hatched: unavailable",
}


def _legend(signs: set[str]) -> str:
    return ", ".join(meaning for sign, meaning in LEGEND.items() if sign in signs)


def releases_figure(record: HistoryRecord) -> ReleasesFigure:
    """The figure of a history. If nothing is broken, one row says so for all laws."""
    releases = tuple(here.release for here in record.history.releases)
    rows = [
        ReleaseRow(
            law=law.law,
            signs=tuple(sign_at(law, release) for release in releases),
            clause=shorten(row_in_words(law.words), LONGEST_CLAUSE),
        )
        for law in record.laws
    ]
    if not rows:
        signs = tuple(_sign_of_all(here) for here in record.history.releases)
        rows = [ReleaseRow(law="all laws", signs=signs, clause="nothing broken")]
    return ReleasesFigure(title=headline_lines(record)[0].text, releases=releases, rows=tuple(rows))


def _sign_of_all(here: AtRelease) -> str:
    if isinstance(here, UnavailableRelease):
        return "–"
    return "?" if any(law.verdict == "undecided" for law in here.laws) or not here.laws else "✓"
