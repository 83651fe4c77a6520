"""What each assignor would make of all groups of an audit: counted, added up, and put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kafka_assay.pipeline.audit.audit_row import TODAY
from kafka_assay.reports.audit.grading import VALIDITY, grade
from kafka_assay.reports.audit.records import Audit, AuditedGroup
from kafka_assay.reports.wording.grades import Grade

OPTIMAL = "optimal"
"""The target that is the optimum itself: it bounds the others, and is not praised for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignorTally:
    """
    What one target does to all groups: how many got which grade, and sums over those that can be compared.

    `excess` is the sum of squared loads above the best possible, `least_moves` what the optimum takes on the same
    groups.
    """

    target: str
    versions: tuple[str, ...]
    grades: Mapping[Grade, int]
    compared: int
    excess: int
    moves: int
    least_moves: int
    broken: int
    expected: int
    undecided: int
    topic_spread: float | None
    seconds: float | None

    @property
    def at_optimum(self) -> int:
        """Groups with the best balance and the fewest moves."""
        return self.grades.get(Grade.OPTIMAL, 0)

    @property
    def asked(self) -> int:
        """
        Groups with members that were put to it: one for equal subscriptions only is asked about fewer, as is one whose
        client cannot carry every question.
        """
        return sum(count for met, count in self.grades.items() if met not in {Grade.EMPTY, Grade.UNASKED})


def tally_target(audit: Audit, target: str) -> AssignorTally:
    """What `target` does to all groups of the audit."""
    pairs = [(group, answer) for group in audit.groups for answer in group.answers if answer.target == target]
    grades = [grade(group, answer) for group, answer in pairs]
    fair = [
        (group, answer)
        for (group, answer), met in zip(pairs, grades, strict=True)
        if met in {Grade.OPTIMAL, Grade.NEEDLESS_MOVES, Grade.LESS_EVEN}
    ]
    # Nobody promised today's balance: that it could be better is a grade, not a broken law.
    said = [word for _, answer in pairs for word in answer.laws if target != TODAY or word.law in VALIDITY]
    return AssignorTally(
        target=target,
        versions=tuple(sorted({answer.version for _, answer in pairs if answer.version is not None})),
        grades=Counter(grades),
        compared=len(fair),
        excess=sum((answer.sum_of_squares or 0) - (group.optimal_sum_of_squares or 0) for group, answer in fair),
        moves=sum(answer.moves or 0 for _, answer in fair),
        least_moves=sum(group.optimal_moves or 0 for group, _ in fair),
        broken=sum(word.verdict == "broken" and word.expected is None for word in said),
        expected=sum(word.verdict == "broken" and word.expected is not None for word in said),
        undecided=sum(word.verdict == "undecided" for _, answer in pairs for word in answer.laws),
        topic_spread=_mean([answer.topic_spread for _, answer in fair]),
        seconds=_mean([answer.seconds for _, answer in pairs]),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def tally_all(audit: Audit) -> list[AssignorTally]:
    """Today's first, the optimum's second, then the assignors', the best one first."""
    found = [tally_target(audit, target) for target in (TODAY, *audit.targets())]
    places = {TODAY: 0, OPTIMAL: 1}
    return sorted(
        found, key=lambda one: (places.get(one.target, 2), -one.at_optimum, one.excess, one.moves, one.target)
    )


def worst_first(audit: Audit) -> list[AuditedGroup]:
    """
    The groups, the worst first: broken laws, then the share by which today exceeds the optimum, then moves needed.
    """
    return sorted(audit.groups, key=lambda group: (*(-part for part in group.standing.badness), group.index))
