from __future__ import annotations

import pytest

from kafka_assay.reports.figures.trade import TradeFigure, TradePoint
from kafka_assay.reports.render.drawing import draw_svg


def figure(optimal_moves: int = 5, **spots: tuple[int, int]) -> TradeFigure:
    """Return the figure of these answers by name, each with its moves and its excess."""
    found = tuple(TradePoint(target=target, moves=moves, excess=excess) for target, (moves, excess) in spots.items())
    return TradeFigure(group="pay", optimal_moves=optimal_moves, spots=found)


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


def test_each_answer_is_named_beside_its_marker() -> None:
    """Even where several share one place."""
    svg = draw_svg(figure(today=(0, 9), sticky=(5, 0), optimal=(5, 0)))

    assert all(f">{name}<" in svg for name in ("today", "sticky", "optimal"))


def test_figure_height_grows_with_the_answers() -> None:
    many = figure(0, **{f"rule-{number}": (number, number) for number in range(40)})

    assert many.frame.height > figure(today=(0, 9)).frame.height


def test_reachable_line_is_drawn_and_described() -> None:
    spots = (TradePoint(target="today", moves=0, excess=8), TradePoint(target="sticky", moves=2, excess=0))
    with_line = TradeFigure(group="pay", optimal_moves=2, spots=spots, reachable=((0, 8), (1, 2), (2, 0)))

    assert "No plan lies below the line." in with_line.alt
    assert draw_svg(with_line) != draw_svg(TradeFigure(group="pay", optimal_moves=2, spots=spots))
    assert "line" not in TradeFigure(group="pay", optimal_moves=2, spots=spots).alt
