"""A target behind the host protocol: used over a pipe, restarted after a crash, never trusted."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.process.host_process import DoubtfulFailure, EarlierFailure, HostProcess
from kafka_assay.assignors.hosted.protocol import (
    GarbageReply,
    Greeting,
    HostAnswer,
    QuestionWriter,
    compact_json,
    parse_answer,
)
from kafka_assay.assignors.hosted.targets.replay_log import ReplayLog
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

MOST_AFTERMATHS = 100
"""The most late failures to keep. More of them add nothing."""

MOST_NUMBER = 2**31
CONFIG = "config"
"""The word in a greeting's `accepts` of a host that reads settings."""

_QUESTIONS = QuestionWriter()


@dataclass(frozen=True, slots=True, kw_only=True)
class LateFailure:
    """A failure of a host after its answer to `group`, and not caused by the next question: it died or wrote more."""

    group: Group
    failure: AssignorFailed


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
        try:
            self._process, greeting = command.start()
        except AssayError as wrong:
            raise AssayError(f"{name}: {wrong}") from None
        try:
            self._assignor = _choose_assignor(command.assignor, greeting)
            promised = parse_likeness(like if like is not None else greeting.like.get(self._assignor))
            self.settings = _accepted_settings(settings, greeting)
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
        if len(self.late_failures) < MOST_AFTERMATHS:
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


def _accepted_settings(settings: Settings, greeting: Greeting) -> Settings:
    """The settings, where the host takes any. Raises `AssayError` where it takes none and they are not optional."""
    if not settings or CONFIG in greeting.accepts:
        return replace(settings, optional=False)
    if settings.optional:
        return NO_SETTINGS
    raise AssayError(f"it accepts no settings: remove {' '.join(settings.words())}")


def _choose_assignor(assignor: str | None, greeting: Greeting) -> str:
    served = ", ".join(greeting.assignors)
    if assignor is None:
        if len(greeting.assignors) > 1:
            raise AssayError(f"the host has several assignors ({served}): choose one with #NAME")
        return greeting.assignors[0]
    if assignor not in greeting.assignors:
        tip = spelling_tip(assignor, greeting.assignors) or f"; it has {served}"
        raise AssayError(f"the host has no assignor {assignor!r}{tip}")
    return assignor
