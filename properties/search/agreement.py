"""
Where two assignors differ: a check with one law, that the second assignor answers as the first.

So the groups, the budget, the shrinking and the record are those of a check. For cooperative assignors the answers of
the first round are compared. These are no differences: the order of ids, topics without ids, a missing member that owns
nothing.

A difference is a *plan* if sorted loads, the number of kept partitions or validity differ, or if one assignor gives no
answer. Otherwise it is a *tie*: only names differ, because equal choices were made differently.
"""

from __future__ import annotations

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.properties.effect import CURIOSITY, Effect
from kafka_assay.properties.law import Law, law
from kafka_assay.properties.measures.facts import SHOWN
from kafka_assay.properties.measures.flaws import broken_validity_law, flaw_of
from kafka_assay.properties.trials.answer_diff import are_same_places, exchanged_partitions
from kafka_assay.properties.trials.ask_modes import Asker
from kafka_assay.properties.trials.trial import Outcome, Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict

PLAN = "plan"
TIE = "tie"


class TargetPair:
    """
    Two targets as one target for a check: the `first` answers, and the law asks the `second`.

    With `compares_maps`, a tie counts as a difference too. Otherwise only plans do, because many assignors decide equal
    choices by hash order. The pair promises nothing. A group that cannot be put to one of the two is put to neither.
    """

    def __init__(self, first: Target, second: Target, *, compares_maps: bool = False) -> None:
        """Both targets are open. Whoever opened them may close them, or close the pair."""
        self.first = first
        self.second = second
        self.compares_maps = compares_maps
        self.name = f"{first.name} and {second.name}"
        self.version = f"{first.version} and {second.version}"
        self.like: str | None = None
        self.promises: frozenset[Promise] = frozenset()
        self.expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """The answer of the first target."""
        try:
            return self.first.assign(group)
        except CannotBeAsked as refusal:
            raise _name_target(self.first, refusal) from None

    def close(self) -> None:
        """Close both."""
        self.first.close()
        self.second.close()

    def agreement_law(self) -> Law:
        """The law that both targets answer alike. It is not in the registry, because no assignor promises it."""
        declared = law(
            promise=None,
            says="both give the same answer",
            source="the user who compares the two",
            effect=Effect(CURIOSITY, "At least one of the two does not follow the expected rule."),
            implies="two that agree may both be wrong",
            asks=True,
            every_round=True,
        )
        return declared(self.judge_agreement)

    def unrepeatable_targets(self, group: Group) -> list[str]:
        """
        The names of the targets that answer `group` differently if asked twice.

        A difference may then be chance.
        """
        return [target.name for target in (self.first, self.second) if not self._is_repeatable(target, group)]

    def judge_agreement(self, trial: Trial) -> Verdict:
        """Put the trial's group to the second target too, and compare the answers."""
        one = trial.answer if trial.failure is None else _confirm_failure(trial, self.first)
        try:
            other: Outcome = trial.ask_once(trial.group, f"put to {self.second.name}", Asker(self.second.assign))
        except AssignorFailed:
            other = _confirm_failure(trial, self.second)
        if isinstance(other, CannotBeAsked):
            raise _name_target(self.second, other)
        if isinstance(one, AssignorFailed) and isinstance(other, AssignorFailed):
            return Undecided(f"neither answered: {one}; {other}", unanswered=True)
        kind = _kind_of_difference(trial.group, one, other)
        return Broken({"kind": kind, **_facts(trial.group, one, other)}) if self._counts(kind) else Kept()

    def _counts(self, kind: str | None) -> bool:
        return kind == PLAN or (kind == TIE and self.compares_maps)

    def _is_repeatable(self, target: Target, group: Group) -> bool:
        try:
            return not self._counts(_kind_of_difference(group, target.assign(group), target.assign(group)))
        except AssignorFailed:
            return True  # no answer cannot differ from another answer


def _kind_of_difference(group: Group, one: Outcome, other: Outcome) -> str | None:
    """`PLAN` or `TIE`; None if both answers are the same."""
    if isinstance(one, AssignorFailed) or isinstance(other, AssignorFailed):
        return PLAN
    if are_same_places(one, other):
        return None
    same_figures = _figures(group, one) == _figures(group, other)
    same_validity = broken_validity_law(group, one) == broken_validity_law(group, other)
    return TIE if same_figures and same_validity else PLAN


def _name_target(target: Target, refusal: CannotBeAsked) -> CannotBeAsked:
    """The same refusal with the target's name added."""
    return CannotBeAsked(f"{refusal.message} ({target.name})")


def _confirm_failure(trial: Trial, target: Target) -> Outcome:
    """Ask once more, because a failure counts only if it repeats: one call may time out on a busy machine."""
    try:
        return trial.ask_once(trial.group, f"put once more to {target.name}", Asker(target.assign))
    except AssignorFailed as failure:
        return failure


def _figures(group: Group, answer: Assignment) -> tuple[list[int], int]:
    return sorted(loads(group, answer).values(), reverse=True), stickiness(valid_owners(group), answer).kept


def _facts(group: Group, one: Outcome, other: Outcome) -> Facts:
    """
    Both sides in order, each as an answer with its figures or as an error; and the partitions with different owners.
    """
    apart: list[Facts] = []
    if isinstance(one, dict) and isinstance(other, dict):
        apart = exchanged_partitions(one, other)
    return {
        "sides": [_side_facts(group, one), _side_facts(group, other)],
        "partitions": apart[:SHOWN],
        "count": len(apart),
    }


def _side_facts(group: Group, answer: Outcome) -> Facts:
    if isinstance(answer, AssignorFailed):
        return {"answer": None, "error": answer.to_json()}
    counts, kept = _figures(group, answer)
    moved = len(valid_owners(group)) - kept
    return {
        "answer": assignment_to_json(answer),
        "error": None,
        "loads": counts,
        "kept": kept,
        "moved": moved,
        "flaw": flaw_of(group, answer),
    }
