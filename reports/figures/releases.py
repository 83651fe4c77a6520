"""
A history by release: since when each law is broken, and where it was fixed.

If the releases were measured, a panel for each measure stands above, with the releases at which it changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.benchmarks.releases.measurement import MEMORY, SECONDS, ChangePoint, Measurement
from kafka_assay.properties.releases.release_findings import AtRelease, UnavailableRelease
from kafka_assay.reports.history.history_record import HistoryRecord, headline, row_in_words, sign_at
from kafka_assay.reports.history.measures import MeasureRow, changes_in_words, figure_text, measure_rows
from kafka_assay.reports.render.blocks import EXPECTED
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame, Plot
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
    return ReleasesFigure(title=f"{record.target}: {headline(record)}", releases=releases, rows=tuple(rows))


def _sign_of_all(here: AtRelease) -> str:
    if isinstance(here, UnavailableRelease):
        return "–"
    return "?" if any(law.verdict == "undecided" for law in here.laws) or not here.laws else "✓"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurePanel:
    """
    A measure at every release of the range (None: not measured), and its medium and large changes.

    `newest` is the newest release with a value.
    """

    row: MeasureRow
    changes: tuple[ChangePoint, ...]
    newest: str

    @property
    def notes(self) -> list[str]:
        """The newest value, and the latest changes."""
        value = next(value for value in reversed(self.row.values) if value is not None)
        return [f"{self.newest}: {figure_text(self.row.measure, value)}", *map(_briefly, self.changes[-MOST_TOLD:])]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredReleasesFigure:
    """The panels, and the laws below them. All have the same columns, one for each release."""

    laws: ReleasesFigure
    panels: tuple[MeasurePanel, ...]
    changes: str

    @property
    def title(self) -> str:
        """The result of the laws."""
        return self.laws.title

    @property
    def alt(self) -> str:
        """The changes in words, and the laws."""
        return f"Lines by release: {', '.join(panel.row.name for panel in self.panels)}. {self.changes} {self.laws.alt}"

    @property
    def frame(self) -> Frame:
        """As wide as names and notes need, and as high as the laws and the panels."""
        laws = self.laws.frame
        names = [line for panel in self.panels for line in _lines(panel.row.name)]
        left = max(laws.left, 0.25 + NUMBERS + LETTER * max(map(len, names)))
        right = max(laws.right, 0.25 + LETTER * max(len(note) for panel in self.panels for note in panel.notes))
        width = laws.width - laws.left - laws.right + left + right
        height = laws.height + (PANEL + GAP) * len(self.panels)
        return laws._replace(width=width, height=height, left=left, right=right)

    def plot(self, ax: Axes) -> None:
        """The panels from the top, then the strip of laws, which names the releases."""
        ax.set_axis_off()
        frame = self.frame
        room = frame.height - frame.top - frame.bottom
        for place, panel in enumerate(self.panels):
            top = 1 - place * (PANEL + GAP) / room
            self._plot_panel(ax.inset_axes((0, top - PANEL / room, 1, PANEL / room)), panel)
        self.laws.plot(ax.inset_axes((0, 0, 1, 1 - len(self.panels) * (PANEL + GAP) / room)))

    def _plot_panel(self, ax: Axes, panel: MeasurePanel) -> None:
        """The passes as pale points, the values as a line, and a dashed line at each change."""
        row, releases = panel.row, self.laws.releases
        points = [(place + 0.5, _shown(row.measure, one)) for place, passes in enumerate(row.samples) for one in passes]
        ax.plot([x for x, _ in points], [y for _, y in points], ".", ms=2.5, color=PASS, mew=0)
        values = [float("nan") if value is None else _shown(row.measure, value) for value in row.values]
        places = [place + 0.5 for place in range(len(releases))]
        ax.plot(places, values, "-o", ms=3.2, lw=1.2, color=LINE, mec="white", mew=0.4)
        for change in panel.changes:
            ax.axvline(releases.index(change.first), color=BAD, lw=1, ls=(0, (3, 2)))
        _scale(ax, row.measure, [value for value in row.values if value is not None])
        ax.set_xlim(0, len(releases))
        ax.set_xticks([])
        ax.tick_params(axis="y", labelsize=7, length=2)
        ax.grid(visible=True, axis="y", lw=0.5, color=RULE)
        name = "\n".join(_lines(row.name))
        ax.annotate(
            name, (0, 0.5), (-72 * NUMBERS, 0), "axes fraction", "offset points", ha="right", va="center", size=8.5,
            color=INK,
        )  # fmt: skip
        notes = "\n".join(panel.notes)
        ax.annotate(
            notes, (1, 0.5), (6, 0), "axes fraction", "offset points", ha="left", va="center", size=8, color=QUIET
        )


def history_figure(record: HistoryRecord) -> Plot:
    """The figure of a history: the laws by release, below the measures if there are any."""
    laws = releases_figure(record)
    found = record.measurement
    if found is None or not found.releases:
        return laws
    panels = [_panel(row, found, laws.releases) for row in measure_rows(found)]
    return MeasuredReleasesFigure(laws=laws, panels=tuple(panels), changes=" ".join(changes_in_words(found)))


def _panel(row: MeasureRow, found: Measurement, releases: tuple[str, ...]) -> MeasurePanel:
    """The panel of `row`, with a column for each of the `releases` of the range."""
    places = {release: place for place, release in enumerate(found.releases)}
    values = tuple(row.values[places[one]] if one in places else None for one in releases)
    samples = tuple(row.samples[places[one]] if one in places else () for one in releases)
    changes = (one for one in found.change_points if one.measure == row.measure and one.effect != "small")
    *_, newest = (one for one, value in zip(releases, values, strict=True) if value is not None)
    return MeasurePanel(row=row._replace(values=values, samples=samples), changes=tuple(changes), newest=newest)


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


def _briefly(change: ChangePoint) -> str:
    before, after = (figure_text(change.measure, value) for value in (change.before, change.after))
    return f"{change.first}: {before} → {after}"
