"""The messages of a log in any layout: plain text, JSON lines, logfmt, and what container runtimes add to them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_CRI = re.compile(r"(\S+T\S+ (?:stdout|stderr)) ([FP])(?: (.*))?", re.DOTALL)
_MESSAGE_KEYS = ("message", "msg", "log", "@message", "short_message", "textPayload", "MESSAGE", "body", "event")
_TIME_KEYS = ("@timestamp", "timestamp", "time", "ts", "t", "datetime", "asctime")
_LOGFMT = re.compile(r'([\w.@-]+)=("(?:[^"\\]|\\.)*"|\S*)')
_DATED = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z| ?[+-]\d\d:?\d\d)?\b")
_EPOCH = re.compile(r"(?:^|[\s|\[])(1\d{9})(?:\.(\d+))?(?=[\s|\]])")
_CLOCK = re.compile(r"(?:^|[\s\[])(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?\b")
_HEAD = 160
"""A line's time is among its first characters."""
_DOCKER_PIECE = 16_000
"""Docker cuts a longer line into pieces of 16 KiB; only the last one ends with a line feed."""


class LogLine(NamedTuple):
    """A line: its number from 1, its text, and its time in seconds; `dated` says whether that has a date."""

    number: int
    text: str
    at: float | None = None
    dated: bool = False
    file: str = ""

    @property
    def place(self) -> str:
        """Where it is, for messages."""
        return f"{self.file}: line {self.number}" if self.file else f"line {self.number}"


def read_lines(text: str, markers: Iterable[str], file: str = "") -> Iterator[LogLine]:
    r"""
    The lines of a log that contain one of the `markers`. Of JSON and logfmt the text is `message; key: value, ...`.

    Pieces into which a container runtime cut a line (CRI's tag `P`, Docker's JSON) are joined.

    >>> [line.text for line in read_lines('{"level":"info","msg":"balanced","plan":"a{t[0 1]}"}', ["balanced"])]
    ['balanced; level: info, plan: a{t[0 1]}']
    >>> list(read_lines("\n1970-01-01T00:01:00Z stdout P Adding t-0\n1970-01-01T00:01:00Z stdout F , t-1", ["Adding"]))
    [LogLine(number=2, text='Adding t-0, t-1', at=60.0, dated=True, file='')]
    """
    number, counted = 1, 0
    for start in sorted({start for marker in markers for start in _starts(text, marker)}):
        number += text.count("\n", counted, start)
        counted = start
        for line in _messages_in(_whole_line(text, start, number)):
            yield _unwrapped(line)._replace(file=file)


def _starts(text: str, marker: str) -> Iterator[int]:
    """Where the lines with this marker start. `str.find` is several times faster than a pattern of all markers."""
    found = text.find(marker)
    while found >= 0:
        yield text.rfind("\n", 0, found) + 1
        end = text.find("\n", found)
        found = text.find(marker, end) if end >= 0 else -1


def _whole_line(text: str, start: int, number: int) -> LogLine:
    """The line that starts here, with the pieces that follow it."""
    line, stream, is_last = _piece(text, start)
    while not is_last and (start := text.find("\n", start) + 1):
        piece, of, ends = _piece(text, start)
        if of == stream:
            line, is_last = line._replace(text=line.text + piece.text), ends
    return line._replace(number=number)


def _piece(text: str, start: int) -> tuple[LogLine, str, bool]:
    """The line of a file that starts here, the stream that it belongs to, and whether it ends what was written."""
    end = text.find("\n", start)
    plain = _COLOUR.sub("", text[start : len(text) if end < 0 else end].rstrip("\r"))
    if cut := _CRI.fullmatch(plain):
        return LogLine(0, cut[3] or "", *_time_of(cut[1])), cut[1].split()[-1], cut[2] == "F"
    document = _json_in(plain)
    if document is not None and set(document) >= {"log", "stream"}:
        said = str(document["log"])
        line = LogLine(0, said.removesuffix("\n"), *_time_of(str(document.get("time", ""))))
        return line, str(document["stream"]), said.endswith("\n") or len(said) < _DOCKER_PIECE
    return LogLine(0, plain), "", True


