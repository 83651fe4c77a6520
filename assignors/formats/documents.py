"""
Decode, parse and read JSON text as a group; every error is an `InvalidGroup`.

These functions are pure, so that a Spark worker reads a line exactly as the command line does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import KnownMembers, group_from_json
from kafka_assay.assignors.formats.json_values import path_to
from kafka_assay.assignors.model import Group

MOST_PARTITIONS_AT_WORK = 2_000_000
"""
The most partitions in one group that the program works on.

The format allows 2147483647 in each topic, but an answer lists every partition. Two million is the announced limit of
KRaft for a whole cluster. Within it every verb needs at most a few GiB.
"""


class _ObjectWithRepeats(dict[str, Any]):
    """A JSON object that repeats a key. Python alone would silently keep the last value."""

    repeated: str


def parse_json(data: bytes | str) -> object:
    """
    Parse the JSON value in `data`. Raises `InvalidGroup`; for a syntax error the path is line and column.

    >>> parse_json('{"format": "assay-group/1"}')
    {'format': 'assay-group/1'}
    """
    text = decode_utf8(data) if isinstance(data, bytes) else data
    try:
        try:
            return _parse_plain(text)
        except _RepeatedKeyError:
            document = _parse_marked(text)
    except json.JSONDecodeError as wrong:
        raise _syntax_error(wrong) from None
    except RecursionError:
        raise InvalidGroup("", text[:40], "JSON with fewer than a thousand levels") from None
    except ValueError:
        # Python converts no integer of more than 4,300 digits (CVE-2020-10735), and does not report its position.
        raise InvalidGroup("", text[:40], "JSON with shorter numbers") from None
    path, key = next(_repeated_keys(document))
    raise InvalidGroup(path_to(path, key), key, "an object with each key once")


class _RepeatedKeyError(Exception):
    """An object repeats a key."""


def _plain_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise _RepeatedKeyError
    return keys


def _marked_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) == len(pairs):
        return keys
    twice = _ObjectWithRepeats(keys)
    names = [key for key, _ in pairs]
    twice.repeated = next(key for position, key in enumerate(names) if key in names[:position])
    return twice


# Each is made once: making a decoder takes as long as parsing a question.
_parse_plain = json.JSONDecoder(object_pairs_hook=_plain_object).decode
_parse_marked = json.JSONDecoder(object_pairs_hook=_marked_object).decode


def parse_json_line(data: bytes) -> object:
    """Parse one line of JSON. The path of an error is the column alone, because the caller counts lines."""
    try:
        return parse_json(data.strip())
    except InvalidGroup as wrong:
        raise InvalidGroup(wrong.path.removeprefix("line 1 "), wrong.value, wrong.expected) from None


def decode_utf8(data: bytes) -> str:
    """Decode `data` as UTF-8, without a byte order mark. Raises `InvalidGroup`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        around = data[max(0, wrong.start - 10) : wrong.start + 10]
        raise InvalidGroup(f"byte {wrong.start}", around, "text in UTF-8") from None


def decode_text(data: bytes) -> str:
    r"""
    Decode `data` as UTF-8, or as UTF-16 if it says so or has the zero bytes of UTF-16 (PowerShell 5 writes it).

    >>> decode_text("GROUP".encode("utf-16"))
    'GROUP'
    """
    code = next((code for start, code in _UTF_16.items() if data.startswith(start)), None)
    if code is None and b"\0" in data[:2]:
        code = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    try:
        return decode_utf8(data) if code is None else data.decode(code)
    except UnicodeDecodeError as wrong:
        raise InvalidGroup(f"byte {wrong.start}", data[wrong.start : wrong.start + 10], "text in UTF-16") from None


_UTF_16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
"""What a text in UTF-16 begins with (its byte order mark)."""


def _syntax_error(wrong: json.JSONDecodeError) -> InvalidGroup:
    rest = wrong.doc[wrong.pos : wrong.pos + 40].strip()
    place = f"line {wrong.lineno} column {wrong.colno}"
    if wrong.msg == "Extra data":
        return InvalidGroup(place, rest, "the end of the document (many groups need a .jsonl file, one per line)")
    return InvalidGroup(place, rest or "the end of the text", f"JSON ({wrong.msg[:1].lower()}{wrong.msg[1:]})")


def _repeated_keys(document: object) -> Iterator[tuple[str, str]]:
    waiting = [("", document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _ObjectWithRepeats):
            yield path, value.repeated
        if isinstance(value, dict):
            waiting.extend((path_to(path, key), inner) for key, inner in value.items())
        elif isinstance(value, list):
            waiting.extend((path_to(path, position), inner) for position, inner in enumerate(value))


def is_life(document: object) -> bool:
    """Whether a parsed document claims to be a life, of any version."""
    format_name = document.get("format") if isinstance(document, dict) else None
    return isinstance(format_name, str) and format_name.startswith("assay-life")


def group_in(document: object, members_before: KnownMembers | None = None) -> Group:
    """
    The group in a parsed document: the document itself, or its key `group`. Raises `InvalidGroup`.

    Members of earlier documents are taken from `members_before`, if given. Other keys of a record are ignored. A life
    is refused, because reading only its first group would drop its events.
    """
    if not isinstance(document, dict) or "group" not in document:
        return group_from_json(document, members_before)
    if is_life(document):
        raise InvalidGroup("format", document["format"], "a group (only judge, check --case and replay accept lives)")
    try:
        return group_from_json(document["group"], members_before)
    except InvalidGroup as wrong:
        path = "group" + (wrong.path if wrong.path.startswith("[") else f".{wrong.path}" if wrong.path else "")
        raise InvalidGroup(path, wrong.value, wrong.expected) from None


def require_workable(group: Group) -> Group:
    """Return `group`, or raise an error if it has too many partitions."""
    partitions = sum(topic.partitions for topic in group.topics)
    if partitions > MOST_PARTITIONS_AT_WORK:
        expected = f"at most {MOST_PARTITIONS_AT_WORK} partitions in total, because an answer must fit into memory"
        raise InvalidGroup("topics", partitions, expected)
    return group


def group_from_line(line: bytes | str) -> Group:
    """The group on one line of a `.jsonl`, plain or wrapped. Raises `InvalidGroup`."""
    return sample_from_line(line)[0]


def sample_from_line(line: bytes | str) -> tuple[Group, str | None]:
    """
    The same, and the time of its capture, if the line says it: `assay import` of samples does.

    >>> group = '{"format": "assay-group/1", "topics": {}, "members": []}'
    >>> sample_from_line(f'{{"captured_at": "12:00", "group": {group}}}')[1]
    '12:00'
    """
    document = parse_json(line)
    group = require_workable(group_in(document))
    captured_at = document.get("captured_at") if isinstance(document, dict) else None
    return group, captured_at if isinstance(captured_at, str) else None
