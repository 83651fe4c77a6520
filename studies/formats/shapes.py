"""The types in a format, as JSON Schema. The keys of a record are its fields; other keys are declared here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from kafka_assay.assignors.formats.codec import field_meanings
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
_PLAIN: dict[object, Shape] = {str: TEXT, int: INTEGER, float: NUMBER, bool: BOOLEAN}


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
    """An object of a format, and what it is if its name does not say it. `closed`: a reader refuses further keys."""

    name: str
    says: str = ""
    keys: tuple[Key, ...]
    closed: bool = False


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


def says_of(record: type) -> str:
    """
    What a record is, in the words of its class.

    >>> says_of(Format).partition(".")[0]
    'A format: its name (`check` for `assay-check/1`), its meaning, and its objects'
    """
    return " ".join((record.__doc__ or "").split())


def keys_of(
    record: type,
    shapes: Mapping[str, Shape] | None = None,
    left_out: Collection[str] = (),
    may_miss: Collection[str] = (),
    meanings: Mapping[str, str] | None = None,
) -> tuple[Key, ...]:
    """
    The keys of a record that is written field by field, with the names, types and meanings of the fields.

    `shapes` replaces types that the fields do not give; `meanings` replaces what means something else in the document.
    Raises `ValueError` if a field that is not `left_out` has no meaning.
    """
    hints = {name: hint for name, hint in get_type_hints(record).items() if name not in left_out}
    given, said = shapes or {}, {**field_meanings(record), **(meanings or {})}
    if unsaid := sorted(hints.keys() - said):
        raise ValueError(f"{record.__name__}: {unsaid}: expected a meaning after each field")
    return tuple(
        Key(
            name=name,
            shape=given[name] if name in given else shape_of(hint),
            meaning=said[name],
            required=name not in may_miss,
        )
        for name, hint in hints.items()
    )


def shape_of(hint: Any) -> Shape:
    """
    The shape of a field with this type.

    >>> shape_of(int | None)
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    >>> shape_of(tuple[str, ...])
    {'type': 'array', 'items': {'type': 'string'}}
    """
    choices, origin = get_args(hint), get_origin(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint is Case or hint is Group:
        return CASE if hint is Case else GROUP
    if origin is Literal:
        return words(*choices)
    if origin in {UnionType, Union} and choices[1:] == (type(None),):
        return nullable(shape_of(choices[0]))
    if origin is tuple and choices[1:] == (Ellipsis,):
        return listed(shape_of(choices[0]))
    if origin is tuple:
        size = len(choices)
        return {"type": "array", "items": shape_of(choices[0]), "minItems": size, "maxItems": size}
    if origin in (dict, Mapping):
        return mapped(shape_of(choices[1]))
    raise ValueError(f"{hint}: expected a type that JSON has, or a shape of its own")
