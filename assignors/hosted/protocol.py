"""
`assay-host/1`: the protocol between this program and a host, one JSON object a line.

    host -> {"format": "assay-host/1", "implementation": "..", "version": "..", "assignors": ["range"], "like": {..}}
    ask  -> {"id": 1, "assignor": "range", "group": {..}, "instance": "a", "config": {..}, "member_config": {..}}
    host -> {"id": 1, "assignment": {"C0": {"t0": [0]}}, "nanoseconds": 81250}
    host -> {"id": 2, "error": {"type": "..", "message": "..", "trace": ".."}}

An error of the type `CannotBeAsked` means that the assignor's client cannot express the question. Only a host whose
greeting has `"accepts": ["config"]` receives `config` and `member_config`. A replay also says who leads: `"leader":
"C0"`, for clients whose leader assigns only the topics that it subscribes to. Unknown keys are ignored, so that the
protocol can grow. Any other line is garbage.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from kafka_assay.assignors.errors import AssayError, InvalidGroup, short_repr, spelling_tip
from kafka_assay.assignors.formats.assignment_format import assignment_at, is_well_formed
from kafka_assay.assignors.formats.documents import group_in, parse_json
from kafka_assay.assignors.formats.json_values import INT64, NOTHING, array_at, integer_at, object_at, text_at
from kafka_assay.assignors.formats.question_text import question_text
from kafka_assay.assignors.interface import GROUP_LISTS, AssignorFailed, ExpectedFailure, failure_of
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

T = TypeVar("T")

FORMAT = "assay-host/1"
WRONG_QUESTION = "assay-error/1"
"""The format of our own hosts' first line where the target cannot be opened; `message` is the reason."""

CONFIG = "config"
"""The word in a greeting's `accepts` of a host that reads settings."""

LONGEST_LINE = 256 << 20
"""The most bytes of one line."""

_SHOWN = 80
_MOST_TOLD = {"type": 200, "message": 4_000, "trace": 16_000}

