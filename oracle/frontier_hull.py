"""
The lower hull of the frontier: its corners, found by solving for the best plan at one price of a move after another.

Two known corners have a price at which both cost the same. If no plan is cheaper at that price, the edge between them
belongs to the hull. Otherwise the search finds a corner below that edge and repeats for both halves (Eisner and
Severance 1976, "Mathematical techniques for efficient record segmentation in large shared databases").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.class_plan import ClassPlan, index_in_run
from kafka_assay.oracle.flow.priced_flow import Places, Prices, cheapest_plan
from kafka_assay.oracle.reduced_problem import ClassGraph

MOST_LOOKED_THROUGH = 1000
"""The most numbers of moves within an edge to try one by one before solving a flow."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HullCorner:
    """
    A plan with its loads and figures. It is best where a move costs `price` in squares.

    None stands for an unlimited price: the plan moves as little as possible.
    """

    plan: ClassPlan
    load: Ints
    moves: int
    squares: int
    price: Fraction | None


def corner_of(graph: ClassGraph, plan: ClassPlan, price: Fraction | None) -> HullCorner:
    """The corner of `plan` at `price`."""
    load = plan.loads(graph)
    moves, squares = int(graph.claim_count.sum() - plan.kept.sum()), int((load * load).sum())
    return HullCorner(plan=plan, load=load, moves=moves, squares=squares, price=price)


class HullEdge:
    """The edge from one known corner to the next. `sure` says that no plan lies below it."""

    __slots__ = ("left", "right", "sure")

    def __init__(self, left: HullCorner, right: HullCorner) -> None:
        """The edge is sure at once where the prices of its ends leave no room for a corner below it."""
        self.left, self.right = left, right
        self.sure = not any(self._has_room(moves) for moves in self._moves_between())

    @property
    def price(self) -> Fraction:
        """The price of a move at which both ends are equally good."""
        return Fraction(self.left.squares - self.right.squares, self.right.moves - self.left.moves)

    def least_sum_of_squares(self, moves: int) -> int:
        """
        The least sum of squares on or above the edge that a plan with `moves` moves can have.

        Every sum of squared loads has the parity of the number of partitions.
        """
        return _next_of_parity(self.left.squares, self.left.squares - self.price * (moves - self.left.moves))

    def fewest_moves(self, squares: int) -> int:
        """The fewest moves for which `least_sum_of_squares` is at most `squares`."""
        as_odd = squares - (squares - self.left.squares) % 2
        steps = (self.left.squares - as_odd) / self.price
        return self.left.moves - (-steps.numerator // steps.denominator)

    def uncertainty(self) -> int:
        """The size of the unknown area: between the edge and the sides of the box around it."""
        return (self.right.moves - self.left.moves) * (self.left.squares - self.right.squares)

    def _moves_between(self) -> range:
        return range(self.left.moves + 1, self.right.moves)

    def _has_room(self, moves: int) -> bool:
        """Whether a plan with `moves` moves may lie below the edge, according to the prices of the ends."""
        if self.right.moves - self.left.moves > MOST_LOOKED_THROUGH:
            return True
        bound = self.right.squares + (self.right.price or 0) * (self.right.moves - moves)
        if self.left.price is not None:
            bound = max(bound, self.left.squares - self.left.price * (moves - self.left.moves))
        here = self.left.squares - self.price * (moves - self.left.moves)
        return _next_of_parity(self.left.squares, Fraction(bound)) < here


def _next_of_parity(squares: int, least: Fraction) -> int:
    """The least number with the parity of `squares` that is not below `least`."""
    number = -(-least.numerator // least.denominator)
    return number + (number - squares) % 2


class LowerHull:
    """The known edges of the hull, from zero moves to the moves of the optimum."""

    def __init__(self, graph: ClassGraph, *, sticky: ClassPlan, fair: ClassPlan) -> None:
        """Start with both ends: the best plan without moves, and the plan of the best balance with the fewest moves."""
        self.graph = graph
        self.sticky, self.fair = corner_of(graph, sticky, None), corner_of(graph, fair, Fraction(0))
        self.edges = [HullEdge(self.sticky, self.fair)] if self.fair.moves else []

    @property
    def is_known(self) -> bool:
        """Whether all corners are found."""
        return all(edge.sure for edge in self.edges)

    def corners(self) -> Iterator[HullCorner]:
        """The known corners, sorted by moves."""
        yield self.sticky
        for edge in self.edges:
            yield edge.right

    def find_corners(self, most: int) -> None:
        """Find more corners, on the least certain edge first, until all are found or `most` are known."""
        while len(self.edges) + 1 < most and (unsure := [edge for edge in self.edges if not edge.sure]):
            self._split(max(unsure, key=HullEdge.uncertainty))

    def edge_at_moves(self, moves: int) -> HullEdge:
        """The hull's edge over a number of moves, from 1 to the optimum's."""
        while not (edge := next(edge for edge in self.edges if edge.right.moves >= moves)).sure:
            self._split(edge)
        return edge

    def edge_at_squares(self, squares: int) -> HullEdge:
        """
        The first edge of the hull that reaches a sum of squares of at most `squares`.

        `squares` is below the left end's sum and not below the optimum's.
        """
        while not (edge := next(edge for edge in self.edges if edge.right.squares <= squares)).sure:
            self._split(edge)
        return edge

    def _split(self, edge: HullEdge) -> None:
        price, left, right = edge.price, edge.left, edge.right
        found = best_corner_at(self.graph, price, left, right)
        if found.squares + price * found.moves == left.squares + price * left.moves:
            edge.sure = True
            return
        place = self.edges.index(edge)
        self.edges[place : place + 1] = [HullEdge(left, found), HullEdge(found, right)]


def best_corner_at(graph: ClassGraph, price: Fraction, one: HullCorner, other: HullCorner) -> HullCorner:
    """
    A plan with the least sum of squared loads plus `price` for each move, searched around two known plans.

    The search limits loads to a window around these plans. If no load is at the end of its window, no plan outside is
    better, because the sum is convex over the feasible loads. Otherwise the window is widened.
    """
    low, high = np.minimum(one.load, other.load), np.maximum(one.load, other.load)
    margin = np.where(graph.member_class >= 0, 1, 0)
    while True:
        floor, ceiling = np.maximum(0, low - margin), high + margin
        # Each partition above the floor costs its increase of the square. A new partition without an owner also pays
        # the price, which makes all plans dearer by the same amount.
        above = np.repeat(np.arange(graph.members), ceiling - floor)
        load = floor[above] + index_in_run(above)
        places = Places(node=above, price=2 * (load - floor.min(initial=0)) * price.denominator)
        plan = cheapest_plan(graph, Prices(keep=0, move=price.numerator, floor=floor, places=places))
        found = corner_of(graph, plan, price)
        tight = (margin > 0) & (((found.load == floor) & (floor > 0)) | (found.load == ceiling))
        if not tight.any():
            return found
        margin[tight] *= 4
