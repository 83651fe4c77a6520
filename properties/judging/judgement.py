"""The judgement: the verdict of one law on one trial, and the distance of an answer from the optimum."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.errors import TargetGone
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.certificate.certificate_file import OptimumFigures, figures_of
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.properties.law import Law
from kafka_assay.properties.trials.trial import NeverSettled, Trial
from kafka_assay.properties.verdict import Undecided, Verdict


class LawVerdict(NamedTuple):
    """The verdict of one law."""

    law: str
    verdict: Verdict


class Gap(NamedTuple):
    """An answer compared with the optimum: balance first, then moves."""

    sum_of_squares: int
    """The sum of squared loads of the answer."""
    optimal_sum_of_squares: int
    """That of the optimum."""
    moves: int
    """The moves of the answer."""
    optimal_moves: int
    """Those of the optimum."""


def is_applicable(law: Law, trial: Trial, promises: frozenset[Promise]) -> bool:
    """
    Whether `law` can be judged on the trial of an assignor with these `promises`.

    These laws cannot: laws of promises not made; laws not defined on the group; laws that need the assignor if only an
    answer is given. For a cooperative assignor that never settles, and for a single round of one, only the laws of
    every round can.
    """
    if not law.is_asked_of(promises, trial.group):
        return False
    if law.asks and not (trial.can_ask and law.possible(trial)):
        return False
    if Promise.COOPERATIVE not in promises:
        return True
    if not trial.cooperative:
        return not law.rounds_only
    if not trial.can_ask:
        return law.every_round
    return law.every_round or law.unsettled or not isinstance(trial.failure, NeverSettled)


def decide(law: Law, trial: Trial) -> Verdict:
    """
    The verdict of one law. Anything that prevents a judgement makes it undecided, a failure of the judge included.

    Raises only `TargetGone`.
    """
    try:
        failure = trial.failure
        if isinstance(failure, CannotBeAsked):
            return Undecided(f"it {failure}", unasked=True)
        if failure is not None and not (law.every_round or law.unsettled):
            return Undecided(f"no answer: {failure}", unanswered=True)
        return law.judge(trial)
    except TargetGone:
        raise
    except CannotBeAsked as refusal:
        return Undecided(f"it {refusal} (a further question of the law)", unasked=True)
    except AssignorFailed as failure:
        return Undecided(f"no answer to a further question of the law: {failure}")
    except Exception as mistake:  # noqa: BLE001 - a fault of ours is no finding about the assignor
        return Undecided(f"internal error of the check: {type(mistake).__name__}: {mistake}")


def gap_of(group: Group, answer: Assignment, optimum: Optimum | OptimumFigures) -> Gap:
    """The distance of `answer` from `optimum`: in balance, and in moves of validly owned partitions."""
    mine = figures_of(group, answer)
    return Gap(mine.sum_of_squares, optimum.sum_of_squares, mine.moves, optimum.moves)
