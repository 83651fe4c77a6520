"""
A host under test: started when needed, started again after a crash, with generous time limits.

The process is the one of all hosts, but no wrong output ends it: the first JSON object that comes is the reply,
whatever its id and whatever other output comes between. Such mistakes are recorded for the checks that look for them,
so that each mistake is reported once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.protocol import compact_json
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
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


class Mistake(Exception):
    """The host breaks a rule: `why`, and the lines that show it."""

    def __init__(self, why: str, *, sent: bytes | None = None, came: bytes | None = None) -> None:
        """`sent` is our last line, `came` the host's reply; None where there was none."""
        super().__init__(why)
        self.why = why
        self.sent = sent
        self.came = came


class NotSeenError(Exception):
    """Nothing shows whether the host keeps this rule; the text is the reason."""


class HostVerdict(StrEnum):
    """The verdict of a check. A property that cannot be seen from outside is undecided, not a mistake."""

    KEPT = "kept"
    BROKEN = "broken"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCheck:
    """
    One rule for hosts: `says` states it, `look` tests a host. If a `needed` one is broken, the others are meaningless.

    `look` returns a remark or None, or raises `Mistake` or `NotSeenError`.
    """

    name: str
    says: str
    look: Callable[[HostSession], str | None]
    needed: bool


CHECKS: list[HostCheck] = []
"""All checks, in the order of their definition."""


def host_check(look: Callable[[HostSession], str | None]) -> Callable[[HostSession], str | None]:
    """Make the function a check. Its name is that of the check, and its docstring states the rule."""
    says = " ".join((look.__doc__ or "").split()).removesuffix(".")
    name = look.__name__.replace("_", "-")
    needed = name in {"greets-first", "greeting-is-well-formed", "answers-at-once"}
    CHECKS.append(HostCheck(name=name, says=says[:1].lower() + says[1:], look=look, needed=needed))
    return look


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
        if self.error_type() == CannotBeAsked.__name__:
            raise NotSeenError(f"it reports that the group cannot be expressed: {self.line.decode(errors='replace')}")
        if self.error_type() is not None:
            raise self.mistake("an error instead of an answer")
        try:
            return assignment_at(self.document.get("assignment"))
        except InvalidGroup as wrong:
            raise self.mistake(f"a malformed answer: {wrong}") from None

    def error_type(self) -> str | None:
        """The type of the error that came; None where an answer came."""
        error = self.document.get("error")
        return None if error is None else str(error.get("type") if isinstance(error, dict) else error)

    def outcome(self) -> Any:
        """What came, comparable with other replies."""
        return self.document.get("assignment", self.document.get("error"))

    def mistake(self, why: str) -> Mistake:
        """A mistake that this reply shows."""
        return Mistake(why, sent=self.sent, came=self.line)


class HostSession:
    """
    A host under test. `assignor` is the one for most checks (the first that it serves, if none was chosen).

    `stray` has each line that is no JSON object, after the line that was sent. `misnumbered` has the replies with
    another id.
    """

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
        self.command = command
        self.limits = Limits() if limits is None else limits
        self.long_seconds = long_seconds
        self.loading_seconds = LOADING * self.limits.call_seconds
        self.settings = settings
        self.stray: list[tuple[bytes, bytes]] = []
        self.misnumbered: list[Reply] = []
        self.greeting: dict[str, Any] = {}
        self.greeting_line = b""
        self.start_seconds = 0.0
        self.assignor = command.assignor or ""
        self._host: HostProcess | None = None
        self._number = FIRST_ID

    def start(self) -> bytes:
        """Start the host for the first time and read its greeting line. Raises `Mistake`."""
        begun = time.perf_counter()
        self._host, self.greeting_line = self.start_another({})
        self.start_seconds = time.perf_counter() - begun
        return self.greeting_line

    def start_another(self, environment: Mapping[str, str]) -> tuple[HostProcess, bytes]:
        """Start another process of the host and read its greeting line. Raises `Mistake`."""
        ours = {**self.command.environment, **environment}
        host = HostProcess(self.command.words, limits=self.limits, environment=ours)
        try:
            return host, host.read_line(self.limits.start_seconds)
        except AssignorFailed as silence:
            why = f"no greeting: {silence_text(silence)}"
            if self.late_line(host, b"") is not None:
                why += "; it came only at the end of the input: flush after each line"
            host.kill()
            raise Mistake(why) from None

    def running_host(self) -> HostProcess:
        """The running host, started first where there is none."""
        if self._host is None:
            self._host, _ = self.start_another({})
        return self._host

    def close(self) -> None:
        """End the host; the next question starts another."""
        if self._host is not None:
            self._host.kill()
            self._host = None

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
        came, document = self.exchange(host, line, seconds)
        reply = Reply(sent=line, number=number or 0, line=came, document=document, seconds=time.perf_counter() - begun)
        found = document.get("id")
        if number is not None and not (type(found) is int and found == number):
            self.misnumbered.append(reply)
        return reply

    def exchange(
        self, host: HostProcess, line: bytes, seconds: float | None = None, *, where: str = ""
    ) -> tuple[bytes, dict[str, Any]]:
        """Send a line to `host` and read its reply. Raises `Mistake` where none comes, and ends the silent host."""
        try:
            host.send(line)
            return self.next_object(host, line, seconds)
        except AssignorFailed as silence:
            host.kill()
            if host is self._host:
                self.close()
            raise Mistake(where + silence_text(silence), sent=line) from None

    def next_object(self, host: HostProcess, sent: bytes, seconds: float | None = None) -> tuple[bytes, dict[str, Any]]:
        """The next line with a JSON object; earlier output is recorded as stray. Raises `AssignorFailed`."""
        for _ in range(_TOO_MUCH_TALK):
            line = host.read_line(self.limits.call_seconds if seconds is None else seconds)
            document = object_on(line)
            if document is not None:
                return line, document
            self.stray.append((sent, line))
        raise AssignorFailed("garbage", f"{_TOO_MUCH_TALK} lines came, but no reply")

    def late_line(self, host: HostProcess, sent: bytes) -> bytes | None:
        """The reply that comes when the input of `host` ends; None where none comes."""
        host.close_input()
        try:
            return self.next_object(host, sent, 1.0)[0]
        except AssignorFailed:
            return None


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


def silence_text(silence: AssignorFailed) -> str:
    """Why no line came, with the last line on stderr."""
    last = silence.trace.rpartition("\n")[2]
    return silence.message + (f"; last line on stderr: {last}" if last else "")
