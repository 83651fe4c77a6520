"""
Checked access to parsed JSON, and JSON on one line.

Each access returns the value, or raises `InvalidGroup` with the JSON path, the value and the expected kind.

The rules are stricter than Python's. A bool is not an integer. NaN and Infinity are not numbers. Half a surrogate pair
(which JSON can escape, but UTF-8 cannot encode) is not text. So every value that was read can be written again to any
file or terminal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from math import isfinite
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup, spelling_tip

INT32 = 2**31 - 1
INT64 = 2**63 - 1

_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]{1,249}", re.ASCII)


class _Missing:
    """Stands for a missing required key, so that a message can say so."""

    def __repr__(self) -> str:
        return "nothing"

    def __reduce__(self) -> str:
        return "NOTHING"


NOTHING = _Missing()


def path_to(parent: str, key: str | int) -> str:
    """
    The JSON path of `key` inside `parent`; keys that would be ambiguous with dots are quoted.

    >>> path_to(path_to(path_to("topics", "t0"), "end_offsets"), 1), path_to("topics", "logs.eu")
    ('topics.t0.end_offsets[1]', 'topics["logs.eu"]')
    """
    if isinstance(key, int):
        return f"{parent}[{key}]"
    if not _PLAIN_KEY.fullmatch(key):
        return f"{parent}[{json.dumps(key[:60], ensure_ascii=not key.isprintable())}]"
    return f"{parent}.{key}" if parent else key


def object_at(value: object, path: str, expected: str = "an object") -> dict[str, Any]:
    """Return `value`, checked to be a JSON object."""
    if not isinstance(value, dict):
        raise InvalidGroup(path, value, expected)
    return value


def check_keys(document: dict[str, Any], path: str, known: Collection[str], required: Collection[str] = ()) -> None:
    """Refuse a key that is not `known`, with the nearest known one; then report missing `required` keys."""
    for key, value in document.items():
        if key not in known:
            expected = f"a known key{spelling_tip(key, known)} (known: {', '.join(known)})"
            raise InvalidGroup(path_to(path, key), value, expected)
    for key in required:
        if key not in document:
            raise InvalidGroup(path_to(path, key), NOTHING, "this key, which is required")


def array_at(value: object, path: str, expected: str = "a list") -> list[Any]:
    """Return `value`, checked to be a JSON array."""
    if not isinstance(value, list):
        raise InvalidGroup(path, value, expected)
    return value


def text_at(value: object, path: str) -> str:
    """Return `value`, checked to be text that UTF-8 can encode."""
    if not isinstance(value, str):
        raise InvalidGroup(path, value, "text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidGroup(path, value, "text without a lone surrogate") from None
    return value


def integer_at(value: object, path: str, *, most: int, least: int | None = None, what: str = "an integer") -> int:
    """Return `value`, checked to be an integer from `least` (or `-most - 1`) to `most`."""
    low = -most - 1 if least is None else least
    if type(value) is not int or not low <= value <= most:
        raise InvalidGroup(path, value, f"{what} from {low} to {most}")
    return value


def number_at(value: object, path: str) -> float:
    """Return `value`, checked to be a finite number. Integers stay integers."""
    if type(value) not in {int, float}:
        raise InvalidGroup(path, value, "a number")
    assert isinstance(value, (int, float))
    try:
        finite = isfinite(value)
    except OverflowError:
        finite = False
    if not finite:
        raise InvalidGroup(path, value, "a finite number")
    return value


def are_integers(value: object, *, most: int) -> bool:
    """Whether `value` is an array of integers from `-most - 1` to `most`."""
    if type(value) is not list or not {int}.issuperset(map(type, value)):
        return False
    return not value or -most - 1 <= min(value) <= max(value) <= most


def integers_at(value: object, path: str, *, most: int, what: str) -> tuple[int, ...]:
    """Return `value`, checked to be an array of integers from `-most - 1` to `most`. Fast for valid input."""
    numbers = array_at(value, path, f"a list of {what}s")
    if not are_integers(numbers, most=most):
        for position, number in enumerate(numbers):
            integer_at(number, path_to(path, position), most=most, what=f"a {what}")
    return tuple(numbers)


def compact_json(value: Any) -> str:
    """`value` as JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
