"""
The lower hull of the frontier: its corners, found by asking for the best plan at one price of a move after another.

Two known corners ask for the price at which both cost the same. Either nothing is cheaper there, and the edge between
them belongs to the hull, or a corner below that edge comes to light, and both halves are asked (Eisner and Severance
1976, "Mathematical techniques for efficient record segmentation in large shared databases").
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kafka_assay.oracle.flow.class_plan import ClassPlan
from kafka_assay.oracle.frontier.hull_corner import HullCorner, corner_of
from kafka_assay.oracle.frontier.priced_plan import best_corner_at
from kafka_assay.oracle.reduced_problem import ClassGraph

MOST_LOOKED_THROUGH = 1000
"""Numbers of moves within an edge that are tried one by one before a flow is solved."""


class HullEdge:
    """From one known corner to the next; `sure` where no plan lies below it."""

    __slots__ = ("left", "right", "sure")

    def __init__(self, left: HullCorner, right: HullCorner) -> None:
        """Sure at once where the prices of its ends leave no room for a corner below it."""
        self.left, self.right = left, right
        self.sure = not any(self._has_room(moves) for moves in self._moves_between())

    @property
    def price(self) -> Fraction:
        """What a move may cost so that both ends are equally good."""
        return Fraction(self.left.squares - self.right.squares, self.right.moves - self.left.moves)

    def least_sum_of_squares(self, moves: int) -> int:
        """
        The least sum of squares on or above the edge that so many moves can reach.

        Any sum of squared loads is as odd or even as the number of partitions.
        """
        return _next_of_parity(self.left.squares, self.left.squares - self.price * (moves - self.left.moves))

    def fewest_moves(self, squares: int) -> int:
        """The fewest moves that reach so low a sum of squares, as `least_sum_of_squares` counts them."""
        as_odd = squares - (squares - self.left.squares) % 2
        steps = (self.left.squares - as_odd) / self.price
        return self.left.moves - (-steps.numerator // steps.denominator)

    def uncertainty(self) -> int:
        """How much is left to be known: the room between the edge and the sides of the box around it."""
        return (self.right.moves - self.left.moves) * (self.left.squares - self.right.squares)

    def _moves_between(self) -> range:
        return range(self.left.moves + 1, self.right.moves)

    def _has_room(self, moves: int) -> bool:
        """Whether a plan with so many moves may lie below the edge, as far as the prices of the ends can tell."""
        if self.right.moves - self.left.moves > MOST_LOOKED_THROUGH:
            return True
        bound = self.right.squares + (self.right.price or 0) * (self.right.moves - moves)
        if self.left.price is not None:
            bound = max(bound, self.left.squares - self.left.price * (moves - self.left.moves))
        here = self.left.squares - self.price * (moves - self.left.moves)
        return _next_of_parity(self.left.squares, Fraction(bound)) < here


def _next_of_parity(squares: int, least: Fraction) -> int:
    """The least number of the parity of `squares` that is not below `least`."""
    number = -(-least.numerator // least.denominator)
    return number + (number - squares) % 2


class LowerHull:
    """The known edges of the hull, from no move at all to the moves of the optimum."""

    def __init__(self, graph: ClassGraph, *, sticky: ClassPlan, fair: ClassPlan) -> None:
        """Both ends: the best plan that moves nothing, and the one with the best balance that moves least."""
        self.graph = graph
        self.sticky, self.fair = corner_of(graph, sticky, None), corner_of(graph, fair, Fraction(0))
        self.edges = [HullEdge(self.sticky, self.fair)] if self.fair.moves else []

    @property
    def is_known(self) -> bool:
        """Whether all corners are found."""
        return all(edge.sure for edge in self.edges)

    def corners(self) -> Iterator[HullCorner]:
        """The known ones, by moves."""
        yield self.sticky
        for edge in self.edges:
            yield edge.right

    def find_corners(self, most: int) -> None:
        """Find further corners, where least is known first, until all are found or `most` are known."""
        while len(self.edges) + 1 < most and (unsure := [edge for edge in self.edges if not edge.sure]):
            self._split(max(unsure, key=HullEdge.uncertainty))

    def edge_at_moves(self, moves: int) -> HullEdge:
        """The hull's edge over a number of moves, 1 to the optimum's."""
        while not (edge := next(edge for edge in self.edges if edge.right.moves >= moves)).sure:
            self._split(edge)
        return edge

    def edge_at_squares(self, squares: int) -> HullEdge:
        """
        The hull's edge on which so low a sum of squares is reached first: below the left end's, down to the optimum's.
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
