"""A target behind the host protocol: one assignor of a host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_connection import (
    MOST_LATE_FAILURES,
    HostConnection,
    KeptObject,
)
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

PAUSE = 20
"""After a question that failed among others, this many batches are sent one by one: a hang costs its time twice."""

Outcome: TypeAlias = "Assignment | AssignorFailed"


class HostTarget:
    """
    One assignor of a host. Every failure is an `AssignorFailed`.

    After a failure that ends the process, the next question starts another. Answers may lack members; the laws report
    that.
    """

    def __init__(
        self,
        name: str,
        command: HostCommand,
        *,
        like: str | None = None,
        settings: Settings = NO_SETTINGS,
        checks_hangs: bool = False,
    ) -> None:
        """
        Start the host. Raises `AssayError`, with `name` first.

        `like` overrides the host's own declaration. `settings` are sent with every question. With `checks_hangs` a
        question that hung is asked once more, with more time.
        """
        self.name = name
        self._command = command
        self._objects = 0
        self._kept: dict[str, KeptObject] = {}
        self._other_process: HostTarget | None = None
        self._is_alone = False
        self._batches_to_skip = 0.0
        try:
            self._host = HostConnection(command, like=like, settings=settings, checks_hangs=checks_hangs)
        except AssayError as wrong:
            raise AssayError(f"{name}: {wrong}") from None
        greeting, assignor = self._host.greeting, self._host.assignor
        self.settings = self._host.settings
        self.version = greeting.version
        self.implementation = greeting.implementation
        self.like = self._host.promised.text
        self.answers_with_target = assignor in greeting.targets
        # A target plan is judged as one answer, because that library withholds partitions elsewhere. It is cooperative
        # all the same: its members' claims come from the subscription, not from user data.
        self.promises = self._host.promised.promises
        self.expected_failures: tuple[ExpectedFailure, ...] = greeting.expected_failures.get(assignor, ())
        self.unordered_lists = greeting.unordered.get(assignor, frozenset())
        self.checks_hangs = checks_hangs
        self.late_failures = self._host.late_failures
        self.last_nanoseconds: int | None = None
        self.refusal_trace = ""

    @property
    def process_id(self) -> int | None:
        """The id of the host's process while it is known to run."""
        return self._host.process_id

    def assign(self, group: Group) -> Assignment:
        """The assignment of `group` by a new assignor object. Raises only `AssignorFailed`."""
        return self._answer(group, None)

    def assign_with(self, group: Group, instance: str) -> Assignment:
        """
        The assignment by the assignor object that the host keeps under `instance`.

        If another question ended the process, a new object first replays the same questions, to restore its state.
        """
        return self._answer(group, self._kept.setdefault(instance, KeptObject(instance=instance)))

    def assign_all(self, groups: Sequence[Group]) -> list[Outcome]:
        """
        The answer or failure of each of the `groups`, as `assign` gives it; the questions are sent at once.

        If the host does not answer all of them properly, they are sent again one by one, to a new process. So each
        failure belongs to its question. `last_nanoseconds` is the sum over the answers.
        """
        if len(groups) > 1 and not self._batches_to_skip:
            try:
                replies = self._host.ask_all(groups)
            except AssignorFailed as failure:
                return self._assign_after_failure(groups, failure)
            answers = [reply for reply in replies if not isinstance(reply, AssignorFailed)]
            self.last_nanoseconds = sum(answer.nanoseconds or 0 for answer in answers) if answers else None
            return [self._note_refusal(one) if isinstance(one, AssignorFailed) else one.assignment for one in replies]
        self._batches_to_skip = max(0.0, self._batches_to_skip - 1)
        return self._assign_each(groups)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object, made for this purpose, for all its calls."""
        self._objects += 1
        return partial(self._answer, kept=KeptObject(instance=f"kept-{self._objects}"))

    def other_process(self) -> Callable[[Group], Assignment] | None:
        """
        A function that uses a new assignor in a second host with another hash seed; None where none can be started.
        """
        if self._other_process is None and not self._is_alone:
            try:
                self._other_process = HostTarget(
                    self.name, self._command.with_another_hash_seed(), like=self.like, settings=self.settings
                )
            except AssayError:
                self._is_alone = True
        return None if self._other_process is None else self._other_process.assign

    def close(self) -> None:
        """End the host, and the second one if there is one. A later question starts another."""
        self._host.close()
        if self._other_process is not None:
            self._other_process.close()

    def _answer(self, group: Group, kept: KeptObject | None) -> Assignment:
        self.last_nanoseconds = None
        try:
            answered = self._host.ask(group, kept)
        except AssignorFailed as failure:
            self._note_refusal(failure)
            raise
        self.last_nanoseconds = answered.nanoseconds
        return answered.assignment

    def _note_refusal(self, failure: AssignorFailed) -> AssignorFailed:
        """Keep the trace of the first group that cannot be expressed. Returns the `failure`."""
        if isinstance(failure, CannotBeAsked):
            self.refusal_trace = self.refusal_trace or failure.trace
        return failure

    def _assign_each(self, groups: Sequence[Group]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        spent = 0
        for group in groups:
            try:
                outcomes.append(self.assign(group))
            except AssignorFailed as failure:
                outcomes.append(failure)
            spent += self.last_nanoseconds or 0
        self.last_nanoseconds = spent
        return outcomes

    def _assign_after_failure(self, groups: Sequence[Group], failure: AssignorFailed) -> list[Outcome]:
        """The outcomes of `groups`, one by one, after the `failure` of all together."""
        if self._host.note_late_failure(failure):
            return self._assign_each(groups)
        late = len(self.late_failures)
        outcomes = self._assign_each(groups)
        # If all is well now, the host may be one that takes a single question at a time.
        is_well = not any(isinstance(outcome, AssignorFailed) for outcome in outcomes)
        self._batches_to_skip = inf if is_well and late == len(self.late_failures) < MOST_LATE_FAILURES else PAUSE
        return outcomes
