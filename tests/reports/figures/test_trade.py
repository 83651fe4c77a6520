"""Tests of `kafka_assay.reports.figures.trade`."""

from __future__ import annotations

import pytest

from kafka_assay.reports.figures.trade import TradeFigure, TradePoint
from kafka_assay.reports.render.drawing import draw


def figure(optimal_moves: int = 5, **spots: tuple[int, int]) -> TradeFigure:
    """Answers by name, each with its moves and its excess."""
    found = tuple(TradePoint(target=target, moves=moves, excess=excess) for target, (moves, excess) in spots.items())
    return TradeFigure(group="pay", optimal_moves=optimal_moves, spots=found)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (figure(today=(0, 9), sticky=(5, 0)), "pay: the best balance costs 5 moves, with sticky too"),
        (figure(today=(0, 9), fair=(8, 0)), "pay: the best balance costs 5 moves; with fair it takes 8"),
        (figure(today=(0, 9), range=(8, 1)), "pay: the best balance costs 5 moves; no other strategy reaches it"),
        (figure(0, today=(0, 0), fair=(8, 0)), "pay: nothing need move; fair would move 8 partitions"),
        (figure(0, today=(0, 0), sticky=(0, 0)), "pay: nothing need move, and nothing would"),
    ],
)
def test_the_title_says_who_reaches_the_best_balance(given: TradeFigure, expected: str) -> None:
    """And at what price."""
    assert expected == given.title


def test_every_answer_is_named_beside_its_marker() -> None:
    """Answers that stand in one place are named all the same."""
    svg = draw(figure(today=(0, 9), sticky=(5, 0), optimal=(5, 0))).svg

    assert all(f">{name}<" in svg for name in ("today", "sticky", "optimal"))


def test_many_answers_make_the_figure_higher() -> None:
    """There is a line for each name."""
    many = figure(0, **{f"rule-{number}": (number, number) for number in range(40)})

    assert many.frame.height > figure(today=(0, 9)).frame.height


def test_the_reachable_line_is_drawn_under_the_answers() -> None:
    """And said in words; without it nothing is said."""
    spots = (TradePoint(target="today", moves=0, excess=8), TradePoint(target="sticky", moves=2, excess=0))
    with_line = TradeFigure(group="pay", optimal_moves=2, spots=spots, reachable=((0, 8), (1, 2), (2, 0)))

    assert "No plan lies below the line." in with_line.alt
    assert draw(with_line) != draw(TradeFigure(group="pay", optimal_moves=2, spots=spots))
    assert "line" not in TradeFigure(group="pay", optimal_moves=2, spots=spots).alt
