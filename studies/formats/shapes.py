"""The types in a format, as JSON Schema. The keys of a record are its fields; other keys are declared beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

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
BOOLEAN: Shape = {"type": "boolean"}
ANYTHING: Shape = {}
OBJECT: Shape = {"type": "object"}
_PLAIN: dict[object, Shape] = {str: TEXT, int: COUNT, float: NUMBER, bool: BOOLEAN}


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
    return {"anyOf": [shape, {"type": "null"}]}


def either(*shapes: Shape) -> Shape:
    """Any of the shapes."""
    return {"anyOf": list(shapes)}


def part(name: str) -> Shape:
    """An object that the same page describes under this name."""
    return {"$ref": f"#/$defs/{name}"}


def document(name: str) -> Shape:
    """A document of another format, such as `group`."""
    return {"$ref": f"{name}.schema.json"}


def part_of(name: str, inner: str) -> Shape:
    """An object that the page of another format describes."""
    return {"$ref": f"{name}.schema.json#/$defs/{inner}"}


GROUP, CASE, LIFE = document("group"), document("case"), document("life")
_DOCUMENTS: dict[object, Shape] = {Group: GROUP, Case: CASE, Life: LIFE, Event: part_of("life", "event")}
ASSIGNMENT: Shape = mapped(mapped(listed(INTEGER)))
"""Member id -> topic -> partition ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key of an object: its type, its meaning, and whether it is always present."""

    name: str
    shape: Shape
    meaning: str
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """
    An object of a format, and what it is if its name does not say it. `closed`: a reader refuses further keys.

    `nested` are the records in the fields that make its keys.
    """

    name: str
    says: str
    keys: tuple[Key, ...]
    closed: bool = False
    nested: tuple[type, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """
    A format: its name (`check` for `assay-check/1`), its meaning, and its objects.

    A document is one of the first `roots` objects.
    """

    name: str
    says: str
    parts: tuple[Part, ...]
    roots: int = 1

    @property
    def title(self) -> str:
        """The value of a document's key `format`."""
        return f"assay-{self.name}/1"


def key(name: str, shape: Shape, meaning: str) -> Key:
    """A key that is always present."""
    return Key(name=name, shape=shape, meaning=meaning)


def optional(name: str, shape: Shape, meaning: str) -> Key:
    """A key that may be missing."""
    return Key(name=name, shape=shape, meaning=meaning, required=False)


def format_key(name: str) -> Key:
    """The key `format` of the format called `name`."""
    return key("format", words(f"assay-{name}/1"), "The format and its version.")


def made_of(name: str, says: str, *parts: Part, roots: int = 1) -> Format:
    """
    The format with these objects, and with those of the records in their fields.

    A single root gets the key `format`, and the name of the format, unless another object has this name.
    """
    first, *rest = parts
    if roots == 1:
        keys = first.keys if first.keys[0].name == "format" else (format_key(name), *first.keys)
        first = replace(first, name=first.name if name in {one.name for one in rest} else name, keys=keys)
    found = {one.name: one for one in (first, *rest)}
    waiting = [first, *rest]
    while waiting:
        for kind in waiting.pop(0).nested:
            if part_name(kind) not in found:
                found[part_name(kind)] = inner = record(kind)
                waiting.append(inner)
    return Format(name=name, says=says, parts=tuple(found.values()), roots=roots)


def obj(name: str, *keys: Key, says: str = "", closed: bool = False) -> Part:
    """An object with these keys."""
    return Part(name=name, says=says, keys=keys, closed=closed)


def record(
    kind: type,
    *more: Key,
    name: str = "",
    says: str | None = None,
    order: Sequence[str] = (),
    closed: bool = False,
    without: Collection[str] = (),
    may_miss: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    meanings: Mapping[str, str] | None = None,
    **shapes: Shape,
) -> Part:
    """
    An object with the fields of a record, and `more` keys. `order` has the keys of its reader.

    Its name is that of the class, or `name`; it says what the class says, or `says`. See `keys_of` for the other
    parameters. Raises `KeyError` if the keys differ from those of the reader.
    """
    keys = (*keys_of(kind, without=without, may_miss=may_miss, names=names, meanings=meanings, **shapes), *more)
    if order:
        known = {one.name: one for one in keys}
        if known.keys() - {"format"} != set(order) - {"format"}:
            raise KeyError(f"{sorted(known.keys() ^ set(order))}: the reader and this table know different keys")
        keys = tuple(known[name] for name in order if name != "format")
    hints = (hint for name, hint in get_type_hints(kind).items() if name not in {*without, *shapes})
    nested = tuple(one for hint in hints for one in _records_in(hint))
    told = says_of(kind) if says is None else says
    return Part(name=name or part_name(kind), says=told, keys=keys, closed=closed, nested=nested)


def part_name(kind: type) -> str:
    """
    The name of a record's part.

    >>> part_name(Format)
    'format'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def says_of(record: type) -> str:
    """
    What a record is, in the words of its class.

    >>> says_of(Format).partition(".")[0]
    'A format: its name (`check` for `assay-check/1`), its meaning, and its objects'
    """
    return " ".join((record.__doc__ or "").split())


def keys_of(
    record: type,
    *,
    without: Collection[str] = (),
    may_miss: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    meanings: Mapping[str, str] | None = None,
    **shapes: Shape,
) -> tuple[Key, ...]:
    """
    The keys of a record that is written field by field, with the names, types and meanings of the fields.

    `names` maps fields to other keys, `shapes` replaces types that the fields do not give, `meanings` what means
    something else in the document. A key that may be missing is never null, unless `shapes` says so. Raises
    `ValueError` if a field that is not left out by `without` has no meaning.
    """
    hints = {name: hint for name, hint in get_type_hints(record).items() if name not in without}
    said, renamed = {**field_meanings(record), **(meanings or {})}, names or {}
    if unsaid := sorted(hints.keys() - said):
        raise ValueError(f"{record.__name__}: {unsaid}: expected a meaning after each field")
    keys = []
    for name, hint in hints.items():
        shape = shapes[name] if name in shapes else shape_of(hint)
        if name in may_miss and name not in shapes and {"type": "null"} in shape.get("anyOf", ()):
            shape = shape["anyOf"][0]
        keys.append(Key(name=renamed.get(name, name), shape=shape, meaning=said[name], required=name not in may_miss))
    return tuple(keys)


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
