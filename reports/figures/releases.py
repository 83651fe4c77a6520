"""
A history by release: since when each law is broken, and where it was fixed.

If the releases were measured, a panel for each measure stands above, with the releases at which it changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.benchmarks.releases.measurement import MEMORY, SECONDS
from kafka_assay.properties.releases.release_findings import AtRelease, UnavailableRelease
from kafka_assay.reports.history.history_record import HistoryRecord, headline, row_in_words, sign_at
from kafka_assay.reports.history.measures import MeasureRow, changes_in_words, figure_text, measure_rows
from kafka_assay.reports.render.blocks import EXPECTED
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import BAD, INK, QUIET, RULE, UNKNOWN
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
PANEL, GAP = 0.85, 0.22
"""The height of a panel and of the space below it, in inches."""
NUMBERS = 0.45
"""The width of the numbers at the left of a panel, in inches."""
MOST_TOLD = 4
"""So many changes, the latest ones, are named beside a panel."""
TOP = 1.15
"""A linear axis ends so far above its highest value, and begins as far below 0."""
WIDE_RANGE = 4
"""Times or sizes that differ by more than this factor are shown on a logarithmic axis."""
LINE, PASS = "#0072b2", "#9cc7e2"

KEPT = "#e3eef6"
STYLES = {
    "✗": (BAD, "#fefefe", "dark: broken"),
    EXPECTED: ("#f2c49b", INK, "dotted: expected failure"),
    "✓": (KEPT, None, "light: kept"),
    "?": (UNKNOWN, INK, "grey: undecided"),
    "·": ("#ffffff", QUIET, "white: not applicable"),
    "–": ("#ffffff", None, "hatched: unavailable"),
}
"""Of each sign the fill of its cell, the ink (None: it is not written), and the meaning of the fill."""


class LawStrip(NamedTuple):
    """A law: its sign at every release, and the same as a clause."""

    law: str
    signs: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFigure:
    """
    The laws that some release breaks (rows) at every release of a range (columns), oldest first.

    The `title` says how many are broken, and how many still are. If the releases were measured, each of the `measures`
    has a panel above with the same columns; `changes` says in sentences where they changed.
    """

    title: str
    releases: tuple[str, ...]
    laws: tuple[LawStrip, ...]
    measures: tuple[MeasureRow, ...] = ()
    changes: str = ""

    @property
    def alt(self) -> str:
        """Each law in words, after the measures and their changes."""
        clauses = "; ".join(f"{row.law}: {row.clause}" for row in self.laws)
        laws = f"A grid of {len(self.laws)} laws by {len(self.releases)} releases. {self.title}. {clauses}."
        names = ", ".join(row.name for row in self.measures)
        return f"Lines by release: {names}. {self.changes} {laws}" if names else laws

    @property
    def column(self) -> float:
        """The width of a release's column in inches."""
        return max(NARROWEST, min(WIDEST, ROOM / max(1, len(self.releases))))

    @property
    def frame(self) -> Frame:
        """As wide as the releases need, with room for names at the left, and for clauses and notes at the right."""
        names = [len(line) for row in self.measures for line in _lines(row.name)]
        notes = [len(note) for row in self.measures for note in _notes(row, self.releases)]
        left = 0.25 + LETTER * max(len(row.law) for row in self.laws)
        left = max([left, *(0.25 + NUMBERS + LETTER * length for length in names)])
        right = 0.25 + 0.058 * max(len(row.clause) for row in self.laws)
        right = max([right, *(0.25 + LETTER * length for length in notes)])
        width = left + right + self.column * len(self.releases)
        top = title_height(self.title, width) + 0.05
        bottom = 0.42 + 0.07 * max((len(name) for name in self._names()), default=0)
        height = top + bottom + ROW * len(self.laws) + (PANEL + GAP) * len(self.measures)
        return Frame(width, height, left, right, top, bottom)

    def _names(self) -> list[str]:
        """The names under the columns; only some if the columns are narrow."""
        every = 1 if self.column > LEGIBLE else round(LEGIBLE / self.column + 0.5)
        last = len(self.releases) - 1
        return [
            shorten(name, LONGEST_NAME) if (last - place) % every == 0 else ""
            for place, name in enumerate(self.releases)
        ]

    def plot(self, ax: Axes) -> None:
        """The panels from the top, then the strip of laws, which names the releases."""
        if not self.measures:
            self._plot_laws(ax)
            return
        ax.set_axis_off()
        frame = self.frame
        room = frame.height - frame.top - frame.bottom
        for place, row in enumerate(self.measures):
            top = 1 - place * (PANEL + GAP) / room
            self._plot_panel(ax.inset_axes((0, top - PANEL / room, 1, PANEL / room)), row)
        self._plot_laws(ax.inset_axes((0, 0, 1, 1 - len(self.measures) * (PANEL + GAP) / room)))

    def _plot_laws(self, ax: Axes) -> None:
        """A cell for each law and release, and the law's clause beside its row."""
        for number, row in enumerate(self.laws):
            for place, sign in enumerate(row.signs):
                self._plot_cell(ax, place, number, sign)
            ax.text(len(self.releases) + 0.35, number + 0.5, row.clause, ha="left", va="center", size=8, color=INK)
        ax.set_xlim(0, len(self.releases))
        ax.set_ylim(len(self.laws), 0)
        ax.set_yticks([number + 0.5 for number in range(len(self.laws))], [row.law for row in self.laws], size=8.5)
        ax.set_xticks([place + 0.5 for place in range(len(self.releases))], self._names(), rotation=90, size=7.5)
        ax.tick_params(length=0, pad=3)
        ax.spines[["left", "bottom"]].set_visible(False)
        signs = {sign for row in self.laws for sign in row.signs}
        legend = ", ".join(meaning for sign, (_, _, meaning) in STYLES.items() if sign in signs)
        ax.set_xlabel(f"releases, oldest first; {legend}", size=8, loc="left")

    def _plot_cell(self, ax: Axes, place: int, number: int, sign: str) -> None:
        from matplotlib.patches import Rectangle

        fill, ink, _ = STYLES[sign]
        hatch = "//////" if sign == "–" else "......" if sign == EXPECTED else None
        ax.add_patch(Rectangle((place, number), 1, 1, facecolor=fill, edgecolor=RULE, lw=0.5, hatch=hatch))
        if ink is not None and self.column > LEGIBLE:
            ax.text(place + 0.5, number + 0.5, sign.strip("()"), ha="center", va="center", size=8, color=ink)

    def _plot_panel(self, ax: Axes, row: MeasureRow) -> None:
        """The passes as pale points, the values as a line, and a dashed line at each change."""
        points = [(place + 0.5, _shown(row.measure, one)) for place, passes in enumerate(row.samples) for one in passes]
        ax.plot([x for x, _ in points], [y for _, y in points], ".", ms=2.5, color=PASS, mew=0)
        values = [float("nan") if value is None else _shown(row.measure, value) for value in row.values]
        places = [place + 0.5 for place in range(len(self.releases))]
        ax.plot(places, values, "-o", ms=3.2, lw=1.2, color=LINE, mec="white", mew=0.4)
        for change in row.changes:
            ax.axvline(self.releases.index(change.first), color=BAD, lw=1, ls=(0, (3, 2)))
        _scale(ax, row.measure, [value for value in row.values if value is not None])
        ax.set_xlim(0, len(self.releases))
        ax.set_xticks([])
        ax.tick_params(axis="y", labelsize=7, length=2)
        ax.grid(visible=True, axis="y", lw=0.5, color=RULE)
        name, notes = "\n".join(_lines(row.name)), "\n".join(_notes(row, self.releases))
        units = "axes fraction", "offset points"
        ax.annotate(name, (0, 0.5), (-72 * NUMBERS, 0), *units, ha="right", va="center", size=8.5, color=INK)
        ax.annotate(notes, (1, 0.5), (6, 0), *units, ha="left", va="center", size=8, color=QUIET)


