"""Balance against moves: the point of each answer, and the cost of the best balance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import GOOD, INK, QUIET, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 5.4
HEIGHT = 2.9
STAR = "*"
LINE = 0.21
"""The height of each name at the side, in inches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TradePoint:
    """One answer: its moves, and how far its sum of squared loads exceeds the best possible."""

    target: str
    moves: int
    excess: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeFigure:
    """
    The answers of one group as points, over the line below which no plan lies.

    `reachable` holds the points of the line: moves and excess. Answers that break a law for every assignor are left
    out, because they cannot be compared.
    """

    group: str
    optimal_moves: int
    spots: tuple[TradePoint, ...]
    reachable: tuple[tuple[int, int], ...] = ()

    @property
    def title(self) -> str:
        """The answers with the best balance at the fewest moves."""
        name = shorten(self.group, 40)
        even = [spot for spot in self.spots if spot.excess == 0 and spot.target not in {"today", "optimal"}]
        thrifty = [spot.target for spot in even if spot.moves <= self.optimal_moves]
        cost = f"{name}: the best balance takes {quantity(self.optimal_moves, 'move')}"
        if any(spot.target == "today" and spot.excess == 0 for spot in self.spots) and self.optimal_moves == 0:
            wasteful = max(even, key=lambda spot: spot.moves, default=None)
            if wasteful is None or wasteful.moves == 0:
                return f"{name}: no move is needed, and no assignor makes one"
            return f"{name}: no move is needed; {wasteful.target} makes {quantity(wasteful.moves, 'move')}"
        if thrifty:
            return f"{cost}, also with {' or '.join(thrifty[:2])}"
        if even:
            best = min(even, key=lambda spot: spot.moves)
            return f"{cost}; with {best.target} it takes {best.moves}"
        return f"{cost}; no assignor reaches it"

    @property
    def alt(self) -> str:
        """The points in words."""
        points = "; ".join(f"{spot.target}: {quantity(spot.moves, 'move')}, {spot.excess} above" for spot in self.spots)
        line = " No plan lies below the line." if self.reachable else ""
        return f"Points: moves against the sum of squared loads above the best possible. {points}.{line}"

    @property
    def frame(self) -> Frame:
        """One size, higher only if there are many answers to name."""
        top = title_height(self.title, WIDTH) + 0.12
        return Frame(WIDTH, top + max(HEIGHT, 0.6 + LINE * len(self.spots)), 0.98, 1.75, top, 0.55)

    def plot(self, ax: Axes) -> None:
        """
        A marker for each answer; the names at the side, the least even at the top, each with its marker and moves.
        """
        widest = max([1, *(spot.moves for spot in self.spots), *(moves for moves, _ in self.reachable)])
        highest = max([1, *(spot.excess for spot in self.spots), *(excess for _, excess in self.reachable)])
        ax.grid(visible=True, lw=0.5)
        ax.set_axisbelow(True)
        self._plot_line(ax, 1.06 * widest, -0.06 * highest)
        seen: dict[tuple[int, int], int] = {}
        # A star hides least of the markers below it.
        for spot in sorted(self.spots, key=lambda spot: look_of_target(spot.target).marker == STAR):
            look = look_of_target(spot.target)
            beneath = seen.get((spot.moves, spot.excess), 0)
            seen[spot.moves, spot.excess] = beneath + 1
            size = 11 - 2.2 * min(beneath, 3)
            at = [spot.moves], [spot.excess]
            ax.plot(
                *at, look.marker, ms=size, color=look.colour, mec="white", mew=0.6, clip_on=False, zorder=3 + beneath
            )
        self._plot_names(ax)
        ax.set_xlim(-0.04 * widest, 1.06 * widest)
        ax.set_ylim(-0.06 * highest, 1.08 * highest)
        ax.locator_params(integer=True, nbins=4)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.yaxis.set_major_formatter("{x:,.0f}")
        ax.set_xlabel("moves (partitions that change their owner)")
        ax.set_ylabel("imbalance (sum of squared\nloads above the best possible)")

    def _plot_line(self, ax: Axes, end: float, floor: float) -> None:
        if not self.reachable:
            return
        moves, excess = zip(*self.reachable, (end, self.reachable[-1][1]), strict=True)
        # A complete line has a step for each move. If numbers of moves are left out, it is the hull's.
        whole = len(self.reachable) == self.reachable[-1][0] + 1
        ax.plot(moves, excess, color=INK, lw=1, drawstyle="steps-post" if whole else "default")
        ax.fill_between(moves, excess, floor, step="post" if whole else None, color=GOOD, alpha=0.09, lw=0)

    def _plot_names(self, ax: Axes) -> None:
        ordered = sorted(self.spots, key=lambda spot: (-spot.excess, spot.moves))
        step = LINE / (max(HEIGHT, 0.6 + LINE * len(self.spots)) - 0.55)
        ax.text(1.6, 1.03, "moves", transform=ax.transAxes, ha="right", size=8.5, color=QUIET)
        for row, spot in enumerate(ordered):
            height = 0.97 - step * row
            look = look_of_target(spot.target)
            at, where = ([1.07], [height]), ax.transAxes
            ax.plot(
                *at,
                look.marker,
                ms=8 if look.marker == STAR else 6,
                color=look.colour,
                mec="white",
                mew=0.4,
                clip_on=False,
                transform=where,
            )
            ax.text(1.11, height, shorten(spot.target, 16), transform=where, va="center", size=8.5)
            ax.text(1.6, height, f"{spot.moves:,}", transform=where, va="center", ha="right", size=8.5, color=QUIET)
