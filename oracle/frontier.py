"""
The frontier of a group: the best balance for each number of moves, and a plan that reaches it.

One end is *sticky yet fair*: no member loses a valid claim, and the rest is placed as evenly as that allows. The other
end is *fair yet sticky*: the best balance, with the fewest moves. Between two corners of the lower hull, the best sum
of squares is the least number on or above the hull that has the parity of the number of partitions. docs/frontier.md
proves this, so every value is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.flow.class_plan import deal_plan
from kafka_assay.oracle.flow.engine import optimal_plan, plan_with_fixed_claims
from kafka_assay.oracle.frontier_hull import LowerHull
from kafka_assay.oracle.frontier_plan import plan_between
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
        """Compute both ends."""
        self._problem = reduce_group(group)
        graph = self._problem.graph
        self._hull = LowerHull(graph, sticky=plan_with_fixed_claims(graph), fair=optimal_plan(graph))

    @property
    def moves(self) -> int:
        """The number of moves of the best balance."""
        return self._hull.fair.moves

    def points(self, most: int | None = None) -> tuple[FrontierPoint, ...]:
        """
        Both ends and at most `most` points in all, sorted by moves.

        Every number of moves is included if `most` allows it. Otherwise the result has corners of the hull. If `most`
        exceeds the number of corners, it also has numbers of moves spread between them.
        """
        wanted = max(2, self.default_point_count if most is None else most)
        self._hull.find_corners(min(wanted, self.moves + 1))
        corners = {corner.moves: corner.squares for corner in self._hull.corners()}
        between = self._moves_between_corners(wanted, list(corners))
        squares = sorted((corners | {moves: self.least_sum_of_squares(moves) for moves in between}).items())
        return tuple(FrontierPoint(moves=k, sum_of_squares=least, corner=k in corners) for k, least in squares)

    @property
    def default_point_count(self) -> int:
        """The default number of points: fewer for a group where each point takes long."""
        graph = self._problem.graph
        return min(MOST_POINTS, max(LEAST_POINTS, MOST_TOGETHER // max(1, graph.extent)))

    def _moves_between_corners(self, wanted: int, corners: list[int]) -> list[int]:
        """Numbers of moves between the corners; none where the corners already exceed the wanted number."""
        between = np.setdiff1d(np.arange(self.moves + 1), corners)
        room = min(wanted - len(corners), len(between))
        if room <= 0 or not self._hull.is_known:
            return []
        chosen: list[int] = between[np.unique(np.linspace(0, len(between) - 1, room).astype(int))].tolist()
        return chosen

    def least_sum_of_squares(self, moves: int) -> int:
        """The least sum of squared loads with at most `moves` moves."""
        if moves <= 0:
            return self._hull.sticky.squares
        if moves >= self.moves:
            return self._hull.fair.squares
        return self._hull.edge_at_moves(moves).least_sum_of_squares(moves)

    def fewest_moves(self, squares: int) -> int | None:
        """The fewest moves that reach a sum of squared loads of at most `squares`; None if none do."""
        if squares < self._hull.fair.squares:
            return None
        if squares >= self._hull.sticky.squares:
            return 0
        return self._hull.edge_at_squares(squares).fewest_moves(squares)

    def assignment(self, moves: int) -> Assignment:
        """An assignment with the least sum of squares and at most `moves` moves."""
        if moves <= 0 or not self.moves:
            plan = self._hull.sticky.plan
        elif moves >= self.moves:
            plan = self._hull.fair.plan
        else:
            plan = plan_between(self._problem.graph, self._hull.edge_at_moves(moves), moves)
        return self._problem.assignment(deal_plan(self._problem, plan))