def _first_and_last(changes: str) -> str:
    """The `changes` without those in the middle, if they are long."""
    first, *others = changes.split(", ")
    return shorten(changes if len(changes) <= LONGEST_CLAUSE else f"{first} … {others[-1]}", LONGEST_CLAUSE)


def history_figure(record: HistoryRecord) -> HistoryFigure:
    """The figure of a history. If nothing is broken, one row says so for all laws."""
    releases, found = tuple(here.release for here in record.history.releases), record.measurement
    laws = [
        LawStrip(law.law, tuple(sign_at(law, one) for one in releases), _first_and_last(row_in_words(law.words)))
        for law in record.laws
    ]
    whole = LawStrip("all laws", tuple(map(_sign_of_all, record.history.releases)), "nothing broken")
    return HistoryFigure(
        title=f"{record.target}: {headline(record)}",
        releases=releases,
        laws=tuple(laws) or (whole,),
        measures=() if found is None else tuple(measure_rows(found, releases)),
        changes="" if found is None else " ".join(changes_in_words(found)),
    )


def _sign_of_all(here: AtRelease) -> str:
    if isinstance(here, UnavailableRelease):
        return "–"
    return "?" if any(law.verdict == "undecided" for law in here.laws) or not here.laws else "✓"


def _notes(row: MeasureRow, releases: Sequence[str]) -> list[str]:
    """The newest value, and the latest changes."""
    *_, newest = (f"{one}: {row.text(place)}" for place, one in enumerate(releases) if row.values[place] is not None)
    notes = [newest]
    for change in row.changes[-MOST_TOLD:]:
        before, after = (figure_text(row.measure, value) for value in (change.before, change.after))
        notes.append(f"{change.first}: {before} → {after}")
    return notes


def _scale(ax: Axes, measure: str, values: list[float]) -> None:
    """Few ticks with plain numbers; logarithmic if times or sizes differ much."""
    from matplotlib.ticker import LogLocator, MaxNLocator

    least, most = min(values), max(values)
    if (measure.startswith(SECONDS) or measure == MEMORY) and most > WIDE_RANGE * least:
        ax.set_yscale("log")
        ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if most < WIDE_RANGE**2 * least else (1,)))
        ax.minorticks_off()
    else:
        highest = _shown(measure, most) or 1
        ax.set_ylim((1 - TOP) * highest, TOP * highest)
        ax.yaxis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(lambda value, _place: f"{value:,g}")


def _lines(name: str) -> list[str]:
    return name.replace(", ", ",\n").split("\n")


def _shown(measure: str, value: float) -> float:
    return value * 1000 if measure.startswith(SECONDS) else value
