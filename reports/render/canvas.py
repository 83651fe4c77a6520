"""
Figures of bars, lines, markers and text as SVG, in points from the upper left corner. Used for a group's figures.

matplotlib takes 50 to 130 ms for such a figure, most of it for text, and a report has a hundred of them.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Sequence
from html import escape
from math import pi
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from kafka_assay.reports.render.palette import INK, PAPER
from kafka_assay.reports.wording.safe_names import escape_unprintable

HATCHES = {
    "/": (45, "M{0},0V9"),
    "\\": (-45, "M{0},0V9"),
    "x": (45, "M{0},0V9M0,{0}H9"),
    "+": (0, "M{0},0V9M0,{0}H9"),
    "-": (0, "M0,{0}H9"),
    ".": (45, "M{0},{0}h0.6v0.6h-0.6z"),
}
"""Character of a hatch -> its angle, and the path in a tile with this middle. As in matplotlib, more are denser."""


def _ring(corners: int, start: float = 0.0, radii: Sequence[float] = (1.0,)) -> list[complex]:
    """Corners around 0, clockwise from `start`, in parts of a turn from the top; their `radii` take turns."""
    return [rect(radii[at % len(radii)], (at / corners + start) * 2 * pi - pi / 2) for at in range(corners)]


_PLUS = [turn * corner for turn in (1, 1j, -1, -1j) for corner in (-0.35 - 1j, 0.35 - 1j, 0.35 - 0.35j)]
MARKERS = {
    "o": _ring(24),
    "s": _ring(4, 1 / 8, (1.35,)),
    "D": _ring(4, radii=(1.3,)),
    "d": _ring(4, radii=(1.3, 0.8)),
    "^": _ring(3, radii=(1.2,)),
    ">": _ring(3, 1 / 4, (1.2,)),
    "v": _ring(3, 1 / 2, (1.2,)),
    "<": _ring(3, 3 / 4, (1.2,)),
    "p": _ring(5, radii=(1.1,)),
    "h": _ring(6, radii=(1.1,)),
    "H": _ring(6, 1 / 12, (1.1,)),
    "8": _ring(8, 1 / 16, (1.1,)),
    "*": _ring(10, radii=(1.2, 0.46)),
    "P": _PLUS,
    "X": [corner * rect(1, pi / 4) for corner in _PLUS],
}
"""Name of a marker, as in matplotlib -> its corners, for a radius of 1."""


class Box(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    width: float
    height: float


Point: TypeAlias = tuple[float, float]


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.4g},{y:.4g}" for x, y in points)


def title_lines(title: str, width: float) -> list[str]:
    """The rows of `title` at the top of a figure `width` inches wide."""
    return wrap(title, width=int(width * 10.6))


def title_height(title: str, width: float) -> float:
    """The height in inches of `title` at the top of a figure `width` inches wide, with the space below."""
    return 0.2 + 0.19 * len(title_lines(title, width))


class Canvas:
    """A figure that starts with its title, whose rows end at `top`."""

    def __init__(self, title: str, width: float, height: float) -> None:
        self._width, self._height = width, height
        self._parts: list[str] = []
        self._patterns: dict[str, str] = {}
        self.boxes([Box(0, 0, width, height)], PAPER)
        for row, line in enumerate(title_lines(title, width / 72)):
            self.text(7, 11.5 + 13.7 * row, line, size=10.5, bold=True)
        self.top = 72 * title_height(title, width / 72)

    def boxes(self, boxes: Iterable[Box], colour: str, hatch: str = "", edge: float = 0.0) -> None:
        """Rectangles of one colour as one path, which keeps the file small, with white edges of this width."""
        path = "".join(f"M{x:.4g},{y:.4g}h{wide:.4g}v{high:.4g}h{-wide:.4g}z" for x, y, wide, high in boxes)
        outline = f' stroke="#ffffff" stroke-width="{edge}"' if edge else ""
        if path:
            self._parts.append(f'<path d="{path}" fill="{self._fill(colour, hatch)}"{outline}/>')

    def line(self, points: Sequence[Point], colour: str = INK, width: float = 0.8, *, dashed: bool = False) -> None:
        """A line through these points."""
        dashes = ' stroke-dasharray="3.2,2.4"' if dashed else ""
        stroke = f'stroke="{colour}" stroke-width="{width}"{dashes}'
        self._parts.append(f'<path d="{_path(points)}" fill="none" {stroke}/>')

    def polygon(self, corners: Sequence[Point], colour: str, *, opacity: float = 1.0, edge: float = 0.0) -> None:
        """A filled polygon, with a white edge of this width."""
        looks = f'fill="{colour}" fill-opacity="{opacity}" stroke="#ffffff" stroke-width="{edge}"'
        self._parts.append(f'<path d="{_path(corners)}z" {looks}/>')

    def mark(self, x: float, y: float, marker: str, size: float, colour: str) -> None:
        """A marker of this size with its middle at `x` and `y`."""
        corners = [(x + corner.real * size / 2, y + corner.imag * size / 2) for corner in MARKERS[marker]]
        self.polygon(corners, colour, edge=0.5)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 8.5,
        anchor: str = "start",
        colour: str = INK,
        bold: bool = False,
        turned: bool = False,
        backed: str = "",
    ) -> None:
        """
        Text whose middle line is at `y`; `turned` text runs upwards. `backed` is the colour of an outline around the
        letters, so that nothing crosses them.
        """
        at = f' transform="rotate(-90 {x:.4g} {y:.4g})"' if turned else ""
        style = f"font-size: {size}px"
        style += "; font-weight: bold" if bold else ""
        style += f"; paint-order: stroke; stroke: {backed}; stroke-width: 3px" if backed else ""
        shown = escape(escape_unprintable(text), quote=False)
        where = f'x="{x:.4g}" y="{y + 0.36 * size:.4g}" text-anchor="{anchor}"'
        self._parts.append(f'<text {where} fill="{colour}" style="{style}"{at}>{shown}</text>')

    def svg(self) -> str:
        """The file."""
        size = f'width="{self._width:g}pt" height="{self._height:g}pt" viewBox="0 0 {self._width:g} {self._height:g}"'
        body = "\n".join([f"<defs>{''.join(self._patterns.values())}</defs>", *self._parts])
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
            f'{size} font-family="DejaVu Sans, sans-serif">\n{body}\n</svg>\n'
        )

    def _fill(self, colour: str, hatch: str) -> str:
        if not hatch:
            return colour
        name = f"hatch-{colour[1:]}-{ord(hatch[0])}-{len(hatch)}"
        tile = 12 / len(hatch)
        angle, path = HATCHES[hatch[0]]
        self._patterns[name] = (
            f'<pattern id="{name}" width="{tile:g}" height="{tile:g}" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate({angle})"><path d="M0,0h9v9h-9z" fill="{colour}"/>'
            f'<path d="{path.format(tile / 2)}" fill="none" stroke="#ffffff" stroke-width="0.7"/></pattern>'
        )
        return f"url(#{name})"
