"""
The frontier of a group: the best balance for each number of moves, and a plan that reaches it.

One end is *sticky yet fair*: no member loses a valid claim, and the rest is placed as evenly as that allows. The other
end is *fair yet sticky*: the best balance, with the fewest moves. Between two corners of the lower hull, the best sum
of squares is the least number on or above the hull that has the parity of the number of partitions. docs/understand/
proofs.md proves this, so every value is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.flow.class_plan import deal_plan
from kafka_assay.oracle.flow.engine import optimal_plan, plan_with_fixed_claims
from kafka_assay.oracle.frontier_hull import HullEdge, best_corner_at, corner_of, plan_between
from kafka_assay.oracle.reduced_problem import reduce_group

MOST_POINTS, LEAST_POINTS = 200, 25
"""Where nobody asks for more or fewer, so many points are told of a small group, and of the largest ones."""
MOST_TOGETHER = 2_000_000
"""The limit on points times arcs of each point's flow: about a minute of work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierPoint:
    """
    The least sum of squared loads with at most `moves` moves.

    `corner` says whether the point is a corner of the lower hull or lies between two corners.
    """

    moves: int
    sum_of_squares: int
    corner: bool


class Frontier:
    """
    The frontier of `group`, computed as far as its methods need it.

    >>> from kafka_assay.assignors.model import group_of
    >>> frontier = Frontier(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}))
    >>> [(point.moves, point.sum_of_squares) for point in frontier.points()]
    [(0, 16), (1, 10), (2, 8)]
    >>> frontier.assignment(1)
    {'a': {'t': [0, 1, 2]}, 'b': {'t': [3]}}
    """

    def __init__(self, group: Group) -> None:
        """Compute both ends: the best plan without moves, and the plan of the best balance with the fewest moves."""
        self._problem = reduce_group(group)
        graph = self._problem.graph
        self._sticky = corner_of(graph, plan_with_fixed_claims(graph), None)
        self._fair = corner_of(graph, optimal_plan(graph), Fraction(0))
        self._edges = [HullEdge(self._sticky, self._fair)] if self.moves else []
        """The known edges of the lower hull, from zero moves to the moves of the optimum."""

    @property
    def moves(self) -> int:
        """The number of moves of the best balance."""
        return self._fair.moves

    def points(self, most: int | None = None) -> tuple[FrontierPoint, ...]:
        """
        Both ends and at most `most` points in all, sorted by moves.

        Every number of moves is included if `most` allows it. Otherwise the result has corners of the hull. If `most`
        exceeds the number of corners, it also has numbers of moves spread between them. By default there are fewer
        points for a group where each point takes long.
        """
        default = min(MOST_POINTS, max(LEAST_POINTS, MOST_TOGETHER // max(1, self._problem.graph.extent)))
        wanted = max(2, default if most is None else most)
        while len(self._edges) < min(wanted - 1, self.moves) and (
            unsure := [edge for edge in self._edges if not edge.sure]
        ):
            self._split(max(unsure, key=HullEdge.uncertainty))
        corners = {corner.moves: corner.squares for corner in (self._sticky, *(edge.right for edge in self._edges))}
        between = np.setdiff1d(np.arange(self.moves + 1), list(corners))
        room = min(wanted - len(corners), len(between))
        if room > 0 and all(edge.sure for edge in self._edges):
            chosen = between[np.unique(np.linspace(0, len(between) - 1, room).astype(int))].tolist()
        else:
            chosen = []
        squares = sorted((corners | {moves: self.least_sum_of_squares(moves) for moves in chosen}).items())
        return tuple(FrontierPoint(moves=k, sum_of_squares=least, corner=k in corners) for k, least in squares)

    def least_sum_of_squares(self, moves: int) -> int:
        """The least sum of squared loads with at most `moves` moves."""
        if moves <= 0:
            return self._sticky.squares
        if moves >= self.moves:
            return self._fair.squares
        return self._edge_where(lambda edge: edge.right.moves >= moves).least_sum_of_squares(moves)

    def fewest_moves(self, squares: int) -> int | None:
        """The fewest moves that reach a sum of squared loads of at most `squares`; None if none do."""
        if squares < self._fair.squares:
            return None
        if squares >= self._sticky.squares:
            return 0
        return self._edge_where(lambda edge: edge.right.squares <= squares).fewest_moves(squares)

    def assignment(self, moves: int) -> Assignment:
        """An assignment with the least sum of squares and at most `moves` moves."""
        if moves <= 0 or not self.moves:
            plan = self._sticky.plan
        elif moves >= self.moves:
            plan = self._fair.plan
        else:
            edge = self._edge_where(lambda edge: edge.right.moves >= moves)
            plan = plan_between(self._problem.graph, edge, moves)
        return self._problem.assignment(deal_plan(self._problem, plan))

    def _edge_where(self, reaches: Callable[[HullEdge], bool]) -> HullEdge:
        """The first edge of the hull whose right end `reaches` far enough."""
        while not (edge := next(filter(reaches, self._edges))).sure:
            self._split(edge)
        return edge

    def _split(self, edge: HullEdge) -> None:
        """Find a corner below the edge, or that there is none."""
        price, left = edge.price, edge.left
        found = best_corner_at(self._problem.graph, price, left, edge.right)
        if found.squares + price * found.moves == left.squares + price * left.moves:
            edge.sure = True
            return
        place = self._edges.index(edge)
        self._edges[place : place + 1] = [HullEdge(left, found), HullEdge(found, edge.right)]
