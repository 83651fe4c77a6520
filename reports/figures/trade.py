"""Balance against moves: the point of each answer, over the line below which no plan lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kafka_assay.reports.frontier import FrontierReport
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import GOOD, INK, QUIET, TargetLook, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CHART, HEIGHT = 2.67, 2.35
"""The width of the chart, and its least height, in inches."""
LEFT, BOTTOM, LETTER = 0.98, 0.55, 0.078
STAR = "*"
LINE = 0.21
"""The height of each name at the side, in inches."""
FAR = 6
"""If an answer is this many times less even than moving nothing, the scale changes so that the line stays visible."""
ENDS = "sticky yet fair", "fair yet sticky"
END_LOOK = TargetLook(INK, "", "o")


@dataclass(frozen=True, slots=True, kw_only=True)
class TradePoint:
    """An answer, or an end of the line: its moves, and its sum of squared loads above the best possible."""

    target: str
    moves: int
    excess: int
    is_end: bool = False

    @property
    def look(self) -> TargetLook:
        """Its colour and its marker."""
        return END_LOOK if self.is_end else look_of_target(self.target)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeFigure:
    """
    Points over the line `reachable`: moves and excess. Names have up to `letters` letters.

    Answers that break a law for every assignor are left out, because they cannot be compared.
    """

    title: str
    spots: tuple[TradePoint, ...]
    reachable: tuple[tuple[int, int], ...] = ()
    letters: int = 16
    scale: float = 1.0

    @property
    def alt(self) -> str:
        """The points in words."""
        points = "; ".join(
            f"{spot.target}: {quantity(spot.moves, 'move')}, {spot.excess:,} above" for spot in self.spots
        )
        line = " No plan lies below the line." if self.reachable else ""
        return f"Points: moves against the sum of squared loads above the best possible. {points}.{line}"

    @property
    def frame(self) -> Frame:
        """One size, higher only if there are many answers to name."""
        right = 0.55 + LETTER * self.letters
        width = LEFT + self.scale * CHART + right
        top = title_height(self.title, width) + 0.12
        return Frame(width, top + self._height + BOTTOM, LEFT, right, top, BOTTOM)

    @property
    def _height(self) -> float:
        return max(self.scale * HEIGHT, 0.1 + LINE * len(self.spots))

    @property
    def _is_far(self) -> bool:
        start = self.reachable[0][1] if self.reachable else 0
        return bool(self.reachable) and max((spot.excess for spot in self.spots), default=0) > FAR * max(1, start)

    def plot(self, ax: Axes) -> None:
        """A marker for each answer; the names at the side, the least even at the top, each with marker and moves."""
        import numpy as np

        widest = max([1, *(spot.moves for spot in self.spots), *(moves for moves, _ in self.reachable)])
        highest = max([1, *(spot.excess for spot in self.spots), *(excess for _, excess in self.reachable)])
        ax.set_xlim(-0.04 * widest, 1.06 * widest)
        if self._is_far:
            ax.set_yscale("function", functions=(lambda high: np.sqrt(np.maximum(high, 0)), np.square))
        ax.set_ylim(0 if self._is_far else -0.06 * highest, 1.08 * highest)
        ax.grid(visible=True, lw=0.5)
        ax.set_axisbelow(True)
        self._plot_line(ax, 1.06 * widest)
        seen: dict[tuple[int, int], int] = {}
        # A star hides least of the markers below it.
        for spot in sorted(self.spots, key=lambda spot: (spot.is_end, spot.look.marker == STAR)):
            beneath = seen.get((spot.moves, spot.excess), 0)
            seen[spot.moves, spot.excess] = beneath + 1
            size = 3 if spot.is_end else 11 - 2.2 * min(beneath, 3)
            _mark(ax, spot.moves, spot.excess, spot.look, size, zorder=3 + beneath)
        self._plot_names(ax)
        ax.locator_params(axis="x", integer=True, nbins=4)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.yaxis.set_major_formatter("{x:,.0f}")
        ax.set_xlabel("moves (partitions that change their owner)")
        ax.set_ylabel(
            f"imbalance (sum of squared loads\nabove the best possible{', square-root scale' * self._is_far})"
        )

    def _plot_line(self, ax: Axes, end: float) -> None:
        """The line, continued to the right at its lowest: more moves reach nothing better."""
        if not self.reachable:
            return
        moves, excess = zip(*self.reachable, (end, self.reachable[-1][1]), strict=True)
        # A complete line has a step for each move. If numbers of moves are left out, it is the hull's.
        whole = len(self.reachable) == self.reachable[-1][0] + 1
        ax.plot(moves, excess, color=INK, lw=1.2, drawstyle="steps-post" if whole else "default")
        floor = ax.get_ylim()[0]
        ax.fill_between(moves, excess, floor, step="post" if whole else None, color=GOOD, alpha=0.09, lw=0)
        if len(moves) <= 60:
            ax.plot(moves[:-1], excess[:-1], "o", ms=2.5, color=INK)

    def _plot_names(self, ax: Axes) -> None:
        wide, high = self.scale * CHART, self._height
        end, where = 1 + (0.45 + LETTER * self.letters) / wide, ax.transAxes
        ax.text(end, 1.03, "moves", transform=where, ha="right", size=8.5, color=QUIET)
        for row, spot in enumerate(sorted(self.spots, key=lambda spot: (-spot.excess, spot.moves, not spot.is_end))):
            height = 0.97 - LINE / high * row
            _mark(ax, 1 + 0.13 / wide, height, spot.look, 8 if spot.look.marker == STAR else 6, transform=where)
            name, bold = shorten(spot.target, self.letters), "bold" if spot.is_end else "normal"
            ax.text(1 + 0.23 / wide, height, name, transform=where, va="center", size=8.5, weight=bold)
            ax.text(end, height, f"{spot.moves:,}", transform=where, va="center", ha="right", size=8.5, color=QUIET)


def _mark(ax: Axes, x: float, y: float, look: TargetLook, size: float, **wishes: Any) -> None:
    from matplotlib.lines import Line2D

    ax.add_artist(
        Line2D(
            [x],
            [y],
            linestyle="none",
            marker=look.marker,
            markersize=size,
            color=look.colour,
            markeredgecolor="white",
            markeredgewidth=0.5,
            clip_on=False,
            **wishes,
        )
    )


def trade_figure(
    group: str, optimal_moves: int, spots: Sequence[TradePoint], reachable: tuple[tuple[int, int], ...] = ()
) -> TradeFigure:
    """The answers of one group of an audit. The title names those with the best balance at the fewest moves."""
    title = f"{shorten(group, 40)}: {_finding(optimal_moves, spots)}"
    return TradeFigure(title=title, spots=tuple(spots), reachable=reachable)


def _finding(optimal_moves: int, spots: Sequence[TradePoint]) -> str:
    even = [spot for spot in spots if spot.excess == 0 and spot.target not in {"today", "optimal"}]
    thrifty = [spot.target for spot in even if spot.moves <= optimal_moves]
    cost = f"the best balance takes {quantity(optimal_moves, 'move')}"
    if any(spot.target == "today" and spot.excess == 0 for spot in spots) and optimal_moves == 0:
        wasteful = max(even, key=lambda spot: spot.moves, default=None)
        if wasteful is None or wasteful.moves == 0:
            return "no move is needed, and no assignor makes one"
        return f"no move is needed; {wasteful.target} makes {quantity(wasteful.moves, 'move')}"
    if thrifty:
        return f"{cost}, also with {' or '.join(thrifty[:2])}"
    if even:
        best = min(even, key=lambda spot: spot.moves)
        return f"{cost}; with {best.target} it takes {best.moves}"
    return f"{cost}; no assignor reaches it"


def frontier_figure(report: FrontierReport) -> TradeFigure:
    """The frontier of one group: its two ends by name, and the point of each answer."""
    best = report.fair.sum_of_squares
    ends = [
        TradePoint(target=name, moves=point.moves, excess=point.sum_of_squares - best, is_end=True)
        for name, point in zip(ENDS, (report.sticky, report.fair), strict=True)
    ]
    spots = (
        TradePoint(target=spot.target, moves=spot.moves, excess=spot.sum_of_squares - best) for spot in report.assignors
    )
    return TradeFigure(
        title=f"{shorten(report.group, 40)}: {report.finding}",
        spots=(*ends, *spots),
        reachable=tuple((point.moves, point.sum_of_squares - best) for point in report.points),
        letters=26,
        scale=1.5,
    )
