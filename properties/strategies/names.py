"""
Names of members, instances, topics and racks: plain ones first, then names that often break programs.

An empty string means the plain name. So every name shrinks to `C0`, `t0`, `i0` by its position, and counterexamples are
easy to read. Names are made unique instead of throwing draws away.
"""

from __future__ import annotations

import string
from collections.abc import Collection

from kafka_assay.properties.strategies.choices import Choice, Draw, integers, items, lists, mapped, named

AWKWARD_NAMES = (
    "A", "a", "C10", "C2", "0", " ", "consumer-1-8f0c", "m/1", "#", '"', "\\", "null", "ÿ", "é", "e\u0301", "ß", "中",
    "\u200f", "\uffff", "\U00010000", "\U0001f600", "\t", "\x00",
)  # fmt: skip
"""Upper and lower case, numbers as text, quotes, control characters, and both ends of the UTF-16 surrogate pairs."""

AWKWARD_TOPICS = (
    "T0", "a", "t10", "t2", "-", "_", "t.0", "t_0", "...", "0", "constructor", "__proto__", "__consumer_offsets",
    "x" * 240,
)  # fmt: skip
"""Names that Kafka allows: other cases, numbers, internal topics, and properties of every JavaScript object."""
LEGAL_SIGNS = string.ascii_letters + string.digits + "._-"


def _text(first: int, last: int, most: int) -> Choice[str]:
    # Not `st.text`: its first use computes a table of all Unicode (1.3 s) and writes it into the working directory.
    return mapped(lists(mapped(integers(first, last), chr), least=1, most=most), "".join)


def _legal(signs: list[str]) -> str:
    name = "".join(signs)
    return f"{name}x" if name in {".", ".."} else name


_KINDS = named("name", integers(0, 9))
_PLAIN = 6
_AWKWARD = items(AWKWARD_NAMES)
_NAMES = (_AWKWARD, _AWKWARD, _text(1, 0xD7FF, most=3), _text(0x10000, 0x1FFFF, most=2))
_AWKWARD_TOPICS = items(AWKWARD_TOPICS)
_ANY_TOPIC = mapped(lists(items(LEGAL_SIGNS), least=1, most=4), _legal)
_TOPICS = (_AWKWARD_TOPICS, _AWKWARD_TOPICS, _AWKWARD_TOPICS, _ANY_TOPIC)


def mixed_names(draw: Draw) -> str:
    """
    Names of members, instances or racks: mostly plain (empty), sometimes awkward, sometimes any text.

    One draw decides for the plain name, because every member of every group needs a name.
    """
    kind = draw(_KINDS)
    return "" if kind < _PLAIN else draw(_NAMES[kind - _PLAIN])


def mixed_topic_names(draw: Draw) -> str:
    """Topic names: mostly plain (empty), sometimes awkward, sometimes any name that Kafka allows."""
    kind = draw(_KINDS)
    return "" if kind < _PLAIN else draw(_TOPICS[kind - _PLAIN])


ORDERS = integers(0, 5)
"""A number for `reorder`. 0 leaves the order unchanged."""


def reorder(items: list[str], by: int) -> list[str]:
    """
    `items` rotated by half of `by`, and reversed if `by` is odd.

    >>> [reorder(["a", "b", "c"], by) for by in (0, 1, 2)]
    [['a', 'b', 'c'], ['c', 'b', 'a'], ['b', 'c', 'a']]
    """
    if not items:
        return []
    start = by // 2 % len(items)
    moved = items[start:] + items[:start]
    return moved[::-1] if by % 2 else moved


def make_different(name: str, plain: str, taken: Collection[str], mark: str = "'") -> str:
    """
    `name`, or `plain` if it is empty, plus as many `mark`s as needed to differ from all in `taken`.

    >>> make_different("", "C0", {"C0"})
    "C0'"
    """
    name = name or plain
    while name in taken:
        name += mark
    return name
