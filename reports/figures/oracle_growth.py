"""The oracle's time by size: a panel for each kind of subscription, a line for each event, both axes logarithmic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.reports.bench.timings import milliseconds_text
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import INK, QUIET, RULE, TargetLook

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 7.6
COLUMNS = 3
PANEL = 2.15
"""The height in inches of a row of panels, with the text above and below."""

LOOKS = {
    "FULL": TargetLook("#1f2328", "", "o"),
    "STABLE": TargetLook("#009e73", "", "s"),
    "JOIN_ONE": TargetLook("#56b4e9", "", "^"),
    "LEAVE_ONE": TargetLook("#0072b2", "", "v"),
    "LEAVE_MANY": TargetLook("#cc79a7", "", "D"),
    "PARTITIONS_ADDED": TargetLook("#e69f00", "", "P"),
    "SCRAMBLED": TargetLook("#d55e00", "", "X"),
}
UNKNOWN = TargetLook(QUIET, "", ".")


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthSeries:
    """How the oracle's time grows with the partitions, for one kind of subscription and event."""

    subscriptions: str
    """The kind of subscriptions."""
    event: str
    """A first assignment (`FULL`), or what changed."""
    partitions: tuple[int, ...]
    """The sizes."""
    seconds: tuple[float, ...]
    """The least time of an answer with its proof, at each size."""
    exponent: float
    """The exponent of its growth."""
    check_exponent: float
    """That of the check of the proof."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleGrowthFigure:
    """All series, and the largest `wanted` exponent."""

    series: tuple[GrowthSeries, ...]
    wanted: float

    @property
    def title(self) -> str:
        """The largest exponent, and whether all are as wanted."""
        worst = max(self.series, key=lambda one: one.exponent)
        above = sum(one.exponent > self.wanted for one in self.series)
        goal = f"all at most {self.wanted}" if not above else f"{above} of {len(self.series)} above {self.wanted}"
        where = f"{worst.subscriptions}, {worst.event}"
        return f"Time of the oracle: exponent of the group's size at most {worst.exponent:.2f} ({where}), {goal}"

    @property
    def alt(self) -> str:
        """The exponents in words."""
        each = "; ".join(
            f"{kind}: {', '.join(f'{one.event} {one.exponent:.2f}' for one in self._of(kind))}" for kind in self.kinds
        )
        return f"Lines on logarithmic axes: milliseconds against partitions. Exponents by subscriptions: {each}."

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of subscription, in the order of the series."""
        return tuple(dict.fromkeys(one.subscriptions for one in self.series))

    @property
    def frame(self) -> Frame:
        """A cell for each panel, and one for the legend."""
        top = title_height(self.title, WIDTH)
        rows = -(-(len(self.kinds) + 1) // COLUMNS)
        return Frame(WIDTH, top + PANEL * rows + 0.15, 0.6, 0.1, top, 0.15)

    def plot(self, ax: Axes) -> None:
        """The panels share both scales. The grey line has the wanted exponent."""
        ax.set_axis_off()
        rows = -(-(len(self.kinds) + 1) // COLUMNS)
        for place, kind in enumerate([*self.kinds, None]):
            row, column = divmod(place, COLUMNS)
            box = (column / COLUMNS, 1 - (row + 0.78) / rows, 0.84 / COLUMNS, 0.68 / rows)
            panel = ax.inset_axes(box)
            if kind is None:
                self._plot_legend(panel)
            else:
                self._plot_panel(panel, kind, label=column == 0)

    def _of(self, kind: str) -> list[GrowthSeries]:
        return [one for one in self.series if one.subscriptions == kind]

    def _plot_panel(self, panel: Axes, kind: str, *, label: bool) -> None:
        mine = self._of(kind)
        for one in mine:
            look = LOOKS.get(one.event, UNKNOWN)
            values = [seconds * 1000 for seconds in one.seconds]
            panel.plot(one.partitions, values, look.marker + "-", ms=4, lw=1.2, color=look.colour, mec="white", mew=0.4)
        sizes = mine[0].partitions
        lowest = min(one.seconds[0] for one in self.series) * 700
        guide = [lowest * (size / sizes[0]) ** self.wanted for size in sizes]
        panel.plot(sizes, guide, "--", lw=1, color=QUIET)
        panel.set_xscale("log", base=2)
        panel.set_yscale("log")
        most = max(max(one.seconds) for one in self.series) * 1500
        panel.set_ylim(lowest * 0.7, most)
        panel.set_xticks(sizes, [f"{size / 1000:,g}" for size in sizes], size=7)
        panel.minorticks_off()
        panel.yaxis.set_major_formatter(lambda value, _place: f"{value:,g}")
        panel.tick_params(axis="y", labelsize=7, labelleft=label)
        panel.grid(visible=True, lw=0.5, color=RULE)
        least, largest = (pick(one.exponent for one in mine) for pick in (min, max))
        panel.set_title(f"{kind}: {least:.2f} to {largest:.2f}", size=8.5, pad=4)
        panel.set_xlabel("thousands of partitions", size=7.5, labelpad=1)
        if label:
            panel.set_ylabel("milliseconds", size=7.5)

    def _plot_legend(self, panel: Axes) -> None:
        """
        The meaning of each line, with its times at the largest size.

        The times are those of the fastest and of the slowest kind of subscription.
        """
        panel.set_axis_off()
        panel.set_xlim(0, 1)
        events = list(dict.fromkeys(one.event for one in self.series))
        panel.set_ylim(len(events) + 1, -1)
        for place, event in enumerate(events):
            look = LOOKS.get(event, UNKNOWN)
            panel.plot([0, 0.05, 0.1], [place] * 3, look.marker + "-", markevery=[1], ms=4, lw=1.2, color=look.colour)
            ends = [one.seconds[-1] for one in self.series if one.event == event]
            label = f"{event}: {milliseconds_text(min(ends))} to {milliseconds_text(max(ends))} ms"
            panel.text(0.14, place, label, va="center", size=7.5, color=INK)
        panel.plot([0, 0.1], [len(events)] * 2, "--", lw=1, color=QUIET)
        panel.text(0.14, len(events), f"an exponent of {self.wanted}", va="center", size=7.5, color=QUIET)
        panel.text(0, -1, "at the largest size", va="center", size=7.5, color=QUIET)
