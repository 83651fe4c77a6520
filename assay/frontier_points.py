"""Points beside the frontier: today's assignment and the answers of assignors."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from assay.opened_targets import open_targets
from kafka_assay.assignors.settings import NO_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafka_assay.assignors.model import Assignment, Group
    from kafka_assay.assignors.settings import Settings
    from kafka_assay.oracle.frontier import Frontier
    from kafka_assay.reports.answer.frontier import TargetPoint


class FrontierTargets:
    """The targets to ask about each group, opened once."""

    def __init__(self, names: Iterable[str], *, call_timeout: float, settings: Settings = NO_SETTINGS) -> None:
        """Open the targets; `settings` go to those that accept any. Raises `AssayError` if one cannot be opened."""
        with ExitStack() as opened:
            self.targets = open_targets(opened, names, call_timeout=call_timeout, settings=settings)
            self._opened = opened.pop_all()

    def close(self) -> None:
        """End their processes."""
        self._opened.close()

    def find_points(self, group: Group, frontier: Frontier) -> tuple[list[TargetPoint], list[tuple[str, str]]]:
        """
        The points of today's assignment and of each target's answer, and the targets without a point, with the reason.

        Cooperative assignors go to their fixed point. Without claims there is no point for today.
        """
        from kafka_assay.pipeline.audit.audit_row import TODAY
        from kafka_assay.pipeline.audit.captured_assignment import captured_assignment
        from kafka_assay.properties.judging.evidence import GivenAnswer, make_trial
        from kafka_assay.properties.trials.ask_modes import PlainTarget

        spots: list[TargetPoint] = []
        left_out: list[tuple[str, str]] = []
        today = [GivenAnswer(answer=captured_assignment(group))] if any(m.owned for m in group.members) else []
        trials = [(TODAY, make_trial(answer, group)) for answer in today]
        trials += [(target.name, make_trial(PlainTarget(target), group)) for target in self.targets]
        for name, trial in trials:
            failure = trial.failure
            if (why := str(failure) if failure is not None else trial.flaw) is not None:
                left_out.append((name, why))
            else:
                spots.append(target_point(name, group, trial.answer, frontier))
        return spots, left_out


def target_point(target: str, group: Group, answer: Assignment, frontier: Frontier) -> TargetPoint:
    """The point of a valid answer."""
    from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
    from kafka_assay.properties.measures.facts import sum_of_squares
    from kafka_assay.reports.answer.frontier import TargetPoint

    moves = stickiness(valid_owners(group), answer).moved
    squares = sum_of_squares(loads(group, answer).values())
    needed = frontier.fewest_moves(squares)
    assert needed is not None, "no valid answer is more even than the optimum"
    return TargetPoint(
        target=target, moves=moves, squares=squares, needed=needed, least=frontier.least_sum_of_squares(moves)
    )
