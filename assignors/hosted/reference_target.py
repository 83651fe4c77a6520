"""
A reference assignor as a target: asked in this process, which is the fast path.
"""

from __future__ import annotations

import time
import traceback
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from assignors.assignment_format import assignment_at
from assignors.errors import InvalidGroup
from assignors.interface import AssignorFailed, ExpectedFailure
from assignors.promises import likeness, likeness_of
from assignors.registry import reference

if TYPE_CHECKING:
    from assignors.model import Assignment, Group

_OURS = ("assignors.", "oracle.")


class ReferenceTarget:
    """
    The reference called `name`. One that somebody else installed is not trusted to answer in the right shape.
    """

    def __init__(self, name: str, *, like: str | None = None, seed: int = 0) -> None:
        """
        Find the reference; `like` overrules what it promises, and one that is random by design draws from `seed`.
        Raises `AssayError`.
        """
        self._assignor = reference(name, seed)
        self._ours = type(self._assignor).__module__.startswith(_OURS)
        promised = likeness_of(self._assignor) if like is None else likeness(like)
        self.name = name
        self.version = version("kafka-assay")
        self.like = promised.text
        self.promises = promised.promises
        self.answers_with_target = False
        self.expected_failures: tuple[ExpectedFailure, ...] = tuple(getattr(self._assignor, "expected_failures", ()))
        self.last_nanoseconds: int | None = None

    def _promised(self) -> Likeness:
        name, promises = self._assignor.name, frozenset(self._assignor.promises)
        if PROMISES.get(name) == promises:
            return Likeness(text=name, promises=promises)
        return Likeness(text=",".join(sorted(f"+{promise}" for promise in promises)) or None, promises=promises)

    def assign(self, group: Group) -> Assignment:
        """
        The answer to `group`. Raises `AssignorFailed` and nothing else.
        """
        self.last_nanoseconds = None
        start = time.perf_counter_ns()
        try:
            answer: Any = self._assignor.assign(group)
        except Exception as raised:
            trace = "".join(traceback.format_exception(raised))
            raise AssignorFailed(type(raised).__name__, str(raised), trace) from raised
        self.last_nanoseconds = time.perf_counter_ns() - start
        return answer if self._ours else _checked(answer)

    def assign_with(self, group: Group, instance: str) -> Assignment:  # noqa: ARG002 - references keep no state
        """
        The answer to `group`: references keep no state, so every instance is the same.
        """
        return self.assign(group)

    def close(self) -> None:
        """
        Nothing is held.
        """


def _checked(answer: Any) -> Assignment:
    try:
        return assignment_at(answer)
    except InvalidGroup as wrong:
        raise AssignorFailed("garbage", str(wrong)) from None
