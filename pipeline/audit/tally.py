"""The results of one assignor on all groups of an audit, added row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow
from kafka_assay.pipeline.audit.grading import COMPARABLE, NOT_COUNTED, VALIDITY, Grade, grade

OPTIMAL = "optimal"
"""The target that is the optimum itself. It bounds the others and is not ranked with them."""

SHIPPED = ("range", "roundrobin", "sticky", "cooperative-sticky", "server-range", "server-uniform")
"""The references that a Kafka client or broker ships: a group can switch to them by configuration alone."""


@dataclass(slots=True)
class Mean:
    """The mean of the known values among those added."""

    total: float = 0.0
    count: int = 0

    def add(self, value: float | None) -> None:
        """Count this value, if it is known."""
        if value is not None:
            self.total += value
            self.count += 1

    def value(self) -> float | None:
        """The mean; None if no value is known."""
        return self.total / self.count if self.count else None


@dataclass(slots=True, kw_only=True)
class AssignorTally:
    """
    The results of one target on all groups: the number of groups with each grade, and sums over comparable answers.

    `excess` is the sum of squared loads above the best possible, `least_moves` the optimum's moves on the same groups.
    `topic_spread` is the mean over those groups, `seconds` the mean over all.
    """

    target: str
    versions: set[str] = field(default_factory=set)
    grades: Counter[Grade] = field(default_factory=Counter)
    compared: int = 0
    excess: int = 0
    moves: int = 0
    least_moves: int = 0
    broken: int = 0
    expected: int = 0
    undecided: int = 0
    topic_spread: Mean = field(default_factory=Mean)
    seconds: Mean = field(default_factory=Mean)

    def add(self, row: AuditRow) -> None:
        """Count the target's row of one group."""
        # All targets are counted on the same groups as today's assignment.
        met = Grade.REBALANCING if row.is_rebalancing else grade(row)
        self.grades[met] += 1
        if row.version is not None:
            self.versions.add(row.version)
        if met in COMPARABLE:
            self.compared += 1
            self.excess += (row.sum_of_squares or 0) - (row.optimal_sum_of_squares or 0)
            self.moves += row.moves or 0
            self.least_moves += row.optimal_moves or 0
            self.topic_spread.add(row.topic_spread)
        self.seconds.add(row.seconds)
        for word in row.laws:
            # Nobody promised today's balance. If it could be better, that is a grade and not a broken law.
            if word.verdict == "broken" and (row.target != TODAY or word.law in VALIDITY):
                self.broken += word.expected is None
                self.expected += word.expected is not None
            self.undecided += word.verdict == "undecided"

    @property
    def at_optimum(self) -> int:
        """The number of groups with the best balance and the fewest moves."""
        return self.grades[Grade.OPTIMAL]

    @property
    def asked(self) -> int:
        """
        The number of groups that count: those with members that could be put to the target.

        A target for equal subscriptions only is asked about fewer groups, as is one whose client cannot express every
        question.
        """
        return sum(count for met, count in self.grades.items() if met not in NOT_COUNTED)

    @property
    def standing(self) -> tuple[int, int, int]:
        """The sort key that puts the best target first. Targets with equal keys are tied."""
        return -self.at_optimum, self.excess, self.moves


def sort_tallies(found: Iterable[AssignorTally]) -> list[AssignorTally]:
    """Today's tally, then the optimum's, then the best first. Of tied ones those that Kafka ships come first."""
    places = {TODAY: 0, OPTIMAL: 1}
    return sorted(
        found, key=lambda one: (places.get(one.target, 2), *one.standing, one.target not in SHIPPED, one.target)
    )


def best_shipped(found: Iterable[AssignorTally]) -> list[AssignorTally]:
    """The best of the targets that a Kafka client or broker ships, with all that are tied with it."""
    shipped = [one for one in sort_tallies(found) if one.target in SHIPPED and one.at_optimum]
    return [one for one in shipped if one.standing == shipped[0].standing]
