"""
The frontier of a group: for each number of moves the best balance that can be had, and a plan that has it.

It leads from *sticky yet fair* (nobody loses what is validly theirs, and the rest is placed as evenly as that allows)
to *fair yet sticky* (the best balance, with the fewest moves). Between two corners of its lower hull the best sum of
squares is the least number on or above the hull that is as odd or even as the number of partitions: proved in
docs/frontier.md. So every value is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from oracle.figures import assignment_of
from oracle.flow.around_claims import best_assignment_around_claims
from oracle.flow.deal import dealt
from oracle.flow.engine import best_assignment
from oracle.frontier.between import plan_between
from oracle.frontier.corner import plan_of
from oracle.frontier.hull import Hull
from oracle.problem import problem_of

if TYPE_CHECKING:
    from assignors.model import Assignment, Group

MOST_POINTS, LEAST_POINTS = 200, 25
"""Where nobody asks for more or fewer, so many points are told of a small group, and of the largest ones."""
MOST_TOGETHER = 2_000_000
"""Points times arcs of the flow that finds each: a minute's work, about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """
    The least sum of squared loads with at most so many moves. A `corner` of the lower hull, or between two of them.
    """

    moves: int
    sum_of_squares: int
    corner: bool


class Frontier:
    """
    The frontier of `group`, worked out as far as it is asked for.

    >>> from assignors.model import group_of
    >>> frontier = Frontier(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}))
    >>> [(point.moves, point.sum_of_squares) for point in frontier.points()]
    [(0, 16), (1, 10), (2, 8)]
    >>> frontier.assignment(1)
    {'a': {'t': [0, 1, 2]}, 'b': {'t': [3]}}
    """

    def __init__(self, group: Group) -> None:
        """
        Both ends are known from the start.
        """
        self._problem = problem_of(group)
        sticky, fair = best_assignment_around_claims(group), best_assignment(group)
        self._hull = Hull(self._problem.shape, sticky=plan_of(self._problem, sticky), fair=plan_of(self._problem, fair))

    @property
    def moves(self) -> int:
        """
        How many moves the best balance takes.
        """
        return self._hull.fair.moves

    def points(self, most: int | None = None) -> tuple[Point, ...]:
        """
        Both ends and at most `most` points in all, by moves. Every number of moves is among them where they are enough,
        else the corners of the hull and, if all of these are, numbers of moves spread over the rest.
        """
        wanted = max(2, self.usual_points if most is None else most)
        self._hull.look_closer(min(wanted, self.moves + 1))
        corners = [
            Point(moves=corner.moves, sum_of_squares=corner.squares, corner=True) for corner in self._hull.corners()
        ]
        between = self._spread(wanted, [point.moves for point in corners])
        others = [Point(moves=moves, sum_of_squares=self.least(moves), corner=False) for moves in between]
        return tuple(sorted([*corners, *others], key=lambda point: point.moves))

    @property
    def usual_points(self) -> int:
        """
        How many points are told where nobody says how many: fewer of a group where each takes long to find.
        """
        shape = self._problem.shape
        arcs = len(shape.edge_hub) + len(shape.keep_hub) + shape.members
        return min(MOST_POINTS, max(LEAST_POINTS, MOST_TOGETHER // max(1, arcs)))

    def _spread(self, wanted: int, corners: list[int]) -> list[int]:
        """
        Numbers of moves that are no corners; none where the corners are more than can be told.
        """
        between = np.setdiff1d(np.arange(self.moves + 1), corners)
        room = min(wanted - len(corners), len(between))
        if room <= 0 or not self._hull.is_known:
            return []
        chosen: list[int] = between[np.unique(np.linspace(0, len(between) - 1, room).astype(int))].tolist()
        return chosen

    def least(self, moves: int) -> int:
        """
        The least sum of squared loads with at most so many moves.
        """
        if moves <= 0:
            return self._hull.sticky.squares
        if moves >= self.moves:
            return self._hull.fair.squares
        return self._hull.around(moves).least(moves)

    def moves_for(self, squares: int) -> int | None:
        """
        The fewest moves with which the sum of squared loads is no higher than that; None where it never is.
        """
        if squares < self._hull.fair.squares:
            return None
        if squares >= self._hull.sticky.squares:
            return 0
        return self._hull.across(squares).fewest(squares)

    def assignment(self, moves: int) -> Assignment:
        """
        An assignment with that least sum and at most so many moves.
        """
        if moves <= 0 or not self.moves:
            plan = self._hull.sticky.plan
        elif moves >= self.moves:
            plan = self._hull.fair.plan
        else:
            plan = plan_between(self._problem.shape, self._hull.around(moves), moves)
        return assignment_of(self._problem, dealt(self._problem, plan))
