"""
Draw figures: SVG for pages, PNG where somebody asks for one. The same data gives the same bytes.

A drawing is a plain object with a title (the finding), a text alternative, and a method that draws it: `plot` onto axes
of matplotlib, `sketch` onto a canvas of ours.
"""

from __future__ import annotations

import re
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable
from warnings import catch_warnings, filterwarnings

from kafka_assay.reports.render.canvas import Canvas, title_lines
from kafka_assay.reports.render.palette import INK, PAPER, QUIET, RULE

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


def draw_png(plot: Plot) -> bytes:
    """`plot` as PNG. Characters without a glyph become boxes, without a warning."""
    png = BytesIO()
    _save(plot, png, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return png.getvalue()


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
