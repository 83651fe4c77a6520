"""
The picture of an explanation: the load of each member, and the hand-overs that prove the finding.

Each member is a column of partitions. A partition that would change owner is hatched at its place and outlined at the
new place, with an arrow between. Faults are crossed. Everything is readable without colour and labelled in place.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import BAD, INK, PAPER, QUIET, WARNING
from kafka_assay.reports.wording.safe_names import escape_unprintable, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CELLS = 12
"""Up to this load partitions are drawn one by one, with their names."""
WIDTH = 7.2
CELL = 0.42
NARROWEST = 0.3
"""The width in inches of a column that has room for the name of a partition in the usual size."""
LOWEST, HIGHEST = 1.5, 3.0
"""The least and the most height of the chart, and the height of a partition (`CELL`) while there are few, in inches."""
SLANTED = 16
"""The most characters of a slanted label."""
LETTER = 0.07
"""The largest width of a letter in a slanted label, in inches."""


def number_ranges(name: str, room: int) -> str:
    """
    The name of a partition, shortened if necessary. Its number is never cut, because it identifies the partition.

    >>> number_ranges("orders-12", room=5)
    'or…12'
    """
    if len(name) <= room:
        return shorten(name, room)
    topic, _, number = name.rpartition("-")
    return f"{escape_unprintable(topic)[: max(1, room - len(number) - 1)]}…{number}"


class PartitionMark(StrEnum):
    """The fault or change of a partition at its place."""

    PLAIN = "plain"
    LEAVES = "leaves"
    FAULTY = "faulty"


STYLES: dict[PartitionMark, dict[str, Any]] = {
    PartitionMark.PLAIN: {"facecolor": "#dfe5eb"},
    PartitionMark.LEAVES: {"facecolor": WARNING, "hatch": "///"},
    PartitionMark.FAULTY: {"facecolor": BAD, "hatch": "xx"},
}


class PartitionCell(NamedTuple):
    """One partition in a column. `note` says what is wrong with it."""

    name: str
    mark: PartitionMark = PartitionMark.PLAIN
    note: str = ""


class MemberColumn(NamedTuple):
    """
    One member, with its partitions from the bottom up. A column without a label is a gap.

    `note` is written into a gap, or in place of the number of partitions.
    """

    label: str
    cells: tuple[PartitionCell, ...]
    note: str = ""


class ColumnSpan(NamedTuple):
    """A heading over the columns from `start` up to, but not including, `end`."""

    heading: str
    start: int
    end: int


class HandOverArrow(NamedTuple):
    """The partition `name` on its way between two columns. `start` is its place in the first column."""

    giver: int
    taker: int
    name: str
    start: int


@dataclass(frozen=True, kw_only=True)
class ExplanationFigure:
    """One answer with its finding, or several side by side; `best` is the largest load in the best possible answer."""

    title: str
    caption: str
    columns: tuple[MemberColumn, ...]
    arrows: tuple[HandOverArrow, ...] = ()
    best: int | None = None
    spans: tuple[ColumnSpan, ...] = ()
    width: float = WIDTH

    @property
    def alt(self) -> str:
        """Every column's load, and the hand-overs in words."""
        loads = self._loads(self.columns)
        if self.spans:
            loads = "; ".join(f"{one.heading}: {self._loads(self.columns[one.start : one.end])}" for one in self.spans)
        labels = [column.label for column in self.columns]
        steps = "; ".join(f"{one.name} from {labels[one.giver]} to {labels[one.taker]}" for one in self.arrows)
        return f"{self.title}. Partitions per member: {loads}." + (f" Arrows: {steps}." if steps else "")

    @property
    def frame(self) -> Frame:
        """As high as the title and the columns need, within bounds."""
        top = title_height(self.title, self.width) + (0.3 if self.spans else 0.1)
        chart = min(HIGHEST, max(LOWEST, CELL * self.highest))
        bottom = (1.25 if self._slanted else 0.8) - (0 if self.caption else 0.45)
        return Frame(self.width, top + chart + bottom, self._left, 1.15 if self.best is not None else 0.2, top, bottom)

    @property
    def highest(self) -> int:
        """The top of the highest column, with the partitions that it would receive."""
        landing = Counter(arrow.taker for arrow in self.arrows)
        tops = [len(column.cells) + landing[place] for place, column in enumerate(self.columns)]
        return max([1, *tops, self.best or 0])

    def plot(self, ax: Axes) -> None:
        """Columns of partitions, the best possible maximum as a dashed line, and the arrows over them."""
        landing = {arrow.taker for arrow in self.arrows}
        for place, column in enumerate(self.columns):
            self._plot_column(ax, place, column)
            if column.label and not (self._cells_named and column.cells) and place not in landing:
                number = column.note or f"{len(column.cells):,}"
                ax.text(place, len(column.cells), number, ha="center", va="bottom", size=8.5, zorder=4)
        for span in self.spans:
            middle, over = (span.start + span.end - 1) / 2, ax.get_xaxis_transform()
            ax.text(middle, 1.03, span.heading, transform=over, ha="center", va="bottom", size=9, weight="bold")
        if self.best is not None:
            ax.axhline(self.best, color=INK, lw=1, ls=(0, (4, 3)), zorder=3)
            side = ax.get_yaxis_transform()
            ax.text(1.01, self.best, f"the best possible\nmaximum: {self.best:,}", transform=side, va="center", size=8)
        self._plot_arrows(ax)
        ax.set_xlim(-0.6, max(len(self.columns), 1) - 0.4)
        ax.set_ylim(0, self.highest * 1.12)
        ax.set_ylabel("partitions")
        ax.locator_params(axis="y", integer=True)
        self._plot_labels(ax)
        ax.set_xlabel(self.caption)

    @staticmethod
    def _loads(columns: tuple[MemberColumn, ...]) -> str:
        words = [" ".join([one.label, *(one.note.split() or [str(len(one.cells))])]).strip() for one in columns]
        return ", ".join(word for word, one in zip(words, columns, strict=True) if one.label or one.note)

    def _plot_labels(self, ax: Axes) -> None:
        labels = [one.label for one in self.columns]
        ax.tick_params(axis="x", length=0, pad=2)
        if self._slanted:
            short = [shorten(label, SLANTED) for label in labels]
            ax.set_xticks(range(len(labels)), short, rotation=28, ha="right", rotation_mode="anchor", size=8)
        else:
            ax.set_xticks(range(len(labels)), labels, size=8.5)

    @property
    def _room(self) -> int:
        """The number of characters that fit over or under one column."""
        return max(3, int(66 * self.width / WIDTH / max(len(self.columns), 1)))

    @property
    def _slanted(self) -> bool:
        return max((len(one.label) for one in self.columns), default=0) > self._room

    @property
    def _left(self) -> float:
        """The left margin: a slanted label extends beyond its column and must not be cut off."""
        if not self._slanted:
            return 0.6
        under = 0.6 * (self.width - 2) / len(self.columns)
        return max(0.6, LETTER * len(shorten(self.columns[0].label, SLANTED)) - under)

    @property
    def _cells_named(self) -> bool:
        return self.highest <= MOST_CELLS

    def _plot_column(self, ax: Axes, place: int, column: MemberColumn) -> None:
        if column.note and not column.label:
            ax.text(place, self.highest / 2, column.note, ha="center", va="center", size=9, zorder=4)
        plain = sum(cell.mark is PartitionMark.PLAIN for cell in column.cells)
        if not self._cells_named and plain:
            # Marked cells are on top, so the cells below can be drawn as one bar.
            ax.bar(place, plain, 0.76, edgecolor=PAPER, lw=0.4, **STYLES[PartitionMark.PLAIN])
        edge = INK if self._cells_named else PAPER
        for floor, cell in enumerate(column.cells):
            marked = cell.mark is not PartitionMark.PLAIN
            if self._cells_named or marked:
                ax.bar(place, 1, 0.76, floor, edgecolor=edge, lw=0.6, **STYLES[cell.mark])
            if self._cells_named:
                self._plot_name(ax, place, floor + 0.5, cell.name, cell.note, boxed=marked)

    def _plot_name(
        self, ax: Axes, place: int, height: float, name: str, note: str = "", *, boxed: bool = False
    ) -> None:
        box = {"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none"} if boxed else None
        text = number_ranges(name, max(4, self._room)) + (f"\n{note}" if note and self._room >= len(note) else "")
        is_narrow = (self.width - 0.8) / len(self.columns) < NARROWEST
        size = 6.5 if is_narrow else 8  # in narrow columns a name would overlap the next one
        ax.text(place, height, text, ha="center", va="center", size=size, bbox=box, zorder=4)

    def _plot_arrows(self, ax: Axes) -> None:
        landed: Counter[int] = Counter()
        for number, arrow in enumerate(self.arrows, start=1):
            floor = len(self.columns[arrow.taker].cells) + landed[arrow.taker]
            landed[arrow.taker] += 1
            ax.bar(arrow.taker, 1, 0.76, floor, fill=False, edgecolor=QUIET, lw=1.1, ls=(0, (2, 2)), zorder=2)
            if self._cells_named:
                self._plot_name(ax, arrow.taker, floor + 0.5, arrow.name)
            elif landed[arrow.taker] == 1:
                name = number_ranges(arrow.name, self._room)
                ax.text(arrow.taker, floor + 1.1, name, ha="center", va="bottom", size=8)
            side = 1 if arrow.taker > arrow.giver else -1
            start, end = (arrow.giver + 0.3 * side, arrow.start + 0.5), (arrow.taker - 0.36 * side, floor + 0.5)
            style = {"arrowstyle": "-|>", "lw": 1.5, "color": INK, "connectionstyle": f"arc3,rad={-0.18 * side}"}
            ax.annotate("", xy=end, xytext=start, arrowprops=style, zorder=5)
            disc = {"boxstyle": "circle,pad=0.2", "facecolor": INK, "edgecolor": "none"}
            ax.text(
                *start, f"{number}", ha="center", va="center", size=8, color=PAPER, weight="bold", bbox=disc, zorder=6
            )
