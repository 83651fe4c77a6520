"""Dataclasses as JSON, and back by the types of their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.formats.json_values import NOTHING, array_at, object_at, path_to
from kafka_assay.assignors.model import Group
from kafka_assay.properties.records.case_format import Case, case_from_json, case_to_json

R = TypeVar("R")

READERS: dict[object, Callable[[object], object]] = {Case: case_from_json, Group: group_from_json}
WRITERS: dict[object, Callable[[Any], object]] = {Case: case_to_json, Group: group_to_json}
"""The parts of a record that have a format of their own."""


def write_record(record: Any) -> dict[str, Any]:
    """The dataclass `record` as a JSON object, which `read_record` reads. It has a key for every field."""
    return {part.name: _document_of(getattr(record, part.name)) for part in fields(record)}


def _document_of(value: Any) -> Any:
    if type(value) in WRITERS:
        return WRITERS[type(value)](value)
    if is_dataclass(value):
        return write_record(value)
    if isinstance(value, Mapping):
        return {key: _document_of(one) for key, one in value.items()}
    return [_document_of(one) for one in value] if isinstance(value, tuple) else value


def read_record(kind: type[R], value: object, path: str = "", **parsed: Any) -> R:
    """
    The dataclass `kind` from the JSON object at `path`. Raises `InvalidGroup`.

    Values in `parsed` are used as they are. All others have the type that their field declares. Unknown keys are
    ignored.
    """
    document, hints = object_at(value, path), get_type_hints(kind)
    for part in fields(kind):  # type: ignore[arg-type]
        place = path_to(path, part.name)
        if part.name in document and part.name not in parsed:
            parsed[part.name] = _value_at(hints[part.name], document[part.name], place)
        elif part.name not in parsed and part.default is MISSING:
            raise InvalidGroup(place, NOTHING, "this key, which is required")
    return kind(**parsed)


def _value_at(hint: Any, value: object, path: str) -> Any:
    choices, origin = get_args(hint), get_origin(hint)
    if hint in READERS:
        try:
            return READERS[hint](value)
        except InvalidGroup as wrong:
            raise InvalidGroup(f"{path}.{wrong.path}".rstrip("."), wrong.value, wrong.expected) from None
    if is_dataclass(hint) and isinstance(hint, type):
        return read_record(hint, value, path)
    if origin in {UnionType, Union}:
        return None if value is None else _value_at(choices[0], value, path)
    if origin is Mapping:
        return {key: _value_at(choices[1], one, path_to(path, key)) for key, one in object_at(value, path).items()}
    if origin is tuple:
        values = array_at(value, path)
        if Ellipsis not in choices and len(values) != len(choices):
            raise InvalidGroup(path, value, f"a list of {len(choices)}")
        return tuple(_value_at(choices[0], one, path_to(path, place)) for place, one in enumerate(values))
    if value in choices if origin is Literal else isinstance(value, float | int if hint is float else hint):
        return value
    raise InvalidGroup(path, value, f"a value of the type {getattr(hint, '__name__', hint)}")
