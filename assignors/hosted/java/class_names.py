"""Find the class for a full or simple name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from kafka_assay.assignors.errors import AssayError, nearest_word

_KAFKAS = ("org.apache.kafka.clients.consumer.", "org.apache.kafka.coordinator.group.assignor.")
"""The packages of Kafka's own assignors, which win where a simple name is ambiguous."""

_OF_KAFKA = "org.apache.kafka."
_MOST_SHOWN = 8


def full_name(
    wanted: str, classes: Collection[str], target_text: str, find_assignors: Callable[[], Collection[str]]
) -> str:
    """
    The full name of the class called `wanted` among `classes`.

    Raises `AssayError` where there is none, with the nearest name or the names from `find_assignors`. Also raises it
    where there are several.

    >>> full_name("Mine", ["com.acme.Mine", "com.acme.Other"], "a target", list)
    'com.acme.Mine'
    """
    if wanted in classes:
        return wanted
    called = [name for name in classes if simple_name(name) == wanted]
    if len(called) > 1:
        called = [name for name in called if name.removesuffix(wanted) in _KAFKAS] or called
    match called:
        case [only]:
            return only
        case []:
            raise AssayError(f"{target_text}: the jars have no class {wanted}{_tip(wanted, classes, find_assignors())}")
    shown = ", ".join(called[:_MOST_SHOWN])
    raise AssayError(f"{target_text}: {len(called)} classes have the name {wanted}: {shown}; give the full name of one")


def simple_name(name: str) -> str:
    """
    The last word of a class's name.

    >>> simple_name("com.acme.Outer$Mine")
    'Mine'
    """
    return name.rpartition(".")[2].rpartition("$")[2]


def _tip(wanted: str, classes: Collection[str], assignors: Collection[str]) -> str:
    """
    The nearest name: among the jar's own assignors first, then Kafka's, then all classes.

    If no name is near, it lists the assignors: only the jar's own if it has any.
    """
    own = [name for name in assignors if not name.startswith(_OF_KAFKA)]
    for candidates in (own, assignors, classes):
        # Of several classes with the same simple name the first wins.
        by_simple = {simple_name(name): name for name in reversed(list(candidates))}
        nearest = nearest_word(simple_name(wanted), by_simple)
        if nearest is not None:
            return f"; did you mean {nearest if wanted == simple_name(wanted) else by_simple[nearest]!r}?"
    listed = own or list(assignors)
    if not listed:
        return "; no class in them implements Kafka's assignor interfaces"
    alike = Counter(map(simple_name, listed))
    names = sorted(name if alike[simple_name(name)] > 1 else simple_name(name) for name in listed)
    more = f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else ""
    are = "its assignor is" if len(names) == 1 else "its assignors are"
    return f"; {are} {', '.join(names[:_MOST_SHOWN])}{more}"
