"""The part of a JSON Schema that describes a typed record: its keys are the fields, with their types and meanings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from types import UnionType
from typing import Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from kafka_assay.assignors.formats.codec import field_meanings
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import Group
from kafka_assay.properties.records.case_format import Case

Shape: TypeAlias = dict[str, Any]
"""A JSON Schema."""

TEXT: Shape = {"type": "string"}
INTEGER: Shape = {"type": "integer"}
COUNT: Shape = {"type": "integer", "minimum": 0}
NUMBER: Shape = {"type": "number"}
OBJECT: Shape = {"type": "object"}
_PLAIN: dict[object, Shape] = {str: TEXT, int: COUNT, float: NUMBER, bool: {"type": "boolean"}}


def words(*choices: str) -> Shape:
    """One of these texts."""
    return {"enum": list(choices)}


def listed(item: Shape) -> Shape:
    """A list."""
    return {"type": "array", "items": item}


def mapped(value: Shape) -> Shape:
    """An object whose keys are names, such as member ids."""
    return {"type": "object", "additionalProperties": value}


def nullable(shape: Shape) -> Shape:
    """The shape, or null."""
    return either(shape, {"type": "null"})


def either(*shapes: Shape) -> Shape:
    """Any of the shapes."""
    return {"anyOf": list(shapes)}


def part(name: str) -> Shape:
    """An object that the same schema describes under this name."""
    return {"$ref": f"#/$defs/{name}"}


def part_of(name: str, inner: str) -> Shape:
    """An object that the schema of another format describes."""
    return {"$ref": f"{name}.schema.json#/$defs/{inner}"}


GROUP, CASE, LIFE = ({"$ref": f"{name}.schema.json"} for name in ("group", "case", "life"))
_DOCUMENTS: dict[object, Shape] = {Group: GROUP, Case: CASE, Life: LIFE, Event: part_of("life", "event")}
ASSIGNMENT: Shape = mapped(mapped(listed(INTEGER)))
"""Member id -> topic -> partition ids."""


class Part(NamedTuple):
    """An object of a format. `nested` are the records in the fields that make its keys."""

    name: str
    schema: Shape
    nested: tuple[type, ...] = ()


def record(
    kind: type,
    /,
    *,
    document: str = "",
    name: str = "",
    says: str | None = None,
    order: Sequence[str] = (),
    closed: bool = False,
    without: Collection[str] = (),
    may_miss: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    meanings: Mapping[str, str] | None = None,
    more: Mapping[str, Shape] | None = None,
    **shapes: Shape,
) -> Part:
    """
    The part of a record that is written field by field, without the fields `without`.

    Its name is that of the class, or `name`; it says what the class says, or `says`. A `document` of a format has its
    name and the key `format`. `closed`: a reader refuses further keys. `names` maps fields to other keys, `shapes`
    replaces types that the fields do not give, `meanings` what means something else in the document. `more` are keys
    that are no field, with their description. A key that may be missing is never null, unless `shapes` says so. `order`
    has the keys of the part's reader. Raises `KeyError` if they differ from those here, and `ValueError` if a field has
    no meaning.
    """
    hints = {field: hint for field, hint in get_type_hints(kind).items() if field not in without}
    said, renamed = {**field_meanings(kind), **(meanings or {})}, names or {}
    if unsaid := sorted(hints.keys() - said):
        raise ValueError(f"{kind.__name__}: {unsaid}: expected a meaning after each field")
    keys: dict[str, Shape] = {}
    if document:
        keys["format"] = {**words(f"assay-{document}/1"), "description": "The format and its version."}
    for field, hint in hints.items():
        shape = shapes[field] if field in shapes else shape_of(hint)
        if field in may_miss and field not in shapes and {"type": "null"} in shape.get("anyOf", ()):
            shape = shape["anyOf"][0]
        keys[renamed.get(field, field)] = {**shape, "description": said[field]}
    keys |= more or {}
    if order:
        if keys.keys() != set(order):
            raise KeyError(f"{sorted(keys.keys() ^ set(order))}: the reader and this table know different keys")
        keys = {one: keys[one] for one in order}
    told = " ".join(((kind.__doc__ or "") if says is None else says).split())
    schema: Shape = {
        "type": "object",
        **({"description": told} if told else {}),
        "properties": keys,
        "required": [one for one in keys if one not in may_miss],
        **({"additionalProperties": False} if closed else {}),
    }
    nested = tuple(one for field, hint in hints.items() if field not in shapes for one in _records_in(hint))
    return Part(document or name or part_name(kind), schema, nested)


def with_nested(parts: Sequence[Part]) -> dict[str, Shape]:
    """The parts by name, and those of the records in their fields."""
    found: dict[str, Shape] = {}
    waiting = list(parts)
    while waiting:
        name, schema, nested = waiting.pop(0)
        found[name] = schema
        known = found.keys() | {one.name for one in waiting}
        waiting += [record(kind) for kind in dict.fromkeys(nested) if part_name(kind) not in known]
    return found


def part_name(kind: type) -> str:
    """
    The name of a record's part.

    >>> part_name(Part)
    'part'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields"))


def _records_in(hint: Any) -> Iterator[type]:
    """The records in a type that have no format of their own."""
    if _is_record(hint) and hint not in _DOCUMENTS:
        yield hint
    for inner in get_args(hint):
        yield from _records_in(inner)


def shape_of(hint: Any) -> Shape:
    """
    The shape of a field with this type.

    >>> shape_of(float | None)
    {'anyOf': [{'type': 'number'}, {'type': 'null'}]}
    >>> shape_of(tuple[str, ...])
    {'type': 'array', 'items': {'type': 'string'}}
    """
    choices, origin = get_args(hint), get_origin(hint)
    if hint in _PLAIN or hint in _DOCUMENTS:
        return _PLAIN[hint] if hint in _PLAIN else _DOCUMENTS[hint]
    if _is_record(hint):
        return part(part_name(hint))
    if origin is Literal:
        return words(*choices)
    if origin in {UnionType, Union} and choices[1:] == (type(None),):
        return nullable(shape_of(choices[0]))
    if origin is Sequence or (origin is tuple and choices[1:] == (Ellipsis,)):
        return listed(shape_of(choices[0]))
    if origin is tuple:
        size = len(choices)
        return {"type": "array", "items": shape_of(choices[0]), "minItems": size, "maxItems": size}
    if origin in (dict, Mapping):
        return mapped(shape_of(choices[1]))
    raise ValueError(f"{hint}: expected a type that JSON has, or a shape of its own")
