"""A replayed life: time on the horizontal axis, a band of partitions for each member."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from kafka_assay.pipeline.replay.replayed_life import ReplayedLife
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import INK, MINOR, PAPER, QUIET, RULE
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 8.6
LEFT, RIGHT, BOTTOM = 1.35, 0.3, 0.95
MOST_MEMBERS = 80
"""Further members are not drawn."""
THINNEST = 0.004
"""A stop is drawn at least so wide, as a share of the axis; otherwise 3 seconds in an hour would be invisible."""
TAKEN = "#1f5f9e"
FILL = 0.84
"""The height of the fullest band, of a row of height 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeFigure:
    """
    The `replayed` life called `life`, with the figures of the `optimum` beside it in the title.

    The height of a band is the number of partitions: light where the member had them first, dark where it took them
    over from another member, hatched where nobody reads them and it was the last.
    """

    life: str
    replayed: ReplayedLife
    optimum: ReplayedLife

    @property
    def title(self) -> str:
        """What the life costs, and what the optimum's does."""
        return f"{shorten(self.life, 40)} with {shorten(self.replayed.target, 60)}: {self._costs}"

    @property
    def _costs(self) -> str:
        one, best = self.replayed, self.optimum
        return (
            f"{quantity(one.moved, 'move')}, {one.stopped_partition_seconds:,.0f} partition-seconds without a reader "
            f"(optimum: {best.moved:,} and {best.stopped_partition_seconds:,.0f})"
        )

    @property
    def alt(self) -> str:
        """The kinds of areas, and the totals."""
        return (
            f"Time on the horizontal axis, {quantity(len(self._members), 'row')} of members. Bands show how many "
            f"partitions a member reads. {quantity(self.replayed.rebalances, 'rebalance')}; {self._costs}."
        )

    @property
    def _members(self) -> list[str]:
        """In the order in which they get their first partition."""
        return list(dict.fromkeys(row.member for row in self.replayed.readers))[:MOST_MEMBERS]

    @property
    def frame(self) -> Frame:
        """Higher with more members, up to a page."""
        rows = max(1, len(self._members))
        chart = max(1.6, min(0.42 * rows, max(6.0, 0.16 * rows)))
        top = title_height(self.title, WIDTH) + 0.12
        return Frame(WIDTH, top + chart + BOTTOM, LEFT, RIGHT, top, BOTTOM)

    def plot(self, ax: Axes) -> None:
        """A row for each member, vertical lines where something changes."""
        members, end = self._members, max(self.replayed.seconds, 1.0) * 1.03
        most = max((row.partitions for row in self.replayed.readers), default=1)
        for step in self.replayed.steps[1:]:
            ax.axvline(step.at, color=RULE, lw=0.7, zorder=0)
        for row, member in enumerate(members):
            self._plot_band(ax, member, len(members) - 1 - row, FILL / most, end)
        ax.set_xlim(0, end)
        ax.set_ylim(-0.08, len(members) or 1)
        ax.set_yticks(
            [len(members) - 1 - row + FILL / 2 for row in range(len(members))],
            [shorten(member, 18) for member in members],
            fontsize=8 if len(members) <= 20 else 6,
        )
        ax.tick_params(axis="y", length=0)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        hidden = len({row.member for row in self.replayed.readers}) - len(members)
        ax.set_xlabel(f"seconds{f' (without {hidden} more members)' if hidden else ''}")
        self._plot_key(ax, most)

    def _plot_band(self, ax: Axes, member: str, floor: float, scale: float, end: float) -> None:
        """The member's band, which changes from moment to moment, up to the `end`."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        rows = [row for row in self.replayed.readers if row.member == member]
        rows.append(rows[-1]._replace(at=end))
        times = [row.at for row in rows]
        first = [floor + row.first * scale for row in rows]
        taken = [floor + (row.first + row.taken) * scale for row in rows]
        ax.fill_between(times, floor, first, step="post", color=MINOR, lw=0, zorder=2)
        ax.fill_between(times, first, taken, step="post", color=TAKEN, lw=0, zorder=2)
        stops = []
        for (row, after), low in zip(pairwise(rows), taken, strict=False):
            if row.stopped:
                begun, right, high = row.at, max(after.at, row.at + THINNEST * end), low + row.stopped * scale
                corners = [(begun, low), (right, low), (right, high), (begun, high), (begun, low)]
                stops.append(Path(corners, closed=True))
        if stops:
            # One path: a patch for each stop makes the file of a large group three times as large.
            shape = Path.make_compound_path(*stops)
            ax.add_patch(PathPatch(shape, facecolor=PAPER, edgecolor=INK, hatch="/////", lw=0.3, zorder=3))

    def _plot_key(self, ax: Axes, most: int) -> None:
        from matplotlib.lines import Line2D
        from matplotlib.patches import Patch

        ax.legend(
            handles=[
                Patch(facecolor=MINOR, label="read here first"),
                Patch(facecolor=TAKEN, label="taken over from another member"),
                Patch(facecolor=PAPER, edgecolor=INK, hatch="/////", lw=0.3, label="no reader, last read here"),
                Line2D([], [], color=RULE, lw=1.2, label="a change"),
            ],
            loc="upper left",
            bbox_to_anchor=(-0.12, -0.44 / (self.frame.height - self.frame.top - BOTTOM)),
            ncols=4,
            frameon=False,
            fontsize=8,
            labelcolor=QUIET,
            title=f"the highest band: {quantity(most, 'partition')}",
            title_fontsize=8,
            alignment="left",
            borderpad=0,
        )
