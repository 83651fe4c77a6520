from __future__ import annotations

from xml.etree.ElementTree import fromstring

from kafka_assay.reports.figures.totals import TotalsFigure
from kafka_assay.reports.render.drawing import DOTS_PER_INCH, draw, inline_svg

HOSTILE = '<b>$x^2$ #1f2328 id="x" 日本'
FIGURE = TotalsFigure(title=f"Finding of {HOSTILE}", unit="moves", totals=((HOSTILE, 3), ("range", 5)), least=1)


def texts(svg: str) -> str:
    """Return the words in an SVG."""
    return " ".join("".join(element.itertext()) for element in fromstring(svg).iter() if element.tag.endswith("text"))


def test_same_data_gives_the_same_bytes() -> None:
    """No date, no random id."""
    assert draw(FIGURE) == draw(FIGURE)


def test_svg_text_stays_text() -> None:
    """It can be searched and copied, and dollars do not start a formula."""
    svg = draw(FIGURE).svg

    assert "$x^2$" in texts(svg)
    assert "日本" in texts(svg)


def test_png_has_the_size_of_the_frame() -> None:
    """Inches times dots per inch."""
    png = draw(FIGURE).png

    width = int.from_bytes(png[16:20], "big")
    assert int(FIGURE.frame.width * DOTS_PER_INCH) == width


def test_inlined_figure_uses_the_colours_of_the_page() -> None:
    """Text that looks like a colour or an id stays."""
    svg = inline_svg(draw(FIGURE).svg, "totals-1", "alt")

    assert "var(--ink)" in svg
    assert "#1f2328" in texts(svg)
    assert 'id="x"' in texts(svg)


def test_ids_of_inlined_figures_are_unique() -> None:
    one, other = (inline_svg(draw(FIGURE).svg, name, "alt") for name in ("one", "other"))

    ids = [{element.get("id") for element in fromstring(svg).iter() if element.get("id")} for svg in (one, other)]
    assert ids[0]
    assert set() == ids[0] & ids[1]


def test_label_of_an_inlined_figure_is_escaped() -> None:
    svg = inline_svg(draw(FIGURE).svg, "one", '"><script>')

    assert '"><script>' == fromstring(svg).get("aria-label")
