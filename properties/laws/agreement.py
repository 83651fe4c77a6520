"""
Two assignors give the same answer. No assignor promises it: `assay check --same-as` asks for it.

For cooperative assignors the answers of the first round are compared. These are no differences: the order of ids,
topics without ids, a missing member that owns nothing.

A difference is a *plan* if sorted loads, the number of kept partitions or validity differ, or if one assignor gives no
answer. Otherwise it is a *tie*: only names differ, because equal choices were made differently.
"""

from __future__ import annotations

from functools import partial

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.properties.effect import CURIOSITY, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.facts import SHOWN
from kafka_assay.properties.measures.flaws import broken_validity_law, flaw_of
from kafka_assay.properties.trials.answer_diff import are_same_places, exchanged_partitions
from kafka_assay.properties.trials.ask_modes import Asker
from kafka_assay.properties.trials.trial import Outcome, Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict

PLAN = "plan"
TIE = "tie"

_law_of_two = partial(
    law,
    promise=None,
    source="the user who compares the two",
    effect=Effect(CURIOSITY, "At least one of the two does not follow the expected rule."),
    implies="two that agree may both be wrong",
    asks=True,
    every_round=True,
)


@_law_of_two(says="both give equal sorted loads, keep equally many partitions, and are valid or break the same law")
def same_plan(trial: Trial) -> Verdict:
    """The plans are equal. Which member has which partition may differ: many assignors decide ties by hash order."""
    return _compare(trial, counted=(PLAN,))


@_law_of_two(says="both give every member the same partitions")
def same_map(trial: Trial) -> Verdict:
    """The whole maps are equal."""
    return _compare(trial, counted=(PLAN, TIE))


def _compare(trial: Trial, counted: tuple[str, ...]) -> Verdict:
    """Put the trial's group to the second target too, and compare the answers."""
    pair = trial.ask_modes.compared
    if pair is None:
        return Undecided("no assignor to compare with")
    first, second = pair
    one = trial.answer if trial.failure is None else _confirm_failure(trial, first)
    try:
        other: Outcome = trial.ask_once(trial.group, f"put to {second.name}", Asker(second.assign))
    except AssignorFailed:
        other = _confirm_failure(trial, second)
    if isinstance(other, CannotBeAsked):
        raise CannotBeAsked(f"{other.message} ({second.name})")
    if isinstance(one, AssignorFailed) and isinstance(other, AssignorFailed):
        return Undecided(f"neither answered: {one}; {other}", unanswered=True)
    kind = _kind_of_difference(trial.group, one, other)
    if kind not in counted:
        return Kept()
    sides = [_side_facts(trial.group, target, answer, counted) for target, answer in ((first, one), (second, other))]
    apart = exchanged_partitions(one, other) if isinstance(one, dict) and isinstance(other, dict) else []
    return Broken({"kind": kind, "sides": sides, "partitions": apart[:SHOWN], "count": len(apart)})


def _kind_of_difference(group: Group, one: Outcome, other: Outcome) -> str | None:
    """`PLAN` or `TIE`; None if both answers are the same."""
    if isinstance(one, AssignorFailed) or isinstance(other, AssignorFailed):
        return PLAN
    if are_same_places(one, other):
        return None
    same_figures = _figures(group, one) == _figures(group, other)
    same_validity = broken_validity_law(group, one) == broken_validity_law(group, other)
    return TIE if same_figures and same_validity else PLAN


def _confirm_failure(trial: Trial, target: Target) -> Outcome:
    """Ask once more, because a failure counts only if it repeats: one call may time out on a busy machine."""
    try:
        return trial.ask_once(trial.group, f"put once more to {target.name}", Asker(target.assign))
    except AssignorFailed as failure:
        return failure


def _figures(group: Group, answer: Assignment) -> tuple[list[int], int]:
    return sorted(loads(group, answer).values(), reverse=True), stickiness(valid_owners(group), answer).kept


def _side_facts(group: Group, target: Target, answer: Outcome, counted: tuple[str, ...]) -> Facts:
    """
    One side: an answer with its figures, or an error.

    `varies`: asked once more, the target answers differently, so the difference may be chance.
    """
    if isinstance(answer, AssignorFailed):
        return {"target": target.name, "answer": None, "error": answer.to_json(), "varies": False}
    counts, kept = _figures(group, answer)
    try:
        varies = _kind_of_difference(group, answer, target.assign(group)) in counted
    except AssignorFailed:
        varies = False  # no answer cannot differ from another answer
    return {
        "target": target.name,
        "answer": assignment_to_json(answer),
        "error": None,
        "loads": counts,
        "kept": kept,
        "moved": len(valid_owners(group)) - kept,
        "flaw": flaw_of(group, answer),
        "varies": varies,
    }
