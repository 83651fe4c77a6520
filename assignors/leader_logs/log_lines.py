"""The messages of a log in any layout: text, JSON, logfmt, CSV, and what container runtimes and log stores add."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_CRI = re.compile(r"(\S+T\S+ (?:stdout|stderr)) ([FP])(?: (.*))?", re.DOTALL)
_MESSAGE_KEYS = (
    *("message", "msg", "log", "@message", "@m", "short_message", "textpayload", "body", "event", "line", "_raw"),
    *("content", "renderedmessage", "logmessage"),
)
_TIME_KEYS = (
    *("@timestamp", "timestamp", "time", "ts", "t", "@t", "datetime", "asctime", "instant", "timemillis", "_time"),
    *("__realtime_timestamp", "date", "timeunixnano", "timegenerated"),
)
"""Both in small letters: programs differ in that."""
_FIELD_ORDER = (
    *("groupId", "generationId", "memberId", "groupProtocol", "assignment", "memberAssignment"),
    *("group", "member_id", "generation", "balance_protocol", "assigned", "now_assigned"),
    *("id", "instance_id", "interests", "plan"),
)
"""Fields of kafkajs and franz-go, in the order of `line_patterns.py`: a logger may sort them by name."""
_LOGFMT = re.compile(r'([\w.@-]+)=("(?:[^"\\]|\\.)*"|\S*)')
_CONSOLE = re.compile(r"(balancing group|balanced|synced|joined|balance group member)\s+(?=\w+=)")
"""A message of franz-go as loggers of Go print it to a terminal: its fields follow without a key for the message."""
_DATED = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z| ?[+-]\d\d:?\d\d)?\b")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NAMED_MONTH = re.compile(
    rf"(?:\b(\d\d?)[ /-])?\b({'|'.join(_MONTHS)})[a-z]*[ /-](?:(\d\d?), )?(\d{{4}}),?(?: @ |[ :])(?=\d)"
)
"""Such as `17 Jul 2026 `, `17/Jul/2026:`, `Jul 17, 2026 @ `. The time of day follows."""
_EPOCH = re.compile(r"(?:^|[\s|\[])(1\d{9})(?:\.?(\d+))?(?=[\s|\]])")
_NUMBER = re.compile(r"1\d{9}(?:\d{3}){0,3}(?:\.\d+)?")
"""Seconds since 1970, or thousandths and so on."""
_CLOCK = re.compile(r"(?:^|[\s\[])(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?: ?([AP])M)?\b")
_CELLS = re.compile(r'(?:[^"{]*,)?"')
"""The beginning of a row of CSV."""
_DOCUMENT = re.compile(r"[\s,]*([{\[])")
_HEAD = 160
"""A line's time is among its first characters."""
_LONGEST_TIME = 40
"""A text of a JSON list that is as long as this is no time."""
_DOCKER_PIECE = 16_000
"""Docker cuts a longer line into pieces of 16 KiB; only the last one ends with a line feed."""


class Moment(NamedTuple):
    """A time in seconds (None: unknown), its text as in the log, and whether it has a date."""

    at: float | None = None
    text: str | None = None
    dated: bool = True


_UNKNOWN = Moment(dated=False)


