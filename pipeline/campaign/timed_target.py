"""A target of a campaign: it counts its questions and their time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from kafka_assay.assignors.errors import TargetGone
from kafka_assay.assignors.hosted.host_target import HostTarget, LateFailure
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of

_RESTART_FAILED = "the restart failed"
_LAST_QUESTION = group_of({"t": 1}, {"a": ["t"]})


class TimedTarget:
    """
    An opened target with the interface of `Target`.

    `nanoseconds` is the time that the target needed for its answers by its own clock, `steps` the number of questions.
    With `other_process` the target may be asked in a second process too.
    """

    def __init__(self, opened: ReferenceTarget | HostTarget, *, other_process: bool) -> None:
        """Take over an `opened` target."""
        self._opened = opened
        self.name = opened.name
        self.version = opened.version
        self.like = opened.like
        self.promises = opened.promises
        self.expected_failures = opened.expected_failures
        self.answers_with_target = opened.answers_with_target
        self.settings = opened.settings
        self.unordered_lists: frozenset[str] = getattr(opened, "unordered_lists", frozenset())
        self.other_process = opened.other_process if other_process else None
        self.assign_all = self._ask_all if isinstance(opened, HostTarget) else None
        self.close = opened.close
        self.start_counting()

    def start_counting(self) -> None:
        """Count from 0 again."""
        self.nanoseconds = 0
        self._asked: list[Group] = []

    @property
    def steps(self) -> int:
        """The number of questions."""
        return len(self._asked)

    def assign(self, group: Group) -> Assignment:
        """The assignment of `group`."""
        return self._ask(self._opened.assign, group)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object for all its calls."""
        ask = self._opened.reused_object()
        return lambda group: self._ask(ask, group)

    def take_late_failures(self) -> list[tuple[LateFailure, bool]]:
        """
        The late failures since the last call, and whether each is of a question that was asked before the counted ones.

        What the settling question has done belongs to no pair.
        """
        if not isinstance(self._opened, HostTarget):
            return []
        found = [one for one in self._opened.late_failures if one.group is not _LAST_QUESTION]
        self._opened.late_failures.clear()
        return [(one, all(one.group is not asked for asked in self._asked)) for one in found]

    def settle(self) -> None:
        """Ask one more question, so that a failure after the last answer is noticed now."""
        if isinstance(self._opened, HostTarget):
            self.start_counting()
            with suppress(AssignorFailed):
                self.assign(_LAST_QUESTION)

    def _ask(self, ask: Callable[[Group], Assignment], group: Group) -> Assignment:
        self._asked.append(group)
        try:
            answer = ask(group)
        except AssignorFailed as failure:
            self._require_running(failure)
            raise
        self.nanoseconds += self._opened.last_nanoseconds or 0
        return answer

    def _ask_all(self, groups: Sequence[Group]) -> list[Assignment | AssignorFailed]:
        """The outcomes of several questions that are sent at once."""
        assert isinstance(self._opened, HostTarget)
        self._asked += groups
        outcomes = self._opened.assign_all(groups)
        self.nanoseconds += self._opened.last_nanoseconds or 0
        for one in outcomes:
            if isinstance(one, AssignorFailed):
                self._require_running(one)
        return outcomes

    def _require_running(self, failure: AssignorFailed) -> None:
        if failure.message.startswith(_RESTART_FAILED):
            raise TargetGone(f"{self.name}: {failure.message}") from failure
