"""Read a Java class file: whether the class is abstract, and its parents."""

from __future__ import annotations

import struct
from typing import NamedTuple

_MAGIC = 0xCAFEBABE
_ABSTRACT = 0x0400
"""The flag of abstract classes and of interfaces."""

_UTF8, _LONG, _DOUBLE, _CLASS = 1, 5, 6, 7
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
"""Tag of a constant -> its bytes after the tag (Java Virtual Machine Specification, 4.4); text has its own length."""


class ClassFile(NamedTuple):
    """A class: whether it is abstract (interfaces are), and the names of its superclass and interfaces."""

    is_abstract: bool
    parents: tuple[str, ...]


def parse_class_file(data: bytes) -> ClassFile | None:
    """The class in `data`; None where the data is not a readable class file."""
    try:
        return _parse(data)
    except (struct.error, KeyError, IndexError, UnicodeDecodeError):
        return None


def _parse(data: bytes) -> ClassFile | None:
    magic, _, _, count = struct.unpack_from(">IHHH", data)
    if magic != _MAGIC:
        return None
    texts: dict[int, bytes] = {}
    named: dict[int, int] = {}
    place, at = 1, 10
    while place < count:
        tag = data[at]
        if tag == _UTF8:
            (length,) = struct.unpack_from(">H", data, at + 1)
            texts[place] = data[at + 3 : at + 3 + length]
            at += 3 + length
        else:
            if tag == _CLASS:
                (named[place],) = struct.unpack_from(">H", data, at + 1)
            at += 1 + _SIZES[tag]
        place += 2 if tag in (_LONG, _DOUBLE) else 1  # these take two places
    flags, _, extended, implemented = struct.unpack_from(">HHHH", data, at)
    parents = [extended, *struct.unpack_from(f">{implemented}H", data, at + 8)]
    return ClassFile(
        is_abstract=bool(flags & _ABSTRACT),
        parents=tuple(texts[named[one]].decode().replace("/", ".") for one in parents if one),
    )
