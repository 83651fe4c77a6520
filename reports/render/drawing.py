"""
Draw figures: SVG for pages, PNG where somebody asks for one. The same data gives the same bytes.

A drawing is a plain object with a title (the finding), a text alternative, and a method that draws it: `plot` onto axes
of matplotlib, `sketch` onto a canvas of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable
from warnings import catch_warnings, filterwarnings

from kafka_assay.reports.render.canvas import Box, Canvas, Point, title_height, title_lines
from kafka_assay.reports.render.palette import INK, PAPER, QUIET, RULE
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOTS_PER_INCH = 144
"""The resolution of the PNG files: sharp on today's screens, and small."""

STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 9.5,
    "axes.edgecolor": RULE,
    "axes.labelcolor": QUIET,
    "axes.labelsize": 9,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.unicode_minus": True,
    "grid.color": RULE,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: it can be searched, copied and read aloud
    "svg.hashsalt": "kafka-assay",  # otherwise every run would give other ids
    "text.color": INK,
    "text.parse_math": False,  # names may contain dollar signs
    "xtick.color": QUIET,
    "xtick.labelsize": 9,
    "ytick.color": QUIET,
    "ytick.labelsize": 9,
}


class Frame(NamedTuple):
    """The size and margins of a figure in inches; matplotlib's layout engines take ten times as long as drawing."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


class Titled(Protocol):
    """A computed figure with its title."""

    @property
    def title(self) -> str:
        """The finding, in one sentence."""

    @property
    def alt(self) -> str:
        """A text alternative for the figure."""


class Plot(Titled, Protocol):
    """A figure that matplotlib draws."""

    @property
    def frame(self) -> Frame:
        """The size of the figure."""

    def plot(self, ax: Axes) -> None:
        """Draw it onto `ax`."""


@runtime_checkable
class Sketch(Titled, Protocol):
    """A figure of bars and text, which is drawn without matplotlib."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, in points."""

    def sketch(self, canvas: Canvas) -> None:
        """Draw it onto `canvas`, below the title."""


Drawing: TypeAlias = Plot | Sketch


def draw_svg(drawing: Drawing) -> str:
    """`drawing` as SVG. The same data gives the same text."""
    if isinstance(drawing, Sketch):
        canvas = Canvas(drawing.title, *drawing.size)
        drawing.sketch(canvas)
        return canvas.svg()
    svg = StringIO()
    _save(drawing, svg, format="svg", metadata={"Date": None, "Creator": None})
    return svg.getvalue()


def draw_png(drawing: Drawing) -> bytes:
    """`drawing` as PNG. Characters without a glyph become boxes, without a warning."""
    png = BytesIO()
    plot = _PlottedSketch(drawing) if isinstance(drawing, Sketch) else drawing
    _save(plot, png, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return png.getvalue()


class _PlottedSketch(Canvas):
    """A sketch as a plot: what it draws onto this canvas is drawn onto axes, in points and in the same order."""

    def __init__(self, sketch: Sketch) -> None:
        self._sketch = sketch
        self.title, self.alt = sketch.title, sketch.alt
        width, height = sketch.size
        self.frame = Frame(width / 72, height / 72, 0, 0, 0, 0)

    def plot(self, ax: Axes) -> None:
        """Draw the sketch; the title is drawn as that of any plot."""
        width, height = self._sketch.size
        self._ax, self.top = ax, 72 * title_height(self.title, width / 72)
        ax.set_axis_off()
        ax.set(xlim=(0, width), ylim=(height, 0))
        self._sketch.sketch(self)

    def _above(self) -> int:
        return len(self._ax.get_children())

    def boxes(self, boxes: Iterable[Box], colour: str, hatch: str = "", edge: float = 0.0) -> None:
        for left, top, wide, high in boxes:
            corners = [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)]
            self._paint(corners, facecolor=colour, linewidth=edge, hatch=hatch or None)

    def line(self, points: Sequence[Point], colour: str = INK, width: float = 0.8, *, dashed: bool = False) -> None:
        self._ax.plot(
            *zip(*points, strict=True), color=colour, lw=width, ls="--" if dashed else "-", zorder=self._above()
        )

    def polygon(self, corners: Sequence[Point], colour: str, *, opacity: float = 1.0, edge: float = 0.0) -> None:
        self._paint(corners, facecolor=colour, linewidth=edge, alpha=opacity)

    def _paint(self, corners: Sequence[Point], **looks: Any) -> None:
        self._ax.fill(*zip(*corners, strict=True), edgecolor="white", zorder=self._above(), **looks)

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
        from matplotlib.patheffects import withStroke

        self._ax.text(
            x,
            y,
            escape_unprintable(text),
            size=size,
            ha={"start": "left", "middle": "center", "end": "right"}[anchor],
            va="center",
            color=colour,
            weight="bold" if bold else "normal",
            rotation=90 if turned else 0,
            rotation_mode="anchor",
            path_effects=[withStroke(linewidth=3, foreground=backed)] if backed else None,
            zorder=self._above(),
        )


