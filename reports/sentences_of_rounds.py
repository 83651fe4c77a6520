"""
What happened in the rounds of a cooperative assignor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.sentences_of_stickiness import moves_told
from reports.sentences_of_validity import partition_name
from reports.words import counted, named, series

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def _no_double_ownership(facts: dict[str, Any]) -> str:
    first, more = facts["granted"][0], facts["count"] - 1
    takers = series([named(member) for member in first["to"]])
    others = f" The same happened to {counted(more, 'more partition')}." if more else ""
    return f"{partition_name(first)} was granted to {takers} while {named(first['holder'])} still held it.{others}"


def _settles(facts: dict[str, Any]) -> str:
    said = f"After {counted(facts['rounds'], 'round')} the group had not come to rest"
    if not facts["count"]:
        return f"{said}: partitions that nobody held were still changing hands."
    return f"{said}; the last round took {moves_told(facts['moved'], facts['count'])}."


ROUNDS: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "no-double-ownership": _no_double_ownership,
    "settles": _settles,
}
