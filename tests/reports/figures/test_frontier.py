from __future__ import annotations

import pytest

from kafka_assay.reports.answer.frontier import FrontierReport
from kafka_assay.reports.figures.frontier import FrontierFigure
from kafka_assay.reports.render.drawing import draw_png, draw_svg
from tests.reports.answer.test_frontier import frontier_of, spot


def test_both_ends_and_every_answer_are_named() -> None:
    """Answers at one place share a label."""
    figure = FrontierFigure(
        frontier_of([16, 10, 8], spots=[spot("today", 0, 16), spot("sticky", 2, 8), spot("fair", 3, 8)])
    )

    svg = draw_svg(figure)

    assert all(f">{name}<" in svg for name in ("sticky yet fair", "today", "fair yet sticky", "sticky", "fair"))
    assert "pay: the best balance takes 2 moves; 1 move gives half of the improvement" == figure.title
    assert "from 8 at 0 moves (sticky yet fair) to 0 at 2 (fair yet sticky)" in figure.alt


@pytest.mark.parametrize(
    "given",
    [
        frontier_of([0]),
        frontier_of([8], spots=[spot("optimal", 0, 8), spot("range", 3, 800)]),
        frontier_of([1000 - number for number in range(0, 200, 2)]),
        frontier_of([40, 20, 12], moves=[0, 30, 90], spots=[spot("today", 0, 40)]),
        frontier_of(
            [16, 8], spots=[spot(f"exec:{'x' * 80}#{number}", 1 + number % 3, 8 + number) for number in range(20)]
        ),
    ],
)
def test_every_frontier_is_drawn(given: FrontierReport) -> None:
    """One point, an outlier, many points, gaps, twenty answers with long names."""
    assert draw_png(FrontierFigure(given)).startswith(b"\x89PNG")


def test_outlier_switches_to_a_square_root_scale() -> None:
    assert "square-root scale" in draw_svg(FrontierFigure(frontier_of([16, 8], spots=[spot("range", 3, 800)])))
    assert "square-root scale" not in draw_svg(FrontierFigure(frontier_of([16, 8], spots=[spot("range", 3, 20)])))


def test_same_frontier_gives_the_same_bytes() -> None:
    figure = FrontierFigure(frontier_of([16, 10, 8], spots=[spot("today", 0, 16)]))

    assert draw_svg(figure) == draw_svg(figure)