def _save(plot: Plot, file: BytesIO | StringIO, **wishes: Any) -> None:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    frame = plot.frame
    width, height = frame.width - frame.left - frame.right, frame.height - frame.top - frame.bottom
    place = frame.left / frame.width, frame.bottom / frame.height, width / frame.width, height / frame.height
    with mpl.rc_context(STYLE), catch_warnings():
        filterwarnings("ignore", message="Glyph .* missing from font")
        filterwarnings("ignore", message="Matplotlib currently does not support .* natively")
        figure = Figure(figsize=(frame.width, frame.height), facecolor=PAPER)
        ax = figure.add_axes(place, facecolor="none")
        plot.plot(ax)
        lines = title_lines(plot.title, frame.width)
        at = 0.1 / frame.width, 1 - 0.08 / frame.height
        figure.text(*at, "\n".join(lines), va="top", size=10.5, weight="bold", linespacing=1.25)
        figure.savefig(file, **wishes)


INLINE = {INK: "var(--ink)", QUIET: "var(--quiet)", RULE: "var(--rule)", PAPER: "var(--paper)"}
LEGIBLE = 9.0
"""A page never shows text of a figure smaller than this, in CSS pixels. A figure that is too wide then scrolls."""
FONT_SIZE = re.compile(r"font-size: ([\d.]+)px")
FONT_FAMILY = re.compile(r"font-family: [^;\"]*;? ?")
"""The fonts of each text. The page's style names them once."""
TAG = re.compile(r"<[^>]*>")
"""An XML tag. matplotlib escapes `>` in attributes, so a tag ends at the first one."""


def inline_svg(svg: str, name: str, alt: str) -> str:
    """
    An SVG file as an element of an HTML page, with unique ids and the page's colours.

    `name` must be a word that is unique on the page; `alt` is any text.
    """
    from markupsafe import escape

    def adapted(tag: re.Match[str]) -> str:
        text = re.sub(r'\b(id="|xlink:href="#)|(url\(#)', rf"\g<0>{name}-", tag[0])
        return re.sub("|".join(INLINE), lambda colour: INLINE[colour[0]], FONT_FAMILY.sub("", text))

    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*", "", body, flags=re.DOTALL)
    size = re.match(r'<svg[^>]*? width="([\d.]+)pt"[^>]*?viewBox="([^"]*)"[^>]*>', body, flags=re.DOTALL)
    if size is None:
        raise ValueError(f"not an SVG of matplotlib's: {body[:80]!r}")
    pixels = round(float(size[1]) * 96 / 72)
    smallest = min((float(points) for points in FONT_SIZE.findall(body)), default=LEGIBLE)
    legible = min(pixels, round(float(size[1]) * LEGIBLE / smallest))
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{size[2]}"'
        f' role="img" aria-label="{escape(alt)}" style="width:{pixels}px;--legible:{legible}px">'
    )
    return opening + TAG.sub(adapted, body[size.end() :])
