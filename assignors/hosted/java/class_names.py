"""Which class is meant: named in full, or by its last word alone."""

from __future__ import annotations

from collections.abc import Collection

from kafka_assay.assignors.errors import AssayError, nearest_word

_KAFKAS = ("org.apache.kafka.clients.consumer.", "org.apache.kafka.coordinator.group.assignor.")
"""Where Kafka's own assignors lie: they are meant where a simple name could mean others, too."""

_OF_KAFKA = "org.apache.kafka."
_ASSIGNOR = "assignor"
_MOST_SHOWN = 4


def full_name(wanted: str, classes: Collection[str], target_text: str) -> str:
    """
    The full name of the class called `wanted` among `classes`. Raises `AssayError`, with the nearest name, where there
    is none, or where there are several.

    >>> full_name("Mine", ["com.acme.Mine", "com.acme.Other"], "a target")
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
            raise AssayError(f"{target_text}: no class there is called {wanted}{_tip(wanted, classes)}")
    shown = ", ".join(called[:_MOST_SHOWN])
    raise AssayError(f"{target_text}: {len(called)} classes are called {wanted}: {shown}; name one in full")


def simple_name(name: str) -> str:
    """
    The last word of a class's name.

    >>> simple_name("com.acme.Outer$Mine")
    'Mine'
    """
    return name.rpartition(".")[2].rpartition("$")[2]


def _is_an_assignor(name: str) -> bool:
    """
    Whether the class is one to ask, as far as a name tells: of Kafka's own no interface and nothing abstract or inside.
    """
    word = simple_name(name)
    if not name.startswith(_OF_KAFKA):
        return _ASSIGNOR in word.lower()
    return name.removesuffix(word) in _KAFKAS and word.endswith("Assignor") and not word.endswith("PartitionAssignor")


def _tip(wanted: str, classes: Collection[str]) -> str:
    """The nearest name; among assignors first, since that is what is looked for."""
    names = list(reversed(list(classes)))  # of several that are called alike the first is meant
    by_simple = {simple_name(name): name for name in names}
    assignors = {simple_name(name): name for name in names if _is_an_assignor(name)}
    short = simple_name(wanted)
    found = nearest_word(short, assignors) or nearest_word(short, by_simple)
    if found is None:
        few = ", ".join(sorted(assignors)[:_MOST_SHOWN])
        return f"; its assignors are {few}" if few else ""
    return f"; did you mean {found if wanted == short else assignors.get(found, by_simple[found])!r}?"
