"""
A target behind the host protocol: one assignor of a host, which is started again after a crash, and never trusted.

An earlier question may be the cause of a failure: the host crashed before it read this one, or wrote without a
question. Then the question is sent again to a new process, and that result counts. If it is an answer, the failure is
kept in `late_failures`, with the last answered group.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import inf
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import DoubtfulFailure, EarlierFailure, HostProcess
from kafka_assay.assignors.hosted.protocol import (
    CONFIG,
    GarbageReply,
    HostAnswer,
    QuestionWriter,
    Reply,
    compact_json,
    parse_answer,
)
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.interface import HANG, AssignorFailed, CannotBeAsked, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

PAUSE = 20
"""After a question that failed among others, this many batches are sent one by one: a hang costs its time twice."""

MORE_TIME = 5.0
"""How many times the limit of a call the second call may take, after a first one that hung."""

MOST_LATE_FAILURES = 100
"""The most late failures to keep. More of them add nothing."""

_MOST_NUMBER = 2**31
_QUESTIONS = QuestionWriter()

Outcome: TypeAlias = "Assignment | AssignorFailed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateFailure:
    """A failure of a host after its answer to `group`, and not caused by the next question: it died or wrote more."""

    group: Group
    failure: AssignorFailed


@dataclass(slots=True, kw_only=True)
class KeptObject:
    """
    An object that a host keeps under the name `instance`, and the groups that it was `asked` about.

    They restore it after its process is gone. `process` is the number of that process, counting all that were started.
    """

    instance: str
    asked: list[Group] = field(default_factory=list)
    process: int = 0


class HostTarget:
    """
    One assignor of a host. Every failure is an `AssignorFailed`. Answers may lack members; the laws report that.

    With `checks_hangs` a question that hung is asked once more, in a new process with `MORE_TIME` times the limit: a
    busy machine makes a slow call look like a hang. Any answer is used, because it was only late. If it hangs too, each
    later hang is reported at once. So a target that hangs costs this time once, and not on every group. The message of
    each hang states both limits. It is the same for the first hang and for later ones, so that it does not depend on
    which process asked what.
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

        `like` overrides the host's own declaration. `settings` are sent with every question.
        """
        self.name = name
        self.checks_hangs = checks_hangs
        self._command = command
        try:
            self._process, greeting = command.start()
            try:
                assignor = greeting.choose_assignor(command.assignor)
                promised = parse_likeness(greeting.like.get(assignor) if like is None else like)
                self.settings = greeting.accepted_settings(settings)
            except AssayError:
                self._process.kill()
                raise
        except AssayError as wrong:
            raise AssayError(f"{name}: {wrong}") from None
        self.takes_settings = CONFIG in greeting.accepts
        self.version = greeting.version
        self.implementation = greeting.implementation
        self.like = promised.text
        self.answers_with_target = assignor in greeting.targets
        # A target plan is judged as one answer, because that library withholds partitions elsewhere. It is cooperative
        # all the same: its members' claims come from the subscription, not from user data.
        self.promises = promised.promises
        self.expected_failures: tuple[ExpectedFailure, ...] = greeting.expected_failures.get(assignor, ())
        self.unordered_lists = greeting.unordered.get(assignor, frozenset())
        self.late_failures: list[LateFailure] = []
        self.last_nanoseconds: int | None = None
        self.leader: str | None = None
        """The member that leads the groups of the next questions, where it is known: in a replay."""
        self.refusal_trace = ""
        self._quoted = compact_json(assignor)
        # Random numbers, so that no host can answer in advance or by counting.
        self._numbers = random.Random(0)
        self._started = 1
        self._objects = 0
        self._last_replied: Group | None = None
        self._has_hung = False
        self._batches_to_skip = 0.0

    @property
    def process_id(self) -> int | None:
        """The id of the host's process while it is known to run."""
        return self._process.process_id

    def assign(self, group: Group, kept: KeptObject | None = None) -> Assignment:
        """
        The assignment of `group` by a new assignor object, or by a `kept` one. Raises only `AssignorFailed`.

        If another question ended the process, a new object first replays the questions of a kept one.
        """
        self.last_nanoseconds = None
        try:
            (reply,) = self._ask((group,), kept)
        except AssignorFailed as failure:
            reply = self._ask_after_failure(group, kept, failure)
        if isinstance(reply, AssignorFailed):
            if kept is not None and not self._process.is_alive:
                kept.asked.clear()  # it crashed its process: the next one is new, as in a client that has crashed
            raise self._note_refusal(reply)
        self.last_nanoseconds = reply.nanoseconds
        return reply.assignment

    def assign_all(self, groups: Sequence[Group]) -> list[Outcome]:
        """
        The answer or failure of each of the `groups`, as `assign` gives it; the questions are sent at once.

        If the host does not answer all of them properly, they are sent again one by one, to a new process. So each
        failure belongs to its question. `last_nanoseconds` is the sum over the answers.
        """
        if len(groups) > 1 and not self._batches_to_skip:
            try:
                replies = self._ask(groups)
            except AssignorFailed as failure:
                return self._assign_after_failure(groups, failure)
            answers = [reply for reply in replies if isinstance(reply, HostAnswer)]
            self.last_nanoseconds = sum(answer.nanoseconds or 0 for answer in answers) if answers else None
            return [one.assignment if isinstance(one, HostAnswer) else self._note_refusal(one) for one in replies]
        self._batches_to_skip = max(0.0, self._batches_to_skip - 1)
        return self._assign_each(groups)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object, made for this purpose, for all its calls."""
        self._objects += 1
        return partial(self.assign, kept=KeptObject(instance=f"kept-{self._objects}"))

    def other_process(self) -> Callable[[Group], Assignment] | None:
        """
        A function that uses a new assignor in a second host with another hash seed; None where none can be started.
        """
        return None if self._other is None else self._other.assign

    @cached_property
    def _other(self) -> HostTarget | None:
        command = self._command.with_another_hash_seed()
        with suppress(AssayError):
            return HostTarget(self.name, command, like=self.like, settings=self.settings)
        return None

    def close(self) -> None:
        """End the host, and the second one if there is one. A later question starts another."""
        self._process.kill()
        other = vars(self).get("_other")
        if other is not None:
            other.close()

    def _ask(
        self, groups: Sequence[Group], kept: KeptObject | None = None, seconds: float | None = None
    ) -> list[Reply]:
        """
        Send questions about the `groups` at once. Returns the reply to each: an answer, or an error of the host.

        Raises `AssignorFailed` where another failure ended the process. A `kept` object replays its earlier questions
        first, if its process is gone.
        """
        if not self._process.is_alive:
            try:
                self._process, _ = self._command.start()
                self._started += 1
            except AssayError as wrong:
                raise AssignorFailed("crash", f"the restart failed: {wrong}") from None
        process = self._process
        if kept is not None and kept.process != self._started:
            self._replay(kept, process, seconds)
        instance = None if kept is None else kept.instance
        numbers = [self._numbers.randrange(1, _MOST_NUMBER) for _ in groups]
        questions = [
            _QUESTIONS.line(number, self._quoted, group, instance, self.settings, self.leader)
            for number, group in zip(numbers, groups, strict=True)
        ]
        lines = process.exchange(*questions, seconds=seconds)
        try:
            replies = [parse_answer(line, number) for line, number in zip(lines, numbers, strict=True)]
        except GarbageReply as garbage:
            failure = process.doubtful_failure(garbage.kind, garbage.message)
            process.kill()
            raise failure from None
        why = process.out_of_turn(lines[-1])
        if why is not None:
            # The host cannot guess the number, so it answered this question, and this question caused its other output.
            process.kill()
            raise AssignorFailed("garbage", why, process.last_words())
        process.note_reply()
        self._last_replied = groups[-1]
        if kept is not None:
            kept.asked.extend(groups)
            kept.process = self._started
        return replies

    def _replay(self, kept: KeptObject, process: HostProcess, seconds: float | None) -> None:
        """Put the questions of a `kept` object to a new one under its name."""
        replayed = KeptObject(instance=kept.instance, process=self._started)
        for group in kept.asked:
            try:
                self._ask((group,), replayed, seconds)
            except AssignorFailed:
                if not process.is_alive:
                    raise

    def _ask_after_failure(self, group: Group, kept: KeptObject | None, failure: AssignorFailed) -> Reply:
        """The reply to a question that failed: to a second one, if an earlier question or the time was the cause."""
        if isinstance(failure, DoubtfulFailure):
            before = self._last_replied
            is_certain = isinstance(failure, EarlierFailure)
            if is_certain:
                self._keep_late_failure(before, failure)
            try:
                (reply,) = self._ask((group,), kept)
            except AssignorFailed as again:
                failure = again
            else:
                if not is_certain and isinstance(reply, HostAnswer):
                    self._keep_late_failure(before, failure)
                return reply
        if failure.kind != HANG or not self.checks_hangs:
            return failure
        seconds = MORE_TIME * self._command.limits.call_seconds
        hang = AssignorFailed(HANG, f"{failure.message} (the first hang got {seconds:g} s)", failure.trace)
        if self._has_hung:
            return hang
        self._process.kill()
        try:
            (reply,) = self._ask((group,), kept, seconds)
        except AssignorFailed as again:
            self._has_hung = again.kind == HANG
            return hang if self._has_hung else again
        finally:
            self._process.kill()  # it is asked nothing else
        return reply

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
        if isinstance(failure, EarlierFailure):
            self._keep_late_failure(self._last_replied, failure)
            return self._assign_each(groups)
        late = len(self.late_failures)
        outcomes = self._assign_each(groups)
        # If all is well now, the host may be one that takes a single question at a time.
        is_well = not any(isinstance(outcome, AssignorFailed) for outcome in outcomes)
        self._batches_to_skip = inf if is_well and late == len(self.late_failures) < MOST_LATE_FAILURES else PAUSE
        return outcomes

    def _keep_late_failure(self, group: Group | None, failure: AssignorFailed) -> None:
        assert group is not None  # without a reply there is no doubt
        if len(self.late_failures) < MOST_LATE_FAILURES:
            self.late_failures.append(LateFailure(group=group, failure=failure))

    def _note_refusal(self, failure: AssignorFailed) -> AssignorFailed:
        """Keep the trace of the first group that cannot be expressed. Returns the `failure`."""
        if isinstance(failure, CannotBeAsked):
            self.refusal_trace = self.refusal_trace or failure.trace
        return failure
