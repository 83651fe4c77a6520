from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from kafka_assay.pipeline.audit.audit_row import Grade
from kafka_assay.reports.figures.bars import GradesFigure
from kafka_assay.reports.figures.dots import Dot, DotPanel, DotRow, DotsFigure
from kafka_assay.reports.render.drawing import DOTS_PER_INCH, Drawing, draw_png, draw_svg, inline_svg

HOSTILE = '<b>$x^2$ #1f2328 id="x" 日本'
SKETCH = GradesFigure(f"Finding of {HOSTILE}", [(HOSTILE, {Grade.INVALID: 3}), ("range", {Grade.LESS_EVEN: 5})])
PLOT = DotsFigure(title=HOSTILE, alt="", panels=(DotPanel("p"),), rows=[DotRow(HOSTILE, ((Dot(1, 0, 2),),))])
both = pytest.mark.parametrize("figure", [SKETCH, PLOT], ids=["sketch", "plot"])


def texts(svg: str) -> str:
    """Return the words in an SVG."""
    return " ".join("".join(element.itertext()) for element in fromstring(svg).iter() if element.tag.endswith("text"))


@both
def test_same_data_gives_the_same_bytes(figure: Drawing) -> None:
    """No date, no random id."""
    assert draw_svg(figure) == draw_svg(figure)
    assert draw_png(figure) == draw_png(figure)


@both
def test_svg_text_stays_text(figure: Drawing) -> None:
    """It can be searched and copied, and dollars do not start a formula."""
    svg = draw_svg(figure)

    assert "$x^2$" in texts(svg)
    assert "日本" in texts(svg)


@pytest.mark.parametrize(("figure", "inches"), [(SKETCH, SKETCH.size[0] / 72), (PLOT, PLOT.frame.width)])
def test_png_has_the_size_of_the_frame(figure: Drawing, inches: float) -> None:
    """Inches times dots per inch."""
    png = draw_png(figure)

    width = int.from_bytes(png[16:20], "big")
    assert int(inches * DOTS_PER_INCH) == width


@both
def test_inlined_figure_uses_the_colours_of_the_page(figure: Drawing) -> None:
    """Text that looks like a colour or an id stays."""
    svg = inline_svg(draw_svg(figure), "totals-1", "alt")

    assert "var(--ink)" in svg
    assert "#1f2328" in texts(svg)
    assert 'id="x"' in texts(svg)


@both
def test_ids_of_inlined_figures_are_unique(figure: Drawing) -> None:
    one, other = (inline_svg(draw_svg(figure), name, "alt") for name in ("one", "other"))

    ids = [{element.get("id") for element in fromstring(svg).iter() if element.get("id")} for svg in (one, other)]
    assert ids[0]
    assert set() == ids[0] & ids[1]


@both
def test_label_of_an_inlined_figure_is_escaped(figure: Drawing) -> None:
    svg = inline_svg(draw_svg(figure), "one", '"><script>')

    assert '"><script>' == fromstring(svg).get("aria-label")
