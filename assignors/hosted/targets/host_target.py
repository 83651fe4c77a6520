"""A target behind the host protocol: used over a pipe, restarted after a crash, never trusted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.process.host_process import DoubtfulFailure, EarlierFailure, HostProcess
from kafka_assay.assignors.hosted.protocol import (
    GarbageReply,
    HostAnswer,
    QuestionWriter,
    compact_json,
    parse_answer,
)
from kafka_assay.assignors.hosted.targets.greeting_choices import accepted_settings, choose_assignor
from kafka_assay.assignors.hosted.targets.late_failure import MOST_LATE_FAILURES, LateFailure
from kafka_assay.assignors.hosted.targets.replay_log import ReplayLog
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

PAUSE = 20
"""After a question that failed among others, this many batches are sent one by one: a hang costs its time twice."""

MOST_NUMBER = 2**31
_QUESTIONS = QuestionWriter()

Outcome: TypeAlias = "Assignment | AssignorFailed"


class HostTarget:
    """
    One assignor of a host. Every failure is an `AssignorFailed`.

    After a failure that ends the process, the next question starts another. Answers may lack members; the laws report
    that.

    An earlier question may be the cause of a failure: the host crashed before it read this one, or wrote without a
    question. Then the question is sent again to a new process, and that result counts. If it is an answer, the failure
    is kept in `late_failures`, with the last answered group.
    """

    def __init__(
        self, name: str, command: HostCommand, *, like: str | None = None, settings: Settings = NO_SETTINGS
    ) -> None:
        """
        Start the host. Raises `AssayError`, with `name` first.

        `like` overrides the host's own declaration. `settings` are sent with every question.
        """
        self.name = name
        self._command = command
        # Random numbers, so that no host can answer in advance or by counting.
        self._numbers = random.Random(0)
        self._objects = 0
        self._started = 1
        self._pasts: dict[str, ReplayLog] = {}
        self._other_process: HostTarget | None = None
        self._is_alone = False
        self._batches_to_skip = 0.0
        try:
            self._process, greeting = command.start()
        except AssayError as wrong:
            raise AssayError(f"{name}: {wrong}") from None
        try:
            self._assignor = choose_assignor(command.assignor, greeting)
            promised = parse_likeness(like if like is not None else greeting.like.get(self._assignor))
            self.settings = accepted_settings(settings, greeting)
        except AssayError as wrong:
            self.close()
            raise AssayError(f"{name}: {wrong}") from None
        self.version = greeting.version
        self.implementation = greeting.implementation
        self.like = promised.text
        self.answers_with_target = self._assignor in greeting.targets
        # A target plan is judged as one answer, because that library withholds partitions elsewhere. It is cooperative
        # all the same: its members' claims come from the subscription, not from user data.
        self.promises = promised.promises
        self.expected_failures: tuple[ExpectedFailure, ...] = greeting.expected_failures.get(self._assignor, ())
        self.unordered_lists = greeting.unordered.get(self._assignor, frozenset())
        self.last_nanoseconds: int | None = None
        self.late_failures: list[LateFailure] = []
        self.refusal_trace = ""
        self._last_replied: Group | None = None
        self._quoted = compact_json(self._assignor)

    def assign(self, group: Group) -> Assignment:
        """The assignment of `group` by a new assignor object. Raises only `AssignorFailed`."""
        return self._answer(group, None)

    def assign_with(self, group: Group, instance: str) -> Assignment:
        """
        The assignment by the assignor object that the host keeps under `instance`.

        If another question ended the process, a new object first replays the same questions, to restore its state.
        """
        return self._answer(group, self._pasts.setdefault(instance, ReplayLog(instance=instance)))

    def assign_all(self, groups: Sequence[Group]) -> list[Outcome]:
        """
        The answer or failure of each of the `groups`, as `assign` gives it; the questions are sent at once.

        If the host does not answer all of them properly, they are sent again one by one, to a new process. So each
        failure belongs to its question. `last_nanoseconds` is the sum over the answers.
        """
        if len(groups) > 1 and not self._batches_to_skip:
            try:
                return self._exchange_all(groups)
            except AssignorFailed as failure:
                return self._assign_after_failure(groups, failure)
        self._batches_to_skip = max(0.0, self._batches_to_skip - 1)
        return self._assign_each(groups)

    def reused_object(self) -> Callable[[Group], Assignment]:
        """A function that uses one assignor object, made for this purpose, for all its calls."""
        self._objects += 1
        return partial(self._answer, past=ReplayLog(instance=f"kept-{self._objects}"))

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

    @property
    def process_id(self) -> int | None:
        """The id of the host's process while it is known to run."""
        return self._process.process_id

    def close(self) -> None:
        """End the host, and the second one if there is one. A later question starts another."""
        self._process.kill()
        if self._other_process is not None:
            self._other_process.close()

    def _answer(self, group: Group, past: ReplayLog | None) -> Assignment:
        try:
            answered = self._ask_or_doubt(group, past)
        except AssignorFailed as failure:
            if isinstance(failure, CannotBeAsked):
                self.refusal_trace = self.refusal_trace or failure.trace
            if past is not None and not self._process.is_alive:
                past.forget()
            raise
        self.last_nanoseconds = answered.nanoseconds
        return answered.assignment

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

    def _exchange_all(self, groups: Sequence[Group]) -> list[Outcome]:
        """The outcomes of `groups`. Raises `AssignorFailed` for a failure that cannot be told whose it is."""
        process = self._running_process()
        self.last_nanoseconds = None
        numbers = [self._numbers.randrange(1, MOST_NUMBER) for _ in groups]
        questions = [
            _QUESTIONS.line(number, self._quoted, group, None, self.settings)
            for number, group in zip(numbers, groups, strict=True)
        ]
        lines = process.exchange_all(questions)
        try:
            outcomes = self._read_replies(process, lines, numbers)
        except GarbageReply:
            process.kill()
            raise
        process.note_reply()
        self._last_replied = groups[-1]
        return outcomes

    def _read_replies(self, process: HostProcess, lines: Sequence[bytes], numbers: Sequence[int]) -> list[Outcome]:
        outcomes = [self._outcome_in(line, number) for line, number in zip(lines, numbers, strict=True)]
        why = process.out_of_turn(lines[-1])
        if why is not None:
            raise GarbageReply(why)
        return outcomes

    def _outcome_in(self, line: bytes, number: int) -> Outcome:
        """The outcome in a reply. Raises `GarbageReply` where the line is no reply to this question."""
        try:
            answered = parse_answer(line, number)
        except AssignorFailed as failure:
            if isinstance(failure, GarbageReply):
                raise
            if isinstance(failure, CannotBeAsked):
                self.refusal_trace = self.refusal_trace or failure.trace
            return failure
        self.last_nanoseconds = (self.last_nanoseconds or 0) + (answered.nanoseconds or 0)
        return answered.assignment

    def _assign_after_failure(self, groups: Sequence[Group], failure: AssignorFailed) -> list[Outcome]:
        """The outcomes of `groups`, one by one, after the `failure` of all together."""
        if isinstance(failure, EarlierFailure) and self._last_replied is not None:
            self._keep_late_failure(LateFailure(group=self._last_replied, failure=failure))
            return self._assign_each(groups)
        late = len(self.late_failures)
        outcomes = self._assign_each(groups)
        # If all is well now, the host may be one that takes a single question at a time.
        is_well = not any(isinstance(outcome, AssignorFailed) for outcome in outcomes)
        self._batches_to_skip = inf if is_well and late == len(self.late_failures) < MOST_LATE_FAILURES else PAUSE
        return outcomes

    def _ask_or_doubt(self, group: Group, past: ReplayLog | None) -> HostAnswer:
        try:
            return self._ask(group, past)
        except DoubtfulFailure as doubtful:
            before = self._last_replied
            assert before is not None  # without a reply there is no doubt
            late_failure = LateFailure(group=before, failure=doubtful)
            is_certain = isinstance(doubtful, EarlierFailure)
            if is_certain:
                self._keep_late_failure(late_failure)
            answered = self._ask(group, past)
            if not is_certain:
                self._keep_late_failure(late_failure)
            return answered

    def _ask(self, group: Group, past: ReplayLog | None) -> HostAnswer:
        """Send the question to the running process; a kept object replays its earlier questions first."""
        process = self._running_process()
        if past is None:
            return self._exchange(process, group, None)
        if past.process != self._started:
            self._replay(past, process)
        try:
            return self._exchange(process, group, past.instance)
        finally:
            if process.is_alive:  # it has replied, perhaps with an error
                past.add(group, self._started)

    def _replay(self, past: ReplayLog, process: HostProcess) -> None:
        for group in past.asked:
            try:
                self._exchange(process, group, past.instance)
            except AssignorFailed:
                if not process.is_alive:
                    raise

    def _keep_late_failure(self, late_failure: LateFailure) -> None:
        if len(self.late_failures) < MOST_LATE_FAILURES:
            self.late_failures.append(late_failure)

    def _exchange(self, process: HostProcess, group: Group, instance: str | None) -> HostAnswer:
        self.last_nanoseconds = None
        number = self._numbers.randrange(1, MOST_NUMBER)
        line = process.exchange(_QUESTIONS.line(number, self._quoted, group, instance, self.settings))
        try:
            answered = parse_answer(line, number)
        except GarbageReply as garbage:
            failure = process.doubtful_failure(garbage.kind, garbage.message)
            process.kill()
            raise failure from None
        except AssignorFailed:
            self._note_reply(process, group, line)
            raise
        self._note_reply(process, group, line)
        return answered

    def _note_reply(self, process: HostProcess, group: Group, line: bytes) -> None:
        why = process.out_of_turn(line)
        if why is not None:
            # The host cannot guess the number, so it answered this question, and this question caused its other output.
            process.kill()
            raise AssignorFailed("garbage", why, process.last_words())
        process.note_reply()
        self._last_replied = group

    def _running_process(self) -> HostProcess:
        if not self._process.is_alive:
            try:
                self._process, _ = self._command.start()
                self._started += 1
            except AssayError as wrong:
                raise AssignorFailed("crash", f"the restart failed: {wrong}") from None
        return self._process
