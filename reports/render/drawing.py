"""
Draw figures to files: SVG for pages, PNG for everything else. The same data gives the same bytes.

A drawing is a plain object with a title (the finding), a text alternative, and a method `plot`. That method draws onto
axes, its own or a user's.
"""

from __future__ import annotations

import re
from io import BytesIO, StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from warnings import catch_warnings, filterwarnings

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
    """
    The size of a figure and the margins around its axes, in inches.

    Margins are given, because matplotlib's layout engines take ten times as long as drawing.
    """

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


class Drawing(Protocol):
    """A computed figure that can be drawn."""

    @property
    def title(self) -> str:
        """The finding, in one sentence."""

    @property
    def alt(self) -> str:
        """A text alternative for the figure."""

    @property
    def frame(self) -> Frame:
        """The size of the figure."""

    def plot(self, ax: Axes) -> None:
        """Draw it onto `ax`."""


class DrawnFiles(NamedTuple):
    """A drawing as files: SVG text and PNG bytes."""

    svg: str
    png: bytes


def draw(drawing: Drawing) -> DrawnFiles:
    """
    `drawing` on axes of its own, as SVG and PNG. Characters without a glyph become boxes in the PNG, without a warning.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    frame = drawing.frame
    with mpl.rc_context(STYLE), catch_warnings():
        filterwarnings("ignore", message="Glyph .* missing from font")
        filterwarnings("ignore", message="Matplotlib currently does not support .* natively")
        figure = Figure(figsize=(frame.width, frame.height), facecolor=PAPER)
        FigureCanvasAgg(figure)
        ax = figure.add_axes(_inside(frame), facecolor="none")
        drawing.plot(ax)
        _draw_title(ax, drawing.title, frame)
        png, svg = BytesIO(), StringIO()
        figure.savefig(png, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    return DrawnFiles(svg=svg.getvalue(), png=png.getvalue())


def _inside(frame: Frame) -> tuple[float, float, float, float]:
    width = frame.width - frame.left - frame.right
    height = frame.height - frame.top - frame.bottom
    return frame.left / frame.width, frame.bottom / frame.height, width / frame.width, height / frame.height


def _draw_title(ax: Axes, title: str, frame: Frame) -> None:
    text = "\n".join(wrap(title, width=int(frame.width * 10.6)))
    figure = ax.get_figure()
    if figure is not None:
        figure.text(
            0.1 / frame.width, 1 - 0.08 / frame.height, text, va="top", size=10.5, weight="bold", linespacing=1.25
        )


def title_height(title: str, width: float) -> float:
    """The height in inches of `title` at the top of a figure `width` inches wide, with the space below."""
    return 0.2 + 0.19 * len(wrap(title, width=int(width * 10.6)))


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
