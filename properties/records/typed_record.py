"""
Dataclasses as JSON, and back by the types of their fields.

A type with a format of its own has an entry in `READERS` and `WRITERS`, which its module adds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.assignment_format import assignment_at
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.formats.json_values import NOTHING, array_at, check_keys, object_at, path_to
from kafka_assay.assignors.formats.life_format import event_from_json, event_to_json, protocol_at
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Assignment, Group

R = TypeVar("R")
Read = TypeVar("Read")
_types_of = cache(get_type_hints)


def reader_at(read: Callable[[object], Read]) -> Callable[[object, str], Read]:
    """`read` for a document at a path inside another one."""

    def read_at(value: object, path: str) -> Read:
        try:
            return read(value)
        except InvalidGroup as wrong:
            raise InvalidGroup(f"{path}.{wrong.path}".rstrip("."), wrong.value, wrong.expected) from None

    return read_at


def _text_at(value: object, path: str) -> str:
    """Return `value`, checked to be text. Names that a target gave may have lone surrogates."""
    if not isinstance(value, str):
        raise InvalidGroup(path, value, "text")
    return value


READERS: dict[object, Callable[[object, str], object]] = {
    Group: reader_at(group_from_json),
    Assignment: assignment_at,
    Event: event_from_json,
    Protocol: protocol_at,
    str: _text_at,
}
WRITERS: dict[object, Callable[[Any], object]] = {Group: group_to_json, Event: event_to_json}


def write_record(record: Any, *without: str) -> dict[str, Any]:
    """The dataclass `record` as a JSON object that `read_record` reads: all fields but those in `without`."""
    return {part.name: _document_of(getattr(record, part.name)) for part in fields(record) if part.name not in without}


def _document_of(value: Any) -> Any:
    if type(value) in WRITERS:
        return WRITERS[type(value)](value)
    if is_dataclass(value):
        return write_record(value)
    if isinstance(value, Mapping):
        return {key: _document_of(one) for key, one in value.items()}
    return [_document_of(one) for one in value] if isinstance(value, tuple) else value


def read_record(kind: type[R], value: object, path: str = "", *, closed: bool = False, **parsed: Any) -> R:
    """
    The dataclass `kind` from the JSON object at `path`. Raises `InvalidGroup`.

    Values in `parsed` are used as they are. All others have the type that their field declares. Unknown keys are
    ignored, unless the object is `closed`.
    """
    document, hints, parts = object_at(value, path), _types_of(kind), fields(kind)  # type: ignore[arg-type]
    if closed:
        check_keys(document, path, [part.name for part in parts])
    for part in parts:
        place = path_to(path, part.name)
        if part.name in document and part.name not in parsed:
            parsed[part.name] = _value_at(hints[part.name], document[part.name], place)
        elif part.name not in parsed and part.default is MISSING and part.default_factory is MISSING:
            raise InvalidGroup(place, NOTHING, "this key, which is required")
    return kind(**parsed)


def _value_at(hint: Any, value: object, path: str) -> Any:
    choices, origin = get_args(hint), get_origin(hint)
    if hint in READERS:
        return READERS[hint](value, path)
    if is_dataclass(hint) and isinstance(hint, type):
        return read_record(hint, value, path)
    if origin in {UnionType, Union}:
        try:
            return None if value is None else _value_at(choices[0], value, path)
        except InvalidGroup as wrong:
            null = ", or null" if wrong.path == path else ""
            raise InvalidGroup(wrong.path, wrong.value, f"{wrong.expected}{null}") from None
    if origin in {Mapping, dict}:
        return {key: _value_at(choices[1], one, path_to(path, key)) for key, one in object_at(value, path).items()}
    if origin is tuple:
        values = array_at(value, path)
        if Ellipsis not in choices and len(values) != len(choices):
            raise InvalidGroup(path, value, f"a list of {len(choices)}")
        return tuple(_value_at(choices[0], one, path_to(path, place)) for place, one in enumerate(values))
    if origin is Literal and value not in choices:
        raise InvalidGroup(path, value, f"one of {', '.join(map(str, choices))}")
    if origin is Literal or hint is Any or isinstance(value, float | int if hint is float else hint):
        return value
    raise InvalidGroup(path, value, f"a value of the type {getattr(hint, '__name__', hint)}")


def write_document(path: Path, document: Mapping[str, Any]) -> None:
    """Write a record as JSON, at once as a whole."""
    with write_atomically(path) as unfinished:
        unfinished.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_file(path: Path, expected: str, read: Callable[[dict[str, Any]], R]) -> R | None:
    """
    The result of `read` for the document at `path`, whose `format` must be `expected`; None if there is no such file.

    Raises `AssayError` if it cannot be read.
    """
    if not path.exists():
        return None
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a record in the format {expected!r}") from None
    if not isinstance(document, dict) or document.get("format") != expected:
        raise AssayError(f"{path}: format: expected {expected!r}")
    try:
        return read(document)
    except AssayError as wrong:
        raise AssayError(f"{path}: {wrong}") from None
    except (KeyError, TypeError, IndexError) as wrong:
        raise AssayError(f"{path}: the record has no {wrong}: expected the format {expected!r}") from None


def read_files(paths: Iterable[Path], expected: str, read: Callable[[dict[str, Any]], R]) -> list[R]:
    """The result of `read` for each document, in the order of their names. Raises `AssayError`."""
    return [found for path in sorted(paths) if (found := read_file(path, expected, read)) is not None]
