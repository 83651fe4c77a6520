"""
Simpler values, whatever they mean: one part of a list less, a field at its default, a smaller number.

A table says how the value of each field of a record is simplified. A step gives the simpler values of one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Step: TypeAlias = "Callable[[Any], Iterable[Any]]"
Steps: TypeAlias = "Mapping[str, Step]"
"""The step of each field of a record."""


def simpler_fields(record: T, steps: Steps) -> Iterator[T]:
    """The dataclass `record` with one of these fields at its default, or simplified."""
    for key, step in steps.items():
        value, plain = getattr(record, key), with_defaults(record, [key])
        if plain != record:
            yield plain
            yield from (replace(record, **{key: simpler}) for simpler in step(value))  # type: ignore[type-var]


def with_defaults(record: T, keys: Collection[str]) -> T:
    """The dataclass `record` with these fields at their defaults."""
    plain = {one.name: one.default for one in fields(record) if one.name in keys}  # type: ignore[arg-type]
    return replace(record, **plain)  # type: ignore[type-var]


def stay(_value: Any) -> Iterable[Any]:
    """The step to nothing simpler."""
    return ()


def drop(items: tuple[T, ...], *, least: int = 0) -> Iterator[tuple[T, ...]]:
    """
    The items without one of them, down to `least` items.

    >>> list(drop((1, 2, 3)))
    [(2, 3), (1, 3), (1, 2)]
    """
    for place in range(len(items) if len(items) > least else 0):
        yield (*items[:place], *items[place + 1 :])


def each(step: Step) -> Step:
    """The step that simplifies one item of a list."""

    def simplify_items(items: Any) -> Iterator[Any]:
        for place, item in enumerate(items):
            for simpler in step(item):
                yield (*items[:place], simpler, *items[place + 1 :])

    return simplify_items


def lower(number: int) -> Iterator[int]:
    """
    Smaller numbers.

    >>> list(lower(9)), list(lower(-1))
    ([0, 1, 2, 4], [0])
    """
    yield from (one for one in dict.fromkeys((0, 1, 2, number // 2)) if abs(one) < abs(number))
