"""Two targets as one target for a check that compares their answers."""

from __future__ import annotations

from kafka_assay.assignors.interface import CannotBeAsked, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import Settings, settings_of


class TargetPair:
    """
    The first target answers, and the laws of agreement ask the second.

    The pair has the name of the first, and promises nothing. A group that cannot be put to one of the two is put to
    neither.
    """

    def __init__(self, first: Target, second: Target) -> None:
        """Both targets are open. Whoever opened them may close them, or close the pair."""
        self.compared = first, second
        self.name = first.name
        self.version = first.version
        self.like: str | None = None
        self.promises: frozenset[Promise] = frozenset()
        self.expected_failures: tuple[ExpectedFailure, ...] = ()
        self.settings: Settings = settings_of(first) or settings_of(second)

    def assign(self, group: Group) -> Assignment:
        """The answer of the first target."""
        try:
            return self.compared[0].assign(group)
        except CannotBeAsked as refusal:
            raise CannotBeAsked(f"{refusal.message} ({self.name})") from None

    def close(self) -> None:
        """Close both."""
        for target in self.compared:
            target.close()
