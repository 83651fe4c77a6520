"""The frontier of one group, with all targets on or above it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.certificate.certificate_file import figures_of
from kafka_assay.oracle.frontier import Frontier, FrontierPoint
from kafka_assay.pipeline.whatif.what_if import LeftOut
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.reports.wording.words import quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetPoint:
    """Where an answer lies."""

    target: str
    """The assignor, or `today`."""
    moves: int
    """The moves of its answer."""
    sum_of_squares: int
    """The sum of squared loads of its answer."""
    needed_moves: int
    """The fewest moves for this balance."""
    least_sum_of_squares: int
    """The best balance with these moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanWithin:
    """The best plan with at most `allowed` moves."""

    allowed: int
    """The number given by `--moves`."""
    moves: int
    """The moves of the plan."""
    sum_of_squares: int
    """Its sum of squared loads."""
    assignment: Assignment = field(hash=False)
    """The plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierReport:
    """The frontier up to the optimum's moves; `half` and `most` moves bring half and nine tenths of the gain."""

    group: str
    half: int
    most: int
    points: tuple[FrontierPoint, ...]
    assignors: tuple[TargetPoint, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    plan: PlanWithin | None = None

    @property
    def sticky(self) -> FrontierPoint:
        """The end at which no validly owned partition moves."""
        return self.points[0]

    @property
    def fair(self) -> FrontierPoint:
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
        """The keys that the frontier adds to `assay-optimum/1`. Every point is exact."""
        without = ("group", "half", "most", *(["plan"] if self.plan is None else []))
        points = [write_record(point, "corner") | {"exact": True, "corner": point.corner} for point in self.points]
        return write_record(self, *without) | {"points": points}


def frontier_report(group: Group, trials: Iterable[tuple[str, Trial]], allowed: int | None = None) -> FrontierReport:
    """The frontier of `group`, a point for each valid answer, and the best plan of at most `allowed` moves."""
    frontier = Frontier(group)
    points = frontier.points()
    spots, left_out = [], []
    for name, trial in trials:
        why = trial.flaw if trial.failure is None else str(trial.failure)
        if why is None:
            spots.append(_target_point(name, group, trial.answer, frontier))
        else:
            left_out.append(LeftOut(name, why))
    within = None
    if allowed is not None:
        plan = frontier.assignment(allowed)
        within = PlanWithin(allowed=allowed, **figures_of(group, plan)._asdict(), assignment=plan)
    highest = points[0].sum_of_squares
    gain = highest - points[-1].sum_of_squares
    return FrontierReport(
        group=group.name or "the group",
        half=frontier.fewest_moves(highest - gain // 2) or 0,
        most=frontier.fewest_moves(highest - gain * 9 // 10) or 0,
        points=points,
        assignors=tuple(spots),
        left_out=tuple(left_out),
        plan=within,
    )


def _target_point(target: str, group: Group, answer: Assignment, frontier: Frontier) -> TargetPoint:
    """The point of a valid answer."""
    squares, moves = figures_of(group, answer)
    needed = frontier.fewest_moves(squares)
    assert needed is not None, "no valid answer is more even than the optimum"
    return TargetPoint(
        target=target,
        moves=moves,
        sum_of_squares=squares,
        needed_moves=needed,
        least_sum_of_squares=frontier.least_sum_of_squares(moves),
    )


def _some_moves(moves: int) -> str:
    return "1 move gives" if moves == 1 else f"{moves:,} moves give"
