"""
The connection to a host: it exchanges questions for answers, starts the host again after a crash, and never trusts it.

An earlier question may be the cause of a failure: the host crashed before it read this one, or wrote without a
question. Then the question is sent again to a new process, and that result counts. If it is an answer, the failure is
kept in `late_failures`, with the last answered group.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_process import DoubtfulFailure, EarlierFailure, HostProcess
from kafka_assay.assignors.hosted.protocol import (
    GarbageReply,
    HostAnswer,
    QuestionWriter,
    compact_json,
    parse_answer,
)
from kafka_assay.assignors.interface import HANG, AssignorFailed
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.assignors.settings import Settings

MORE_TIME = 5.0
"""How many times the limit of a call the second call may take, after a first one that hung."""

MOST_LATE_FAILURES = 100
"""The most late failures to keep. More of them add nothing."""

_MOST_NUMBER = 2**31
_QUESTIONS = QuestionWriter()

AnswerOrFailure: TypeAlias = "HostAnswer | AssignorFailed"


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


class HostConnection:
    """
    A host, started when a question needs it. Each question goes to one assignor, or to an object that the host keeps.

    With `checks_hangs` a question that hung is asked once more, in a new process with `MORE_TIME` times the limit: a
    busy machine makes a slow call look like a hang. Any answer is used, because it was only late. If it hangs too, it
    `has_hung`, and from then on each hang is reported at once. So a target that hangs costs this time once, and not on
    every group. The message of each hang states both limits. It is the same for the first hang and for later ones, so
    that it does not depend on which process asked what.
    """

    def __init__(self, command: HostCommand, *, like: str | None, settings: Settings, checks_hangs: bool) -> None:
        """
        Start the host, and choose its assignor. Raises `AssayError`.

        `like` overrides what the greeting declares. `settings` go with every question.
        """
        self._command = command
        self._process, self.greeting = command.start()
        try:
            self.assignor = self.greeting.choose_assignor(command.assignor)
            self.promised = parse_likeness(self.greeting.like.get(self.assignor) if like is None else like)
            self.settings = self.greeting.accepted_settings(settings)
        except AssayError:
            self._process.kill()
            raise
        self.late_failures: list[LateFailure] = []
        self.has_hung = False
        self._checks_hangs = checks_hangs
        self._quoted = compact_json(self.assignor)
        # Random numbers, so that no host can answer in advance or by counting.
        self._numbers = random.Random(0)
        self._started = 1
        self._last_replied: Group | None = None

    @property
    def process_id(self) -> int | None:
        """The id of the host's process while it is known to run."""
        return self._process.process_id

    def close(self) -> None:
        """End the host. A later question starts another."""
        self._process.kill()

    def ask(self, group: Group, kept: KeptObject | None) -> HostAnswer:
        """The answer of a new object, or of a `kept` one. Raises `AssignorFailed`."""
        try:
            return self._ask_and_check_hang(group, kept)
        except AssignorFailed:
            if kept is not None and not self._process.is_alive:
                kept.asked.clear()  # it crashed its process: the next one is new, as in a client that has crashed
            raise

    def ask_all(self, groups: Sequence[Group]) -> list[AnswerOrFailure]:
        """The answers to `groups`, sent at once. Raises `AssignorFailed` where it is unclear whose failure it is."""
        process = self._running_process()
        numbers = [self._numbers.randrange(1, _MOST_NUMBER) for _ in groups]
        lines = process.exchange_all(
            [
                _QUESTIONS.line(number, self._quoted, group, None, self.settings)
                for number, group in zip(numbers, groups, strict=True)
            ]
        )
        try:
            replies = [_reply_in(line, number) for line, number in zip(lines, numbers, strict=True)]
        except GarbageReply:
            process.kill()
            raise
        why = process.out_of_turn(lines[-1])
        if why is not None:
            process.kill()
            raise GarbageReply(why)
        self._note_reply(process, groups[-1])
        return replies

    def note_late_failure(self, failure: AssignorFailed) -> bool:
        """Keep `failure` where an earlier question caused it for certain. Returns whether that is so."""
        is_certain = isinstance(failure, EarlierFailure) and self._last_replied is not None
        if is_certain:
            self._keep_late_failure(self._last_replied, failure)
        return is_certain

    def _ask_and_check_hang(self, group: Group, kept: KeptObject | None) -> HostAnswer:
        try:
            return self._ask_or_doubt(group, kept)
        except AssignorFailed as hang:
            if hang.kind != HANG or not self._checks_hangs:
                raise
            seconds = MORE_TIME * self._command.limits.call_seconds
            said = AssignorFailed(HANG, f"{hang.message} (the first hang got {seconds:g} s)", hang.trace)
        if self.has_hung:
            raise said
        self._process.kill()
        try:
            return self._ask(group, kept, seconds)
        except AssignorFailed as again:
            if again.kind != HANG:
                raise
            self.has_hung = True
            raise said from None
        finally:
            self._process.kill()  # it is asked nothing else

    def _ask_or_doubt(self, group: Group, kept: KeptObject | None) -> HostAnswer:
        try:
            return self._ask(group, kept)
        except DoubtfulFailure as doubtful:
            before = self._last_replied
            is_certain = self.note_late_failure(doubtful)
            answered = self._ask(group, kept)
            if not is_certain:
                self._keep_late_failure(before, doubtful)
            return answered

    def _ask(self, group: Group, kept: KeptObject | None, seconds: float | None = None) -> HostAnswer:
        """Send the question to the running process; a kept object replays its earlier questions first."""
        process = self._running_process()
        if kept is None:
            return self._exchange(process, group, None, seconds)
        if kept.process != self._started:
            self._replay(kept, process, seconds)
        try:
            return self._exchange(process, group, kept.instance, seconds)
        finally:
            if process.is_alive:  # it has replied, perhaps with an error
                kept.asked.append(group)
                kept.process = self._started

    def _replay(self, kept: KeptObject, process: HostProcess, seconds: float | None) -> None:
        for group in kept.asked:
            try:
                self._exchange(process, group, kept.instance, seconds)
            except AssignorFailed:
                if not process.is_alive:
                    raise

    def _keep_late_failure(self, group: Group | None, failure: AssignorFailed) -> None:
        assert group is not None  # without a reply there is no doubt
        if len(self.late_failures) < MOST_LATE_FAILURES:
            self.late_failures.append(LateFailure(group=group, failure=failure))

    def _exchange(self, process: HostProcess, group: Group, instance: str | None, seconds: float | None) -> HostAnswer:
        number = self._numbers.randrange(1, _MOST_NUMBER)
        line = process.exchange(_QUESTIONS.line(number, self._quoted, group, instance, self.settings), seconds)
        try:
            reply = _reply_in(line, number)
        except GarbageReply as garbage:
            failure = process.doubtful_failure(garbage.kind, garbage.message)
            process.kill()
            raise failure from None
        why = process.out_of_turn(line)
        if why is not None:
            # The host cannot guess the number, so it answered this question, and this question caused its other output.
            process.kill()
            raise AssignorFailed("garbage", why, process.last_words())
        self._note_reply(process, group)
        if isinstance(reply, AssignorFailed):
            raise reply
        return reply

    def _note_reply(self, process: HostProcess, group: Group) -> None:
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


def _reply_in(line: bytes, number: int) -> AnswerOrFailure:
    """The answer in `line`, or the failure that it reports. Raises `GarbageReply` where it is no reply to `number`."""
    try:
        return parse_answer(line, number)
    except GarbageReply:
        raise
    except AssignorFailed as failure:
        return failure
