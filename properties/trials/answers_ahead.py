"""Answers that were fetched before a law asks for them: several questions in one exchange cost less than one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.trials.ask_modes import AskAll

Outcome: TypeAlias = "Assignment | AssignorFailed"


class AnswersAhead:
    """
    The outcomes of questions that were sent together, each to a new assignor object.

    Each is taken once, by the next question about an equal group. So a law that calls again gets another call.
    """

    def __init__(self, assign_all: AskAll) -> None:
        """`assign_all` answers several groups at once."""
        self._assign_all = assign_all
        self._waiting: list[tuple[Group, Outcome]] = []

    def fetch(self, groups: Sequence[Group]) -> Sequence[Outcome]:
        """Send all `groups`, keep the outcomes, and return them in order."""
        outcomes = self._assign_all(groups)
        self._waiting.extend(zip(groups, outcomes, strict=True))
        return outcomes

    def take(self, group: Group) -> Outcome | None:
        """The outcome of an equal group that nobody has taken; None if there is none."""
        for place, (known, outcome) in enumerate(self._waiting):
            if known is group or known == group:
                del self._waiting[place]
                return outcome
        return None
