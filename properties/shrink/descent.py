"""
Simplify a thing while it stays what was searched for, with as few questions as possible.

Slices go first, because most of a large thing is seldom needed. Then single parts go. After a removal the search
continues at the same place: starting over would ask about everything before it again. It ends after a full round
without a removal, so every remaining part is known to be needed.

A table says how the value of each field of a record is simplified. A step gives the simpler values of one: a list with
one item less, a smaller number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

from kafka_assay.properties.budget import Budget, StopBatch

T = TypeVar("T")
Thing = TypeVar("Thing", bound=Hashable)
Found = TypeVar("Found")

Step: TypeAlias = "Callable[[Any], Iterable[Any]]"
Steps: TypeAlias = "Mapping[str, Step]"
"""The step of each field of a record."""

FEW = 3
"""Up to this many parts are not removed in slices."""


class SmallestFound(Generic[Thing, Found]):
    """
    Whether a thing shows what was searched for, and the smallest finding so far.

    `find` puts a thing to the test, and gives what it finds; None: nothing. Each thing is tested once, so that an
    assignor that answers at random cannot confuse the shrinking.
    """

    def __init__(
        self,
        find: Callable[[Thing], Found | None],
        rank: Callable[[Found], tuple[int, ...]],
        first: tuple[Thing, Found],
        budget: Budget,
    ) -> None:
        """Start with the `first` thing and what was found in it. The finding with the least `rank` is the smallest."""
        self.find = find
        self.rank = rank
        self.budget = budget
        self.smallest = first[1]
        self.judged = {first[0]: True}

    def __call__(self, thing: Thing) -> bool:
        """Whether something is found in `thing`. Raises `StopBatch` if time is up."""
        if thing not in self.judged:
            if not self.budget.seconds_left():
                raise StopBatch
            found = self.find(thing)
            self.judged[thing] = found is not None
            if found is not None and self.rank(found) < self.rank(self.smallest):
                self.smallest = found
        return self.judged[thing]


def remove_slices(
    thing: T,
    parts: Callable[[T], Sequence[Any]],
    without: Callable[[T, Sequence[Any]], Iterable[T]],
    still: Callable[[T], bool],
) -> T:
    """
    Remove as many of the `parts` of `thing` as possible in slices: halves, then quarters, down to pairs.

    `without` yields the thing without some parts, or nothing if that is impossible. Up to `FEW` parts are left to the
    removal one by one, which is as fast.

    >>> def without(text, gone):
    ...     yield "".join(letter for letter in text if letter not in gone)
    >>> remove_slices("abcxefgh", list, without, lambda text: "x" in text)
    'cx'
    """
    size = len(parts(thing)) // 2 if len(parts(thing)) > FEW else 0
    while size > 1:
        start = 0
        while gone := parts(thing)[start : start + size]:
            fewer = next((one for one in without(thing, gone) if still(one)), None)
            if fewer is None:
                start += size
            else:
                thing = fewer
        size //= 2
    return thing


def simplify(thing: T, simpler: Callable[[T], Iterator[T]], still: Callable[[T], bool]) -> T:
    """
    Replace `thing` by a `simpler` one while any passes `still`.

    >>> simplify("abc", lambda text: (text[:n] + text[n + 1 :] for n in range(len(text))), lambda text: "b" in text)
    'b'
    """
    place = 0
    while (found := next_simpler(thing, simpler, still, place)) is not None:
        place, thing = found
    return thing


def next_simpler(
    thing: T, simpler: Callable[[T], Iterator[T]], still: Callable[[T], bool], place: int
) -> tuple[int, T] | None:
    """
    The first of the `simpler` things that passes `still`, with its place; None if none does.

    The search starts at `place` and wraps around.
    """
    for start, stop in ((place, None), (0, place)):
        for number, one in enumerate(islice(simpler(thing), start, stop), start):
            if still(one):
                return number, one
    return None


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
