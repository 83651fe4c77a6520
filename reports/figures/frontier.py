"""The frontier of a group: the best balance for each number of moves, and the point of each answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from kafka_assay.reports.answer.frontier import FrontierReport, TargetPoint
from kafka_assay.reports.figures.label_places import STEP, LabelBox, leader_line, place_labels
from kafka_assay.reports.render.canvas import title_height
from kafka_assay.reports.render.drawing import Frame
from kafka_assay.reports.render.palette import GOOD, INK, PAPER, QUIET, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes


WIDTH, CHART = 7.2, 3.9
LEFT, RIGHT, BOTTOM = 0.95, 0.35, 0.62
SIZE, LETTER, LINE = 8.5, 0.066, 0.155
"""Of labels: the font size in points, and the width of a letter and height of a line in inches."""
LETTERS = 30
FAR = 6.0
"""
If an answer is this many times less even than moving nothing, the scale changes so that the frontier stays visible.
"""
ENDS = "sticky yet fair", "fair yet sticky"


class _Place(NamedTuple):
    """All targets at one point. `end` is the name of the frontier's end, if it is one."""

    moves: int
    excess: int
    targets: tuple[str, ...]
    end: str = ""

    @property
    def label(self) -> str:
        """The end's name and the targets, in short lines."""
        names = wrap(", ".join(shorten(target, LETTERS - 2) for target in self.targets), LETTERS)
        return "\n".join(([self.end] if self.end else []) + names)


