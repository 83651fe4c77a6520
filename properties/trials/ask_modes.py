"""
The ways to ask a target other than plainly: a reused object, another process, reordered lists, a second target.

A way that the target does not offer is None, and the part of a law that needs it is skipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import Settings, settings_of

Ask: TypeAlias = "Callable[[Group], Assignment]"
AskAll: TypeAlias = "Callable[[Sequence[Group]], Sequence[Assignment | AssignorFailed]]"


class Asker(NamedTuple):
    """A function that asks the assignor (None: a new object), and the name of its reused object in the steps."""

    ask: Ask | None = None
    instance: str | None = None


PLAIN_ASKER = Asker()
"""Asks a new object each time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskModes:
    """
    Further ways to ask a target.

    `reused_object` creates a new assignor object and returns a function that asks only this object. `other_process`
    returns a function that asks the same target in another process, or None if none can be started. `unordered_lists`
    names the lists of a group (`GROUP_LISTS`) whose order never reaches the assignor, because its client drops it:
    reordering them gives the same question. `configured_members` names the members with settings of their own.

    `compared` has the target itself and another one, for the laws that compare their answers.

    `assign_all` takes several groups at once. It gives what plain questions about them would give, but faster.
    """

    reused_object: Callable[[], Ask] | None = None
    other_process: Callable[[], Ask | None] | None = None
    unordered_lists: frozenset[str] = frozenset()
    configured_members: frozenset[str] = frozenset()
    compared: tuple[Target, Target] | None = None
    assign_all: AskAll | None = None


PLAINLY = AskModes()
"""The modes of a target that can only be asked plainly."""


def ask_modes_of(target: object) -> AskModes:
    """The modes that `target` offers, taken from its methods of these names."""
    reused_object, other_process, assign_all = (
        getattr(target, mode, None) for mode in ("reused_object", "other_process", "assign_all")
    )
    unordered_lists: frozenset[str] = getattr(target, "unordered_lists", frozenset())
    return AskModes(
        reused_object=reused_object,
        other_process=other_process,
        unordered_lists=unordered_lists,
        configured_members=settings_of(target).named_members(),
        compared=getattr(target, "compared", None),
        assign_all=assign_all,
    )


class PlainTarget:
    """
    A target that is asked plainly: no further object or process, which may cost more than the answer.

    `answer` is that to the first question, if it is known. `seconds` has the time of each answer.
    """

    def __init__(self, target: Target, answer: Assignment | None = None) -> None:
        """Take an opened `target`, which the caller closes."""
        self.name = target.name
        self.version = target.version
        self.like = target.like
        self.promises = target.promises
        self.expected_failures = target.expected_failures
        self.answers_with_target = bool(getattr(target, "answers_with_target", False))
        self.close = target.close
        self.seconds: list[float] = []
        self._ask = target.assign
        self._known = answer

    def assign(self, group: Group) -> Assignment:
        """The known answer, once, or what the target answers."""
        begun = time.perf_counter()
        known, self._known = self._known, None
        try:
            return self._ask(group) if known is None else known
        finally:
            self.seconds.append(time.perf_counter() - begun)


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
