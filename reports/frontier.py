"""The frontier of one group, with all targets on or above it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.oracle.frontier import Frontier
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.reports.wording.words import quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierStep:
    """A point of the frontier: the least sum of squared loads with at most this many moves."""

    moves: int
    squares: int
    corner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetPoint:
    """
    The point of one answer.

    `needed` is the fewest moves of a plan as even, `least` the least sum of squares with as many moves.
    """

    target: str
    moves: int
    squares: int
    needed: int
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWithin:
    """The best plan with at most `allowed` moves."""

    allowed: int
    moves: int
    squares: int
    assignment: Assignment = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierReport:
    """
    The frontier from no move to the optimum's moves.

    `half` and `most` are the moves that bring half and nine tenths of the possible gain. `left_out` holds the targets
    without a point, with the reason.
    """

    group: str
    members: int
    partitions: int
    points: tuple[FrontierStep, ...]
    half: int
    most: int
    spots: tuple[TargetPoint, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    within: PlanWithin | None = None

    @property
    def sticky(self) -> FrontierStep:
        """The end at which no validly owned partition moves."""
        return self.points[0]

    @property
    def fair(self) -> FrontierStep:
        """The end with the best balance, with the fewest moves."""
        return self.points[-1]

    @property
    def finding(self) -> str:
        """The cost of the best balance, and how much of the gain comes early."""
        if not self.fair.moves:
            return "no move is needed: the best balance takes 0 moves"
        cost = f"the best balance takes {quantity(self.fair.moves, 'move')}"
        if self.most < self.fair.moves:
            return f"{cost}; {_some_moves(self.most)} 90 % of the improvement"
        return f"{cost}; {_some_moves(self.half)} half of the improvement" if self.half < self.fair.moves else cost

    def document(self) -> dict[str, Any]:
        """The keys that the frontier adds to `assay-optimum/1`."""
        found: dict[str, Any] = {
            "points": [
                {"moves": point.moves, "sum_of_squares": point.squares, "exact": True, "corner": point.corner}
                for point in self.points
            ],
            "assignors": [
                {
                    "target": spot.target,
                    "moves": spot.moves,
                    "sum_of_squares": spot.squares,
                    "needed_moves": spot.needed,
                    "least_sum_of_squares": spot.least,
                }
                for spot in self.spots
            ],
            "left_out": [{"target": target, "why": why} for target, why in self.left_out],
        }
        if self.within is not None:
            found["plan"] = {
                "allowed": self.within.allowed,
                "moves": self.within.moves,
                "sum_of_squares": self.within.squares,
                "assignment": self.within.assignment,
            }
        return found


def frontier_report(group: Group, trials: Iterable[tuple[str, Trial]], allowed: int | None = None) -> FrontierReport:
    """
    The frontier of `group`, with a point for the valid answer of each trial. The name of a trial is its target's.

    With `allowed`, also the best plan with at most so many moves.
    """
    frontier = Frontier(group)
    points = tuple(
        FrontierStep(moves=point.moves, squares=point.sum_of_squares, corner=point.corner)
        for point in frontier.points()
    )
    spots, left_out = [], []
    for name, trial in trials:
        why = trial.flaw if trial.failure is None else str(trial.failure)
        if why is None:
            spots.append(_target_point(name, group, trial.answer, frontier))
        else:
            left_out.append((name, why))
    within = None
    if allowed is not None:
        plan = frontier.assignment(allowed)
        spot = _target_point("plan", group, plan, frontier)
        within = PlanWithin(allowed=allowed, moves=spot.moves, squares=spot.squares, assignment=plan)
    highest, gain = points[0].squares, points[0].squares - points[-1].squares
    return FrontierReport(
        group=group.name or "the group",
        members=len(group.members),
        partitions=count_assignable(group),
        points=points,
        half=frontier.fewest_moves(highest - gain // 2) or 0,
        most=frontier.fewest_moves(highest - gain * 9 // 10) or 0,
        spots=tuple(spots),
        left_out=tuple(left_out),
        within=within,
    )


def _target_point(target: str, group: Group, answer: Assignment, frontier: Frontier) -> TargetPoint:
    """The point of a valid answer."""
    moves = stickiness(valid_owners(group), answer).moved
    squares = sum_of_squares(loads(group, answer).values())
    needed = frontier.fewest_moves(squares)
    assert needed is not None, "no valid answer is more even than the optimum"
    return TargetPoint(
        target=target, moves=moves, squares=squares, needed=needed, least=frontier.least_sum_of_squares(moves)
    )


def _some_moves(moves: int) -> str:
    return "1 move gives" if moves == 1 else f"{moves:,} moves give"
