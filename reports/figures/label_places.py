"""
Place labels beside their points so that none covers another label, a point or a line.

Each label tries places around its point and takes the one that does least harm. Then all labels try again, now that
they know each other's places. Units are inches from the lower left corner of the axes.

adjustText is not used: it needs a drawn figure, and it ignores crossing leaders and markers that look like another's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import cos, hypot, pi, sin
from typing import NamedTuple, TypeAlias

At: TypeAlias = tuple[float, float]

DISTANCES = (0.1, 0.22, 0.34, 0.48, 0.64, 0.82, 1.02, 1.25, 1.5, 1.8, 2.2)
ANGLES = tuple(number * pi / 6 for number in (0, 1, -1, 3, -3, 6, 2, -2, 4, -4, 5, -5))
"""To the right first, then up and down."""
PASSES = 3
STEP = 0.07
"""The distance in inches between the points of a line that labels try not to cover."""
MARK = 0.07
"""Half the width of a marker."""


class LabelBox(NamedTuple):
    """A rectangle."""

    left: float
    bottom: float
    width: float
    height: float

    def common(self, other: LabelBox) -> float:
        """The area that both cover."""
        wide = min(self.left + self.width, other.left + other.width) - max(self.left, other.left)
        high = min(self.bottom + self.height, other.bottom + other.height) - max(self.bottom, other.bottom)
        return max(0.0, wide) * max(0.0, high)

    def holds(self, at: At) -> bool:
        """Whether a point is inside it."""
        return 0 <= at[0] - self.left <= self.width and 0 <= at[1] - self.bottom <= self.height

    def nearest(self, at: At) -> At:
        """Its nearest point to another point."""
        across = min(max(at[0], self.left), self.left + self.width)
        return across, min(max(at[1], self.bottom), self.bottom + self.height)

    def away(self, at: At) -> float:
        """The distance of a point from it."""
        near = self.nearest(at)
        return hypot(near[0] - at[0], near[1] - at[1])


def place_labels(points: Sequence[At], sizes: Sequence[At], line: Sequence[At], room: LabelBox) -> list[LabelBox]:
    """
    A box of the given size for the label of each point, within `room` if possible.

    >>> [box] = place_labels([(1.0, 1.0)], [(0.5, 0.2)], [], LabelBox(0.0, 0.0, 3.0, 3.0))
    >>> round(box.left, 2), round(box.bottom, 2)
    (1.1, 0.9)
    """
    found: dict[int, LabelBox] = {}
    for _ in range(PASSES):
        before = dict(found)
        for number, point in enumerate(points):
            others = [(points[other], box) for other, box in found.items() if other != number]
            marks = [at for at in points if at != point]
            found[number] = _best(_around(point, sizes[number]), point, others, marks, line, room)
        if found == before:
            break
    return [found[number] for number in range(len(points))]


def leader_line(point: At, box: LabelBox) -> list[At]:
    """Points on the line from a label's point to its box."""
    near = box.nearest(point)
    steps = int(box.away(point) / STEP)
    return [
        (point[0] + (near[0] - point[0]) * step / steps, point[1] + (near[1] - point[1]) * step / steps)
        for step in range(1, steps + 1)
    ]


def _around(point: At, size: At) -> Iterator[LabelBox]:
    for distance, angle in product(DISTANCES, ANGLES):
        across, up = cos(angle), sin(angle)
        # The box must be wholly on its side of the point, so half its size is added to the distance.
        left = point[0] + across * distance + size[0] / 2 * (_side(across) - 1)
        bottom = point[1] + up * distance + size[1] / 2 * (_side(up) - 1)
        yield LabelBox(left, bottom, *size)


def _side(part: float) -> int:
    return 0 if abs(part) < 1e-9 else 1 if part > 0 else -1


def _best(
    candidates: Iterator[LabelBox],
    point: At,
    others: Sequence[tuple[At, LabelBox]],
    marks: Sequence[At],
    line: Sequence[At],
    room: LabelBox,
) -> LabelBox:
    """
    The candidate that overlaps least with others or the outside of the room; among equals the one with least disorder.
    """
    occupied = [box for _, box in others] + [LabelBox(x - MARK, y - MARK, 2 * MARK, 2 * MARK) for x, y in marks]
    led = [step for at, box in others for step in leader_line(at, box)]
    best: tuple[float, float, LabelBox] | None = None
    for box in candidates:
        hidden = 5 * (box.width * box.height - box.common(room)) + sum(map(box.common, occupied))
        if best is None or hidden <= best[0] + 1e-9:
            disorder = _disorder(box, point, occupied, led, marks, line)
            if best is None or hidden < best[0] - 1e-9 or disorder < best[1] - 1e-9:
                best = hidden, disorder, box
    assert best is not None, "there is always a candidate"
    return best[2]


def _disorder(
    box: LabelBox, point: At, occupied: Sequence[LabelBox], led: Sequence[At], marks: Sequence[At], line: Sequence[At]
) -> float:
    """
    The cost of a label's place.

    It adds lines under the label, a leader that is long or crosses others, and a marker that seems to be the label's
    own.
    """
    way = leader_line(point, box)
    hidden = sum(map(box.holds, line)) + sum(map(box.holds, led))
    crossed = sum(other.holds(step) for step in way for other in occupied)
    tangled = sum(hypot(x - u, y - v) < STEP for x, y in way for u, v in led) if way else 0
    along = sum(hypot(x - u, y - v) < STEP for x, y in way for u, v in line) if way else 0
    distance = box.away(point)
    mistaken = sum(box.away(mark) <= distance for mark in marks)
    return 4 * hidden + 9 * crossed + 6 * tangled + 4 * along + 8 * mistaken + 5 * distance
