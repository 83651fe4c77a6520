"""
A host under test: started when needed, started again after a crash, with generous time limits.

Each question is sent alone. The first JSON object that comes is the reply, whatever its id and whatever other output
comes between. Such mistakes are recorded for the checks that look for them, so that each mistake is reported once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_test.conversation import Conversation, NoLineError
from kafka_assay.assignors.hosted.host_test.mistake import Mistake, NotSeenError
from kafka_assay.assignors.hosted.protocol import WRONG_QUESTION, compact_json
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Assignment
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, settings_to_json

LONG_SECONDS = 60.0
"""For long lines and many questions. The test reports speed, but does not judge it."""
LOADING = 5
"""The first answer may take this many times the time of a call, because a host may load its assignor."""
FIRST_ID = 1_000_003
STEP = 7_919
"""The distance between ids. No host finds them by counting: they do not start at 1 and are not consecutive."""
_TOO_MUCH_TALK = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A host's reply to one question: the line, the JSON object on it, and the seconds it took."""

    sent: bytes
    number: int
    line: bytes
    document: dict[str, Any]
    seconds: float

    def assignment(self) -> Assignment:
        """
        The assignment. Raises `Mistake` where it is malformed or an error came.

        Raises `NotSeenError` where the host reports that its client cannot express the group.
        """
        if self.document.get("error") is not None:
            if self.error_type() == CannotBeAsked.__name__:
                raise NotSeenError(
                    f"it reports that the group cannot be expressed: {self.line.decode(errors='replace')}"
                )
            raise Mistake("an error instead of an answer", sent=self.sent, came=self.line)
        try:
            return assignment_at(self.document.get("assignment"))
        except InvalidGroup as wrong:
            raise Mistake(f"a malformed answer: {wrong}", sent=self.sent, came=self.line) from None

    def error_type(self) -> str | None:
        """The type of the error that came; None where an answer came."""
        error = self.document.get("error")
        return None if error is None else str(error.get("type") if isinstance(error, dict) else error)


@dataclass(slots=True, kw_only=True)
class StrayOutput:
    """Output of the whole test that came out of turn: lines that are not JSON objects, and replies with another id."""

    stray: list[tuple[bytes, bytes]] = field(default_factory=list)
    misnumbered: list[Reply] = field(default_factory=list)


class HostSession:
    """A host under test. `assignor` is the one for most checks (the first that it serves, if none was chosen)."""

    def __init__(
        self,
        command: HostCommand,
        *,
        limits: Limits | None = None,
        long_seconds: float = LONG_SECONDS,
        settings: Settings = NO_SETTINGS,
    ) -> None:
        """
        Prepare without starting anything.

        `long_seconds` is the limit for a long line or for many lines. `settings` are sent with every question.
        """
        self.long_seconds = long_seconds
        self.settings = settings
        self.words = command.words
        self.environment = command.environment
        self.limits = Limits() if limits is None else limits
        self.talk = StrayOutput()
        self.greeting: dict[str, Any] = {}
        self.greeting_line = b""
        self.start_seconds = 0.0
        self.assignor = command.assignor or ""
        self._host: Conversation | None = None
        self._number = FIRST_ID

    def start(self) -> bytes:
        """Start the host for the first time and read its greeting line. Raises `Mistake`."""
        begun = time.perf_counter()
        self._host, self.greeting_line = self.start_another({})
        self.start_seconds = time.perf_counter() - begun
        return self.greeting_line

    def start_another(self, environment: Mapping[str, str]) -> tuple[Conversation, bytes]:
        """Start another process of the host and read its greeting line. Raises `Mistake`."""
        host = Conversation(self.words, limits=self.limits, environment={**self.environment, **environment})
        try:
            return host, host.read_line(self.limits.start_seconds)
        except NoLineError as silence:
            host.close_input()
            why = f"no greeting: {silence}"
            if _comes_late(host):
                why += "; it came only at the end of the input: flush after each line"
            host.close()
            raise Mistake(why) from None

    def running_host(self) -> Conversation:
        """The running host, started first where there is none."""
        if self._host is None:
            self._host, _ = self.start_another({})
        return self._host

    def close(self) -> None:
        """End the host; the next question starts another."""
        if self._host is not None:
            self._host.close()
            self._host = None

    @property
    def loading_seconds(self) -> float:
        """The time limit of the first answer."""
        return LOADING * self.limits.call_seconds

    def question_line(self, group: Mapping[str, object], **more: object) -> tuple[int, bytes]:
        """A new id, and the line with a question about `group`; `more` adds or replaces keys."""
        self._number += STEP
        return self._number, compact_json(
            {"id": self._number, "assignor": self.assignor, "group": group, **settings_to_json(self.settings), **more}
        ) + b"\n"

    def ask(self, group: Mapping[str, object], *, seconds: float | None = None, **more: object) -> Reply:
        """The reply to one question. Raises `Mistake` where none comes, and ends a silent host."""
        number, line = self.question_line(group, **more)
        return self.ask_line(line, number, seconds=seconds)

    def ask_line(self, line: bytes, number: int | None, *, seconds: float | None = None) -> Reply:
        """Send any line and read the reply; `number` is the expected id (None: any)."""
        host = self.running_host()
        begun = time.perf_counter()
        host.send(line)
        try:
            came, document = self.next_object(host, line, seconds)
        except NoLineError as silence:
            self.close()
            raise Mistake(str(silence), sent=line) from None
        reply = Reply(sent=line, number=number or 0, line=came, document=document, seconds=time.perf_counter() - begun)
        if number is not None and not _is_number(document.get("id"), number):
            self.talk.misnumbered.append(reply)
        return reply

    def next_object(
        self, host: Conversation, sent: bytes, seconds: float | None = None
    ) -> tuple[bytes, dict[str, Any]]:
        """The next line with a JSON object; earlier output is recorded as stray. Raises `NoLineError`."""
        for _ in range(_TOO_MUCH_TALK):
            line = host.read_line(self.limits.call_seconds if seconds is None else seconds)
            document = object_on(line)
            if document is not None:
                return line, document
            self.talk.stray.append((sent, line))
        raise NoLineError(f"{_TOO_MUCH_TALK} lines came, but no reply")


def object_on(line: bytes) -> dict[str, Any] | None:
    """
    The JSON object on a line; None where there is none.

    >>> object_on(b'{"id": 1}'), object_on(b"Listening on port 8080")
    ({'id': 1}, None)
    """
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def refuse_wrong_question(document: Mapping[str, Any]) -> None:
    """Raise `AssayError` where one of our own hosts reports, instead of a greeting, that it cannot be opened."""
    if document.get("format") == WRONG_QUESTION:
        raise AssayError(str(document.get("message")))


def _is_number(found: object, number: int) -> bool:
    return type(found) is int and found == number


def _comes_late(host: Conversation) -> bool:
    try:
        return object_on(host.read_line(1.0)) is not None
    except NoLineError:
        return False