Like: TypeAlias = "str | tuple[str, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeting:
    """
    A host's greeting: the assignors that it serves, and what it declares about them.

    `like` names the promises of each assignor, `targets` the assignors that answer with a target plan. `unordered`
    lists the parts of a group (`GROUP_LISTS`) without an order in the client. `accepts` lists optional keys of a
    question that the host reads.
    """

    implementation: str
    version: str
    assignors: tuple[str, ...]
    like: Mapping[str, Like]
    targets: frozenset[str]
    expected_failures: Mapping[str, tuple[ExpectedFailure, ...]]
    unordered: Mapping[str, frozenset[str]]
    accepts: frozenset[str] = frozenset()

    def choose_assignor(self, assignor: str | None) -> str:
        """The assignor to ask: the one of this name, or the only one. Raises `AssayError` if there is no such one."""
        served = ", ".join(self.assignors)
        if assignor is None:
            if len(self.assignors) > 1:
                raise AssayError(f"the host has several assignors ({served}): choose one with #NAME")
            return self.assignors[0]
        if assignor not in self.assignors:
            tip = spelling_tip(assignor, self.assignors) or f"; it has {served}"
            raise AssayError(f"the host has no assignor {assignor!r}{tip}")
        return assignor

    def accepted_settings(self, settings: Settings) -> Settings:
        """The settings, where the host takes any. Raises `AssayError` where it takes none and they are not optional."""
        if not settings or CONFIG in self.accepts:
            return replace(settings, optional=False)
        if settings.optional:
            return NO_SETTINGS
        raise AssayError(f"it accepts no settings: remove {' '.join(settings.words())}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAnswer:
    """An assignment, and the duration of `assign` where the host reports it."""

    assignment: Assignment
    nanoseconds: int | None


Reply: TypeAlias = "HostAnswer | AssignorFailed"


def quote_line(line: bytes | bytearray) -> str:
    """
    A line of a foreign program for a message: quoted, and cut where it is long.

    >>> quote_line(b"x" * 100)[-8:]
    "xxxx'..."
    """
    text = bytes(line[:_SHOWN]).decode(errors="replace")
    return repr(text) + ("..." if len(line) > _SHOWN else "")


def parse_greeting(line: bytes) -> Greeting:
    """Parse the greeting in `line`. Raises `AssayError`, because a host without a greeting cannot be opened."""
    document = None
    with suppress(ValueError, RecursionError):
        document = json.loads(line)
    if isinstance(document, dict) and document.get("format") == WRONG_QUESTION:
        raise AssayError(str(document.get("message")))
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise AssayError(f"its first line is not an {FORMAT} greeting: {quote_line(line)}")
    try:
        return _greeting_from_json(document)
    except InvalidGroup as wrong:
        raise AssayError(f"its greeting is malformed: {wrong}") from None


def _greeting_from_json(document: dict[str, Any]) -> Greeting:
    assignors = _names(document.get("assignors"), "assignors", "a list of names")
    if not assignors:
        raise InvalidGroup("assignors", [], "at least one name")

    def by_assignor(key: str, read: Callable[[object, str], T], expected: str = "an object") -> dict[str, T]:
        declared = object_at(document.get(key, {}), key, expected)
        return {name: read(value, f"{key}.{name}") for name, value in declared.items()}

    return Greeting(
        implementation=text_at(document.get("implementation"), "implementation"),
        version=text_at(document.get("version", "unknown"), "version"),
        assignors=assignors,
        like=by_assignor("like", _parse_like, "an object: assignor -> a reference name or a list"),
        targets=frozenset(_names(document.get("targets", []), "targets", "a list of names")),
        expected_failures=by_assignor("expected_failures", _expected_failures),
        unordered=by_assignor("unordered", _unordered, "an object: assignor -> a list of lists of a group"),
        accepts=frozenset(_names(document.get("accepts", []), "accepts", "a list of keys, such as config")),
    )


def _names(value: object, path: str, expected: str) -> tuple[str, ...]:
    return tuple(text_at(name, f"{path}[{place}]") for place, name in enumerate(array_at(value, path, expected)))


def _parse_like(value: object, path: str) -> Like:
    expected = "a reference name, or a list of it and +promise or -promise"
    return value if isinstance(value, str) else _names(value, path, expected)


def _unordered(value: object, path: str) -> frozenset[str]:
    expected = f"a list of names out of {', '.join(GROUP_LISTS)}"
    names = array_at(value, path, expected)
    for name in names:
        if name not in GROUP_LISTS:
            raise InvalidGroup(path, name, expected)
    return frozenset(names)


def _expected_failures(value: object, path: str) -> tuple[ExpectedFailure, ...]:
    return tuple(_expected_failure(failure, path) for failure in array_at(value, path))


def _expected_failure(value: object, path: str) -> ExpectedFailure:
    failure = object_at(value, path)
    law, family, reason, group = (
        text_at(failure.get(key), f"{path}.{key}") for key in ("law", "family", "reason", "group")
    )
    try:
        group_in(parse_json(group))
    except InvalidGroup as wrong:
        raise InvalidGroup(f"{path}.group", group, f"the smallest group as JSON ({wrong})") from None
    return ExpectedFailure(law=law, family=family, reason=reason, group=group)


class QuestionWriter:
    """Writes questions as lines. Encodes a group's JSON once while the same group is sent again, to any target."""

    def __init__(self) -> None:
        """Start without a cached group."""
        self._group: Group | None = None
        self._json = b""

    def line(
        self,
        number: int,
        assignor: bytes,
        group: Group,
        instance: str | None,
        settings: Settings = NO_SETTINGS,
        leader: str | None = None,
    ) -> bytes:
        """
        The line that sends `group` to `assignor` (its name as JSON), configured with `settings`.

        It addresses a new object, or the one called `instance`, of the member `leader` where it is known who leads.
        """
        if group is not self._group:
            self._json = question_text(group).encode("ascii")
            self._group = group
        more = b"" if instance is None else b',"instance":' + compact_json(instance)
        more += b"" if leader is None else b',"leader":' + compact_json(leader)
        if settings:
            for key, value in ((b"config", dict(settings.config)), (b"member_config", settings.by_member_id(group))):
                more += b',"%s":%s' % (key, compact_json(value)) if value else b""
        return b'{"id":%d,"assignor":%s,"group":%s%s}\n' % (number, assignor, self._json, more)


def compact_json(value: object) -> bytes:
    """`value` as JSON in plain ASCII, so that a host's locale cannot corrupt it."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


_parse_ascii = json.JSONDecoder().decode
_USUAL_START = b'{"'
"""Of a line in UTF-8. `json.loads` looks for other encodings first, which takes longer than parsing."""


class GarbageReply(AssignorFailed):
    """A line that answers no question. The rest of the pipe is then unreliable."""

    def __init__(self, message: str) -> None:
        """`message` quotes the line and says what is wrong with it."""
        super().__init__("garbage", message)


def parse_answer(line: bytes, number: int) -> Reply:
    """
    The reply to question `number`: the answer, or a failure where the host reports an error or the answer is malformed.

    Raises `GarbageReply` where the line is no reply to this question.
    """
    is_usual = line[:2] == _USUAL_START and line.isascii()
    try:
        document = _parse_ascii(line.decode("ascii")) if is_usual else json.loads(line)
    except (ValueError, RecursionError):
        raise GarbageReply(f"the line is not JSON: {quote_line(line)}") from None
    if not isinstance(document, dict) or "id" not in document:
        raise GarbageReply(f"the line is not a reply: {quote_line(line)}")
    if type(document["id"]) is not int or document["id"] != number:
        raise GarbageReply(f"question {number} got an answer with another id: {quote_line(line)}")
    if "error" in document:
        return _reported_failure(document["error"])
    assignment, spent = document.get("assignment", NOTHING), document.get("nanoseconds")
    is_plain = is_usual and b"\\u" not in line  # then every name is text that UTF-8 can encode
    try:
        return HostAnswer(
            assignment=assignment if is_plain and is_well_formed(assignment) else assignment_at(assignment),
            nanoseconds=None
            if spent is None
            else integer_at(spent, least=0, most=INT64, path="nanoseconds", what="nanoseconds"),
        )
    except InvalidGroup as wrong:
        return AssignorFailed("garbage", str(wrong))


def _reported_failure(error: object) -> AssignorFailed:
    if not isinstance(error, dict):
        return AssignorFailed("garbage", f"the error is not an object: {short_repr(error)}")
    # In a form that fits into records: not too long, and encodable as UTF-8.
    told = (str(error.get(key) or "")[:most] for key, most in _MOST_TOLD.items())
    kind, message, trace = (text.encode(errors="replace").decode() for text in told)
    return failure_of(kind or "error", message, trace)