def _messages_in(line: LogLine) -> list[LogLine]:
    """A line for each message, where the answer of a log store has several in one line of JSON."""
    try:
        found = list(_objects_with_message(json.loads(line.text))) if line.text.lstrip()[:1] in {"{", "["} else []
    except (ValueError, RecursionError):
        found = []
    return [line._replace(text=json.dumps(one)) for one in found] if len(found) > 1 else [line]


def _objects_with_message(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and any(isinstance(value.get(key), str) for key in _MESSAGE_KEYS):
        yield value
    elif isinstance(value, list | dict):
        for one in value if isinstance(value, list) else value.values():
            yield from _objects_with_message(one)


def _unwrapped(line: LogLine) -> LogLine:
    """The line with the message that its JSON or logfmt holds, and with its time."""
    document = _json_in(line.text)
    if document is None and re.search(r"(?:^|\s)(msg|message)=", line.text):
        document = {key: _unquoted(value) for key, value in _LOGFMT.findall(line.text)}
    if document is None or (found := _message_in(document)) is None:
        at, dated = (line.at, line.dated) if line.dated else _time_of(line.text[:_HEAD])
        return line._replace(at=at, dated=dated)
    holder, key = found
    rest = ", ".join(f"{name}: {_plain(value)}" for name, value in holder.items() if name != key)
    at, dated = next(
        (time for name in _TIME_KEYS if (time := _time_in(document.get(name, holder.get(name))))[0] is not None),
        (line.at, line.dated),
    )
    if at is None:
        at, dated = _time_of(line.text[:_HEAD])
    return line._replace(text=f"{holder[key]}; {rest}" if rest else str(holder[key]), at=at, dated=dated)


def _json_in(text: str) -> dict[str, Any] | None:
    """The JSON object at the end of `text`, after what a tool may have written before it (`pod-1 | {...}`)."""
    start = text.find('{"')
    if start < 0 or not text.rstrip().endswith("}"):
        return None
    try:
        document = json.loads(text[start:])
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _message_in(document: dict[str, Any]) -> tuple[dict[str, Any], str] | None:
    """The object that holds the message, and its key: the document itself, or an object in it."""
    for key in _MESSAGE_KEYS:
        if isinstance(document.get(key), str):
            return document, key
    inner = (_message_in(value) for value in document.values() if isinstance(value, dict))
    return next((found for found in inner if found is not None), None)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _unquoted(value: str) -> str:
    try:
        return str(json.loads(value)) if value.startswith('"') else value
    except ValueError:
        return value[1:-1]


def _time_in(value: object) -> tuple[float | None, bool]:
    """The time of a JSON value: text, or a number of seconds, milliseconds, microseconds or nanoseconds."""
    if isinstance(value, str):
        return _time_of(f"{value} ")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1e9 <= value < 1e19:
        return None, False
    while value >= 1e11:
        value /= 1000
    return float(value), True


def _time_of(text: str) -> tuple[float | None, bool]:
    """The time in `text`, and whether it has a date. Without a zone it counts as UTC."""
    if found := _DATED.search(text):
        year, month, day, clock, fraction, zone = found.groups()
        zone = (zone or "+00:00").strip().replace("Z", "+00:00")
        try:
            moment = datetime.fromisoformat(f"{year}-{month}-{day}T{clock}{zone}")
        except ValueError:
            return None, False
        return moment.astimezone(UTC).timestamp() + float(f"0.{fraction or 0}"), True
    if found := _EPOCH.search(text):
        return float(f"{found[1]}.{found[2] or 0}"), True
    if found := _CLOCK.search(text):
        hours, minutes, seconds, fraction = found.groups()
        return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction or 0}"), False
    return None, False
