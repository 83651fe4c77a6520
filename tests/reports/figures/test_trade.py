from __future__ import annotations

import pytest

from kafka_assay.reports.figures.trade import TradeFigure, TradePoint, frontier_figure, trade_figure
from kafka_assay.reports.frontier import FrontierReport
from kafka_assay.reports.render.drawing import draw_png, draw_svg
from tests.reports.test_frontier import frontier_of, spot


def figure(optimal_moves: int = 5, **spots: tuple[int, int]) -> TradeFigure:
    """Return the figure of these answers by name, each with its moves and its excess."""
    found = [TradePoint(target=target, moves=moves, excess=excess) for target, (moves, excess) in spots.items()]
    return trade_figure("pay", optimal_moves, found)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (figure(today=(0, 9), sticky=(5, 0)), "pay: the best balance takes 5 moves, also with sticky"),
        (figure(today=(0, 9), fair=(8, 0)), "pay: the best balance takes 5 moves; with fair it takes 8"),
        (figure(today=(0, 9), range=(8, 1)), "pay: the best balance takes 5 moves; no assignor reaches it"),
        (figure(0, today=(0, 0), fair=(8, 0)), "pay: no move is needed; fair makes 8 moves"),
        (figure(0, today=(0, 0), sticky=(0, 0)), "pay: no move is needed, and no assignor makes one"),
    ],
)
def test_title_names_the_answers_with_the_best_balance(given: TradeFigure, expected: str) -> None:
    """With their moves."""
    assert expected == given.title


def test_reachable_line_is_drawn_and_described() -> None:
    spots = (TradePoint(target="today", moves=0, excess=8), TradePoint(target="sticky", moves=2, excess=0))
    with_line = trade_figure("pay", 2, spots, ((0, 8), (1, 2), (2, 0)))

    assert "No plan lies below the line." in with_line.alt
    assert draw_svg(with_line) != draw_svg(trade_figure("pay", 2, spots))
    assert "line" not in trade_figure("pay", 2, spots).alt


def test_both_ends_of_a_frontier_and_every_answer_are_named() -> None:
    """Even where several share one place. The height grows with the answers."""
    spots = [spot("today", 0, 16), spot("sticky", 2, 8), spot("optimal", 2, 8), spot("fair", 3, 8)]
    figure = frontier_figure(frontier_of([16, 10, 8], spots=spots))
    many = frontier_figure(frontier_of([16, 10, 8], spots=[spot(f"rule-{n}", n, 16 + n) for n in range(40)]))

    svg = draw_svg(figure)

    names = ("sticky yet fair", "today", "fair yet sticky", "sticky", "optimal", "fair")
    assert all(f">{name}<" in svg for name in names)
    assert many.size[1] > figure.size[1]
    assert "pay: the best balance takes 2 moves; 1 move gives half of the improvement" == figure.title
    assert "sticky yet fair: 0 moves, 8 above; fair yet sticky: 2 moves, 0 above" in figure.alt


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
    assert draw_png(frontier_figure(given)).startswith(b"\x89PNG")


def test_outlier_switches_to_a_square_root_scale() -> None:
    assert "square-root scale" in draw_svg(frontier_figure(frontier_of([16, 8], spots=[spot("range", 3, 800)])))
    assert "square-root scale" not in draw_svg(frontier_figure(frontier_of([16, 8], spots=[spot("range", 3, 20)])))