class LogLine(NamedTuple):
    """A line: its number from 1, its text, and its time."""

    number: int
    text: str
    moment: Moment = _UNKNOWN
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
    ['balanced; plan: a{t[0 1]}, level: info']
    >>> list(read_lines("\n2026-01-01T00:00:00Z stdout P Adding t-0\n2026-01-01T00:00:00Z stdout F , t-1", ["Adding"]))
    ... # doctest: +ELLIPSIS
    [LogLine(number=2, text='Adding t-0, t-1', moment=Moment(at=1767225600.0, text='2026-...', dated=True), file='')]
    """
    markers = tuple(markers)
    documents = _documents_over_lines(text)
    if documents is not None:
        messages = [line for document in documents for line in _messages_in(document, markers, text)]
        for line in (_unwrapped(line) for line in messages if any(marker in line.text for marker in markers)):
            yield line._replace(file=file)
        return
    number, counted = 1, 0
    for start in sorted({start for marker in markers for start in _starts(text, marker)}):
        number += text.count("\n", counted, start)
        counted = start
        for line in _messages_in(_whole_line(text, start, number), markers):
            found = _unwrapped(line)
            if found.moment.at is None:  # java.util.logging prints the time in a line of its own
                before = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start]
                found = found._replace(moment=_time_of(before[:_HEAD]))
            yield found._replace(file=file)


def _documents_over_lines(text: str) -> list[LogLine] | None:
    """The JSON documents of a file in which they take several lines each, as log stores and log4j print them."""
    decoder, documents, number, at = json.JSONDecoder(), list[LogLine](), 1, 0
    while (found := _DOCUMENT.match(text, at)) is not None:
        start = found.start(1)
        number += text.count("\n", at, start)
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return None
        lines = text.count("\n", start, end)
        if not lines and not documents:
            return None
        documents.append(LogLine(number, json.dumps(value)))
        number, at = number + lines, end
    return documents if documents and not text[at:].strip() else None


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
        return LogLine(0, cut[3] or "", _time_of(cut[1])), cut[1].split()[-1], cut[2] == "F"
    document, _ = _json_in(plain)
    if document is not None and set(document) >= {"log", "stream"}:
        said = str(document["log"])
        line = LogLine(0, said.removesuffix("\n"), _time_of(str(document.get("time", ""))))
        return line, str(document["stream"]), said.endswith("\n") or len(said) < _DOCKER_PIECE
    if document is not None and set(document) >= {"log", "partial_id"}:  # Docker's drivers for Fluentd and FireLens
        line = LogLine(0, str(document["log"]), _time_in_document(document))
        return line, str(document["partial_id"]), document.get("partial_last") == "true"
    return LogLine(0, plain), "", True


def _messages_in(line: LogLine, markers: Sequence[str], text: str = "") -> list[LogLine]:
    """A line for each message, where JSON has several, such as the answer of a log store; `text` has it over lines."""
    try:
        is_json = line.text.lstrip()[:1] in {"{", "["}
        found = list(_objects_with_message(json.loads(line.text), markers)) if is_json else []
    except (ValueError, RecursionError):
        found = []
    lines, start, number = [], 0, line.number
    for moment, one in found:
        said = one[_key_of_message(one) or ""]
        place = text.find(json.dumps(said, ensure_ascii=False)[:200], start) if text else -1
        number, start = (1 + text.count("\n", 0, place), place) if place >= 0 else (number, start)
        known = line.moment if moment.at is None else moment
        lines.append(line._replace(text=json.dumps(one), number=number, moment=known))
    return lines or [line]


def _objects_with_message(
    value: Any, markers: Sequence[str], moment: Moment = _UNKNOWN
) -> Iterator[tuple[Moment, dict[str, Any]]]:
    """Each message with the fields beside it. Its time may stand around it, its key may be of any name, or missing."""
    value = _without_wrapping(value)
    if isinstance(value, str) and _has_marker(value, markers):
        yield moment, {"message": value}
    elif isinstance(value, list):
        times = (_time_in(one) for one in value if len(str(one)) < _LONGEST_TIME)
        moment = next((one for one in times if one.at is not None), moment)
        for inner in value:
            yield from _objects_with_message(inner, markers, moment)
    elif isinstance(value, dict):
        value = {key: _without_wrapping(inner) for key, inner in value.items()}
        own = _time_in_document(value)
        moment = moment if own.at is None else own
        known = _key_of_message(value)
        if known is not None and _has_marker(value[known], markers):
            yield moment, value
            return
        texts = [name for name, one in value.items() if isinstance(one, str) and _has_marker(one, markers)]
        beside = {name: one for name, one in value.items() if name not in texts and name.lower() != "message"}
        for name, inner in value.items():
            for at, found in _objects_with_message(inner, markers, moment):
                yield at, {**beside, **found} if name in texts else found


def _without_wrapping(value: Any) -> Any:
    """A value without the list of Kibana or the object of OTLP, and a list of names and values as an object."""
    match value:
        case [str() | int() as only] | {"stringValue": str() as only}:
            return only
        case [{"field": str(), "value": _}, *_] | [{"key": str(), "value": _}, *_]:  # CloudWatch Insights and OTLP
            rows = (one for one in value if isinstance(one, dict))
            return {str(one.get("field", one.get("key"))): _without_wrapping(one.get("value")) for one in rows}
    return value


def _has_marker(text: str, markers: Sequence[str]) -> bool:
    plain = text.replace('\\"', '"')
    return any(marker in plain for marker in markers)


def _unwrapped(line: LogLine) -> LogLine:
    """The line with the message that its JSON, logfmt or CSV holds, and with its time."""
    text, said = line.text, line._replace(text="")
    document, before = _json_in(text)
    if document is None and _CELLS.match(text):
        document, before, text = _cells_in(text)
    if document is None and re.search(r"(?:^|\s)(msg|message)=", text):
        document, before = {key: _unquoted(value) for key, value in _LOGFMT.findall(text)}, ""
    if document is None and (found := _CONSOLE.search(text)):
        before = text[: found.end(1)]
        document = {key: _unquoted(value) for key, value in _LOGFMT.findall(text, found.end())}
    if document is None:
        return said._replace(text=text, moment=line.moment if line.moment.dated else _time_of(text[:_HEAD]))
    holder, key = _message_in(document) or (document, "")
    moments = (_time_in_document(document), _time_in_document(holder), line.moment, _time_of((before or text)[:_HEAD]))
    said = said._replace(moment=next((one for one in moments if one.at is not None), _UNKNOWN))
    if not key and not before.strip():
        return said._replace(text=text)
    message = str(holder[key]) if key else before.strip()
    names = dict.fromkeys([*(name for name in _FIELD_ORDER if name in holder), *holder])
    rest = ", ".join(f"{name}: {_plain(holder[name])}" for name in names if name != key)
    if key and message.startswith("{") and (inner := _json_in(message)[0]) and _message_in(inner):
        return _unwrapped(said._replace(text=message))
    return said._replace(text=f"{message}; {rest}" if rest else message)


def _json_in(text: str) -> tuple[dict[str, Any] | None, str]:
    """The JSON object at the end of `text`, and what stands before it (`pod-1 | {...}`). A further `}` may follow."""
    start = text.find('{"')
    if start < 0 or not text.rstrip().endswith("}"):
        return None, ""
    try:
        document, end = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, ""
    return (document, text[:start]) if not text[end:].strip(" \t}") else (None, "")


def _cells_in(text: str) -> tuple[dict[str, Any] | None, str, str]:
    """Of a row of CSV: the JSON object in a cell, if any, what stands in the other cells, and the whole as text."""
    try:
        cells = next(csv.reader([text], strict=True), [text])
    except csv.Error:
        return None, "", text
    plain = " ".join(cells)
    found = ((_json_in(cell)[0], cell) for cell in cells if cell.lstrip().startswith("{"))
    document, holder = next(((one, cell) for one, cell in found if one is not None), (None, ""))
    return document, "".join(f"{cell} " for cell in cells if cell != holder), plain if len(cells) > 1 else text


def _key_of_message(document: dict[str, Any]) -> str | None:
    named = {key.lower(): key for key, value in document.items() if isinstance(value, str)}
    return next((named[key] for key in _MESSAGE_KEYS if key in named), None)


def _message_in(document: dict[str, Any]) -> tuple[dict[str, Any], str] | None:
    """The object that holds the message, and its key: the document itself, or an object in it."""
    if (key := _key_of_message(document)) is not None:
        return document, key
    inner = (_message_in(value) for value in document.values() if isinstance(value, dict))
    return next((found for found in inner if found is not None), None)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _unquoted(value: str) -> str:
    try:
        return str(json.loads(value)) if value.startswith('"') else value
    except ValueError:
        return value[1:-1] if value[1:].endswith('"') else value


def _time_in_document(document: dict[str, Any]) -> Moment:
    named = {key.lower(): value for key, value in document.items()}
    times = (_time_in(named.get(name)) for name in _TIME_KEYS)
    return next((time for time in times if time.at is not None), _UNKNOWN)


def _time_in(value: object) -> Moment:
    """The time of a JSON value: text, or a number of seconds, milliseconds, microseconds or nanoseconds."""
    if isinstance(value, dict):  # log4j
        return _time_in(value.get("epochSecond"))
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value):
            return _time_of(f"{value} ")
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1e9 <= value < 1e19:
        return _UNKNOWN
    while value >= 1e11:
        value /= 1000
    return _since_1970(float(value))


def _since_1970(seconds: float) -> Moment:
    text = datetime.fromtimestamp(seconds, UTC).isoformat(" ", "milliseconds")
    return Moment(seconds, text.replace("+00:00", "Z"))


def _time_of(text: str) -> Moment:
    """The time in `text`. Without a zone it counts as UTC."""
    if found := _DATED.search(text):
        year, month, day, clock, fraction, zone = found.groups()
        zone = (zone or "+00:00").strip().replace("Z", "+00:00")
        try:
            moment = datetime.fromisoformat(f"{year}-{month}-{day}T{clock}{zone}")
        except ValueError:
            return _UNKNOWN
        return Moment(moment.astimezone(UTC).timestamp() + float(f"0.{fraction or 0}"), found[0])
    if (found := _NAMED_MONTH.search(text)) and (clock_at := _CLOCK.match(f" {text[found.end() :]}")):
        day, month, other_day, year = found.groups()
        try:
            date = datetime(int(year), _MONTHS.index(month) + 1, int(day or other_day or 0), tzinfo=UTC)
        except ValueError:
            return _UNKNOWN
        return Moment(date.timestamp() + _seconds_of_day(clock_at), found[0] + clock_at[0].strip())
    if found := _EPOCH.search(text):
        return _since_1970(float(f"{found[1]}.{found[2] or 0}"))
    if found := _CLOCK.search(text):
        return Moment(_seconds_of_day(found), found[0].strip(" ["), dated=False)
    return _UNKNOWN


def _seconds_of_day(found: re.Match[str]) -> float:
    hours, minutes, seconds, fraction, half = found.groups()
    hour = int(hours) if half is None else int(hours) % 12 + (12 if half == "P" else 0)
    return hour * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction or 0}")