@dataclass(frozen=True, slots=True)
class FrontierFigure:
    """Moves on the horizontal axis, imbalance on the vertical. Nothing lies below the line."""

    report: FrontierReport

    @property
    def title(self) -> str:
        """The cost of the best balance, and how much of the gain comes early."""
        return f"{shorten(self.report.group, 40)}: {self.report.finding}"

    @property
    def alt(self) -> str:
        """The ends and the answers in words."""
        report, best = self.report, self.report.fair.squares
        points = "; ".join(
            f"{spot.target}: {quantity(spot.moves, 'move')}, {spot.squares - best:,} above" for spot in report.spots
        )
        return (
            "A falling line: the least sum of squared loads above the best possible for each number of moves, from "
            f"{report.sticky.squares - best:,} at 0 moves (sticky yet fair) to 0 at {report.fair.moves:,} (fair yet "
            f"sticky). Points: {points or 'none'}."
        )

    @property
    def frame(self) -> Frame:
        """One size, with room for the title."""
        top = title_height(self.title, WIDTH) + 0.15
        return Frame(WIDTH, top + CHART + BOTTOM, LEFT, RIGHT, top, BOTTOM)

    def plot(self, ax: Axes) -> None:
        """The line, the area under it that no plan reaches, and a labelled marker for each answer."""
        widest, highest = self._extent()
        ax.set_xlim(-0.05 * widest, 1.05 * widest)
        if self._is_far:
            ax.set_yscale("function", functions=(_root, _square))
            ax.set_ylim(0, 1.1 * highest)
        else:
            ax.set_ylim(-0.06 * highest, 1.08 * highest)
        ax.grid(visible=True, lw=0.5)
        ax.set_axisbelow(True)
        self._plot_line(ax)
        for place in self._places():
            self._plot_markers(ax, place)
        self._plot_labels(ax)
        ax.locator_params(axis="x", integer=True, nbins=6)
        ax.xaxis.set_major_formatter("{x:,.0f}")
        ax.yaxis.set_major_formatter("{x:,.0f}")
        ax.set_xlabel("moves (partitions that change their owner)")
        scale = ", square-root scale" if self._is_far else ""
        ax.set_ylabel(f"imbalance (sum of squared loads\nabove the best possible{scale})")

    @property
    def _is_far(self) -> bool:
        return max((one.excess for one in self._places()), default=0) > FAR * max(1, self._excess(0))

    @property
    def _is_whole(self) -> bool:
        return len(self.report.points) == self.report.fair.moves + 1

    def _excess(self, point: int) -> int:
        return self.report.points[point].squares - self.report.fair.squares

    def _extent(self) -> tuple[int, int]:
        places = self._places()
        return max(place.moves for place in places) or 1, max(place.excess for place in places) or 1

    def _places(self) -> list[_Place]:
        """The ends first, then the others, the most even first."""
        at: dict[tuple[int, int], list[TargetPoint]] = defaultdict(list)
        ends: dict[tuple[int, int], str] = {}
        for name, point in zip(ENDS, (self.report.sticky, self.report.fair), strict=True):
            where = point.moves, point.squares - self.report.fair.squares
            ends[where] = f"{ends[where]} = {name}" if where in ends else name
            at[where] = []
        for spot in self.report.spots:
            at[spot.moves, spot.squares - self.report.fair.squares].append(spot)
        return [
            _Place(*where, tuple(spot.target for spot in spots), ends.get(where, ""))
            for where, spots in sorted(at.items(), key=lambda item: (item[0] not in ends, item[0][1], item[0][0]))
        ]

    def _line(self) -> tuple[list[int], list[int]]:
        """The frontier, continued to the right at its lowest: more moves reach nothing better."""
        moves = [point.moves for point in self.report.points]
        excess = [point.squares - self.report.fair.squares for point in self.report.points]
        widest, _ = self._extent()
        return ([*moves, round(1.05 * widest) + 1], [*excess, 0])

    def _plot_line(self, ax: Axes) -> None:
        moves, excess = self._line()
        # Between the given numbers of moves the line is the hull's.
        ax.plot(moves, excess, color=INK, lw=1.4, drawstyle="steps-post" if self._is_whole else "default")
        floor = ax.get_ylim()[0]
        ax.fill_between(moves, excess, floor, step="post" if self._is_whole else None, color=GOOD, alpha=0.09, lw=0)
        if len(moves) <= 60:
            ax.plot(moves[:-1], excess[:-1], "o", ms=3, color=INK)

    def _plot_markers(self, ax: Axes, place: _Place) -> None:
        for beneath, target in enumerate(
            sorted(place.targets, key=lambda target: look_of_target(target).marker == "*")
        ):
            look = look_of_target(target)
            at = [place.moves], [place.excess]
            size = 11 - 1.8 * min(beneath, 4)
            ax.plot(
                *at, look.marker, ms=size, color=look.colour, mec="white", mew=0.6, clip_on=False, zorder=4 + beneath
            )

    def _plot_labels(self, ax: Axes) -> None:
        """The labels near their points, with a thin line to those that had to be placed further away."""
        wide, high = WIDTH - LEFT - RIGHT, CHART
        found = self._places()
        points = [self._inches(ax, place.moves, place.excess) for place in found]
        sizes = [_size(place.label) for place in found]
        ends = list(zip(*self._line(), strict=True))
        # A step is drawn across first, then down.
        steps = [at for here, there in pairwise(ends) for at in (here, (there[0], here[1]))] if self._is_whole else ends
        line = [self._inches(ax, moves, excess) for moves, excess in steps]
        boxes = place_labels(points, sizes, _densely(line), LabelBox(0.02, 0.02, wide - 0.04, high - 0.04))
        for place, point, box in zip(found, points, boxes, strict=True):
            middle = (box.left + box.width / 2) / wide, (box.bottom + box.height / 2) / high
            self._plot_leader(ax, point, box)
            ax.text(
                *middle,
                place.label,
                transform=ax.transAxes,
                ha="center",
                va="center",
                size=SIZE,
                weight="bold" if place.end and not place.targets else "normal",
                linespacing=1.15,
                zorder=9,
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.75},
            )

    def _plot_leader(self, ax: Axes, point: tuple[float, float], box: LabelBox) -> None:
        way = [point, *leader_line(point, box)]
        if len(way) > 3:
            wide, high = WIDTH - LEFT - RIGHT, CHART
            ends = [way[0][0] / wide, way[-1][0] / wide], [way[0][1] / high, way[-1][1] / high]
            ax.plot(*ends, color=QUIET, lw=0.7, transform=ax.transAxes, zorder=3, clip_on=False)

    def _inches(self, ax: Axes, moves: float, excess: float) -> tuple[float, float]:
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        if self._is_far:
            excess, low, high = _root(excess), _root(low), _root(high)
        level = (excess - low) / (high - low)
        return (moves - left) / (right - left) * (WIDTH - LEFT - RIGHT), level * CHART


def _root(excess: Any) -> Any:
    import numpy as np

    return np.sqrt(np.maximum(excess, 0))


def _square(height: Any) -> Any:
    return height * height


def _size(label: str) -> tuple[float, float]:
    lines = label.split("\n")
    return LETTER * max(map(len, lines)) + 0.06, LINE * len(lines) + 0.04


def _densely(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points along a line, so close that no label fits between them."""
    dense = []
    for (x, y), (to_x, to_y) in pairwise(line):
        steps = 1 + int(max(abs(to_x - x), abs(to_y - y)) / STEP)
        dense += [(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(steps)]
    return dense
