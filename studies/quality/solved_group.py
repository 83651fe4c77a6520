"""The quality of one target's answers compared with the optimum, group by group."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import stickiness
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.flow.engine import solve
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.flaws import broken_validity_law
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions
from kafka_assay.properties.trials.ask_modes import PlainTarget
from kafka_assay.properties.trials.trial import Trial
from studies.quality.quality_record import QualityTally

TRIES = 2
"""A target that hangs this often on one group has no answer to it."""


class SolvedGroup(NamedTuple):
    """A group, its number, and the figures of its optimum: sum of squares, the largest load, moves."""

    number: int
    group: Group
    is_equal: bool
    squares: int
    largest: int
    moves: int


def solve_group(number: int, group: Group) -> SolvedGroup:
    """The group with its optimum, whose proof was checked."""
    best = solve(group)
    refusal = verify(group, best.assignment, best.certificate)
    if refusal is not None:
        raise ValueError(f"{group.name}: the optimum is not proved: {refusal}")
    return SolvedGroup(number, group, has_equal_subscriptions(group), best.sum_of_squares, best.loads[-1], best.moves)


def tally_answer(target: Target, question: SolvedGroup, tally: QualityTally) -> None:
    """Put one group to `target`, and add the result to `tally`. A cooperative target is asked until it settles."""
    trial = _ask_twice(target, question.group)
    failure = trial.failure
    if isinstance(failure, CannotBeAsked):
        tally.refused += 1
        tally.note("refused", question.number)
        return
    tally.asked += 1
    tally.members += len(question.group.members)
    tally.partitions += sum(topic.partitions for topic in question.group.topics)
    tally.rounds += len(trial.steps)
    if failure is not None:
        tally.silent[failure.kind] = tally.silent.get(failure.kind, 0) + 1
        tally.note(failure.kind, question.number)
        return
    broken = broken_validity_law(question.group, trial.answer)
    if broken is not None:
        tally.invalid[broken] = tally.invalid.get(broken, 0) + 1
        tally.note(broken, question.number)
        return
    if any(member.id not in trial.answer for member in question.group.members):
        tally.omits += 1
        tally.note("omits", question.number)
    loads = list(trial.loads.values())
    _weigh(sum_of_squares(loads), max(loads), stickiness(trial.owners, trial.answer).moved, question, tally)


def _ask_twice(target: Target, group: Group) -> Trial:
    """Put the group to `target`, and again if it hangs: on a busy machine any target may answer too late."""
    trial = make_trial(PlainTarget(target), group)
    for _ in range(TRIES - 1):
        failure = trial.failure
        if failure is None or failure.kind != "hang":
            break
        trial = make_trial(PlainTarget(target), group)
    return trial


def _weigh(squares: int, largest: int, moves: int, question: SolvedGroup, tally: QualityTally) -> None:
    """Compare a valid answer's figures with the optimum's."""
    if squares > question.squares:
        excess = largest - question.largest
        tally.uneven += 1
        tally.excess += excess
        tally.excess_squares += excess * excess
        tally.most_excess = max(tally.most_excess, excess)
        tally.note("uneven", question.number)
        return
    wasted = moves - question.moves
    if squares < question.squares or wasted < 0:
        tally.undercut += 1
        tally.note("undercut", question.number)
    tally.even += 1
    tally.moves += moves
    tally.needed += question.moves
    tally.wasted_squares += wasted * wasted
    tally.most_wasted = max(tally.most_wasted, wasted)
    if wasted > 0:
        tally.wasteful += 1
        tally.note("wasteful", question.number)
