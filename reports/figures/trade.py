"""Balance against moves: the point of each answer, over the line below which no plan lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from kafka_assay.reports.frontier import FrontierReport
from kafka_assay.reports.render.canvas import Box, Canvas, Point, title_height
from kafka_assay.reports.render.palette import GOOD, INK, QUIET, RULE, TargetLook, look_of_target
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

CHART, HEIGHT = 192.0, 169.0
"""The width of the chart, and its least height, in points."""
LEFT, BOTTOM, LETTER = 70.5, 40.0, 5.6
STAR = "*"
LINE = 15.0
"""The height of each name at the side, in points."""
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
    def size(self) -> tuple[float, float]:
        """One size, higher only if there are many answers to name."""
        return self._width, self._chart.top + self._chart.height + BOTTOM

    @property
    def _width(self) -> float:
        return LEFT + self.scale * CHART + 40 + LETTER * self.letters

    @property
    def _chart(self) -> Box:
        top = 72 * title_height(self.title, self._width / 72) + 9
        return Box(LEFT, top, self.scale * CHART, max(self.scale * HEIGHT, 7 + LINE * len(self.spots)))

    @property
    def _is_far(self) -> bool:
        start = self.reachable[0][1] if self.reachable else 0
        return bool(self.reachable) and max((spot.excess for spot in self.spots), default=0) > FAR * max(1, start)

    def _place(self, moves: float, excess: float) -> Point:
        """The place of a point in the chart; its scales end a little beyond the last one."""
        chart, (widest, highest) = self._chart, self._most
        up = sqrt(excess / highest / 1.08) if self._is_far else (excess / highest + 0.06) / 1.14
        return chart.left + (moves / widest + 0.04) / 1.1 * chart.width, chart.top + (1 - up) * chart.height

    @property
    def _most(self) -> tuple[int, int]:
        """The most moves and the largest excess in the figure, at least 1."""
        points = [*((spot.moves, spot.excess) for spot in self.spots), *self.reachable, (1, 1)]
        return max(moves for moves, _ in points), max(excess for _, excess in points)

    def sketch(self, canvas: Canvas) -> None:
        """A marker for each answer; the names at the side, the least even at the top, each with marker and moves."""
        self._sketch_axes(canvas)
        self._sketch_line(canvas)
        seen: Counter[Point] = Counter()
        # A star hides least of the markers below it.
        for spot in sorted(self.spots, key=lambda spot: (spot.is_end, spot.look.marker == STAR)):
            place = self._place(spot.moves, spot.excess)
            size = 3 if spot.is_end else 11 - 2.2 * min(seen[place], 3)
            canvas.mark(*place, spot.look.marker, size, spot.look.colour)
            seen[place] += 1
        self._sketch_names(canvas)

    def _sketch_axes(self, canvas: Canvas) -> None:
        left, top, wide, high = self._chart
        right, below = left + wide, top + high
        widest, highest = self._most
        for moves in _round_numbers(widest, 4):
            x, _ = self._place(moves, 0)
            canvas.line([(x, top), (x, below)], RULE, 0.5)
            canvas.text(x, below + 11, f"{moves:,}", size=9, anchor="middle", colour=QUIET)
        for excess in _round_numbers(highest, 6):
            _, y = self._place(0, excess)
            canvas.line([(left, y), (right, y)], RULE, 0.5)
            canvas.text(left - 5, y, f"{excess:,}", size=9, anchor="end", colour=QUIET)
        canvas.line([(left, top), (left, below), (right, below)], RULE)
        x, y = left + wide / 2, top + high / 2
        canvas.text(x, below + 27, "moves (partitions that change their owner)", size=9, anchor="middle", colour=QUIET)
        root = ", square-root scale" if self._is_far else ""
        for row, words in enumerate(("imbalance (sum of squared loads", f"above the best possible{root})")):
            canvas.text(9 + 11 * row, y, words, size=9, anchor="middle", colour=QUIET, turned=True)

    def _sketch_line(self, canvas: Canvas) -> None:
        """The line, continued to the right at its lowest: more moves reach nothing better."""
        if not self.reachable:
            return
        places = [self._place(moves, excess) for moves, excess in self.reachable]
        points = [*places, (self._chart.left + self._chart.width, places[-1][1])]
        # A complete line has a step for each move. If numbers of moves are left out, it is the hull's.
        if len(self.reachable) == self.reachable[-1][0] + 1:
            steps = [[one, (then[0], one[1])] for one, then in pairwise(points)]
            points = [*(point for step in steps for point in step), points[-1]]
        floor = self._chart.top + self._chart.height
        canvas.polygon([*points, (points[-1][0], floor), (points[0][0], floor)], GOOD, opacity=0.09)
        canvas.line(points, INK, 1.2)
        for x, y in places if len(places) < 60 else ():
            canvas.mark(x, y, "o", 3, INK)

    def _sketch_names(self, canvas: Canvas) -> None:
        side, top = self._chart.left + self._chart.width, self._chart.top
        end = side + 32 + LETTER * self.letters
        canvas.text(end, top - 9, "moves", anchor="end", colour=QUIET)
        for row, spot in enumerate(sorted(self.spots, key=lambda spot: (-spot.excess, spot.moves, not spot.is_end))):
            y = top + 5 + LINE * row
            canvas.mark(side + 9, y, spot.look.marker, 8 if spot.look.marker == STAR else 6, spot.look.colour)
            canvas.text(side + 17, y, shorten(spot.target, self.letters), bold=spot.is_end)
            canvas.text(end, y, f"{spot.moves:,}", anchor="end", colour=QUIET)


def _round_numbers(most: int, count: int) -> range:
    """
    At most `count` round numbers up to `most`, and 0.

    >>> list(_round_numbers(35, 4))
    [0, 10, 20, 30]
    """
    steps = (digit * 10**zeros for zeros in range(len(str(most))) for digit in (1, 2, 5, 10))
    return range(0, most + 1, next(step for step in steps if most // step <= count))


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
