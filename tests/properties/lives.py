"""Stand-in targets whose fault shows only in a life."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor

STICKY = frozenset({Promise.STICKY, Promise.CLAIMS, Promise.EVEN})


@dataclass(slots=True)
class Forgetful:
    """Sticky, but an object of it ignores claims if all are older than the newest that it has ever seen."""

    promises: frozenset[Promise] = STICKY
    expected_failures: tuple[ExpectedFailure, ...] = ()
    name: str = "forgetful"
    version: str = "1"
    like: str | None = None
    objects: int = 0
    asked: list[Group] = field(default_factory=list)

    def assign(self, group: Group) -> Assignment:
        """The answer of a fresh object without history."""
        return self._answer(group, -1)[0]

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A new object as an assignor."""
        self.objects += 1
        newest = -1

        def ask(group: Group) -> Assignment:
            nonlocal newest
            answer, newest = self._answer(group, newest)
            return answer

        return ask

    def _answer(self, group: Group, newest: int) -> tuple[Assignment, int]:
        self.asked.append(group)
        now = max((member.claimed_generation() for member in group.members if member.owned), default=-1)
        if now < newest:
            group = replace(group, members=tuple(replace(member, owned=()) for member in group.members))
        return reference_assignor("sticky").assign(group), max(now, newest)

    def close(self) -> None:
        """Do nothing."""


def never_hears_of_generations(group: Group) -> Assignment:
    """Sticky's answer with all generations taken as equal, so a returning member disputes newer claims."""
    members = tuple(replace(member, generation=None) for member in group.members)
    return reference_assignor("sticky").assign(replace(group, members=members))
