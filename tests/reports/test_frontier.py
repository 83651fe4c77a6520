from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.frontier import FrontierPoint
from kafka_assay.pipeline.whatif.what_if import LeftOut
from kafka_assay.reports.frontier import FrontierReport, PlanWithin, TargetPoint
from kafka_assay.reports.render.blocks import Table
from kafka_assay.reports.views.optimum import MOST_ROWS, frontier_blocks
from tests.reports.blocks import cells_of, lines_in

GROUP = group_of({"t": 2}, {"a": ["t"], "b": ["t"]})


def frontier_of(
    squares: Sequence[int],
    *,
    moves: Sequence[int] | None = None,
    spots: Sequence[TargetPoint] = (),
    left_out: Sequence[LeftOut] = (),
    within: PlanWithin | None = None,
) -> FrontierReport:
    """Return a frontier through these sums of squares, at 0, 1, 2 ... moves unless others are given."""
    steps = tuple(
        FrontierPoint(moves=place, sum_of_squares=one, corner=True)
        for place, one in zip(moves or range(len(squares)), squares, strict=True)
    )
    gain = squares[0] - squares[-1]
    return FrontierReport(
        group="pay",
        points=steps,
        half=next(step.moves for step in steps if step.sum_of_squares <= squares[0] - gain // 2),
        most=next(step.moves for step in steps if step.sum_of_squares <= squares[0] - gain * 9 // 10),
        assignors=tuple(spots),
        left_out=tuple(left_out),
        plan=within,
    )


def spot(target: str, moves: int, squares: int) -> TargetPoint:
    """Return where an answer lies."""
    return TargetPoint(target=target, moves=moves, sum_of_squares=squares, needed_moves=0, least_sum_of_squares=squares)


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        ([90, 4, 2, 0], "the best balance takes 3 moves; 1 move gives 90 % of the improvement"),
        ([16, 10, 8], "the best balance takes 2 moves; 1 move gives half of the improvement"),
        ([16, 8], "the best balance takes 1 move"),
        ([8], "no move is needed: the best balance takes 0 moves"),
    ],
)
def test_finding_states_how_many_moves_win_most(squares: list[int], said: str) -> None:
    """Nine tenths if that takes fewer moves than all, else half, else the number of moves."""
    assert said == frontier_of(squares).finding


def test_document_contains_points_and_answers() -> None:
    document = frontier_of([16, 8], spots=[spot("range", 2, 10)], left_out=[LeftOut("bad", "it failed")]).document()

    assert {"moves": 1, "sum_of_squares": 8, "exact": True, "corner": True} == document["points"][-1]
    assert ("range", 2, 10) == tuple(document["assignors"][0][key] for key in ("target", "moves", "sum_of_squares"))
    assert [{"target": "bad", "why": "it failed"}] == document["left_out"]
    assert "plan" not in document


def test_first_line_is_the_finding() -> None:
    """Then both ends, the answers off the line, and the requested plan."""
    plan = PlanWithin(allowed=5, moves=1, sum_of_squares=8, assignment={"a": {"t": [0, 1]}, "b": {}})

    first, table, *_ = frontier_blocks(GROUP, frontier_of([16, 8], left_out=[LeftOut("bad", "it failed")], within=plan))

    lines = lines_in(first)
    assert "pay: the best balance takes 1 move." == lines[0]
    assert "bad has no point: it failed" in lines
    assert isinstance(table, Table)
    assert "With at most 5 moves: sum of squared loads 8, 1 move" == table.caption
    assert ["t 0–1", ""] == [row[-1] for row in cells_of(table)]


def test_table_names_the_answers_on_each_point() -> None:
    spots = [spot("today", 0, 16), spot("optimal", 1, 8), spot("range", 1, 10)]

    _, table, *_ = frontier_blocks(GROUP, frontier_of([16, 8], spots=spots))

    assert [["0", "16", "8", "today"], ["1", "8", "0", "optimal"]] == cells_of(table)


def test_long_frontier_is_shortened_to_a_few_points() -> None:
    """Both ends stay."""
    _, table, *_ = frontier_blocks(GROUP, frontier_of([2000 - 2 * number for number in range(500)]))

    rows = cells_of(table)
    assert (MOST_ROWS, "0", "499") == (len(rows), rows[0][0], rows[-1][0])
