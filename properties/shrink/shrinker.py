"""
The way down: from a thing to simpler ones that are still what was looked for, in as few questions as it takes.

By halves first, because most of a large thing is seldom needed. Then one by one, going on behind what has just been
taken away: starting over each time would ask about everything before it again. It ends with a whole round in which
nothing could be taken away, so that the last one is known to need all that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

FEW = 3
"""So many parts are not halved."""

Half: TypeAlias = "tuple[Callable[[T], int], Callable[[T, slice], T | None]]"
"""How many parts of a kind a thing has, and the thing without a slice of them; None where that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrinker(Generic[T]):
    """
    How to simplify one kind of thing.

    `plainer` changes much in one question each, and is asked first, where it lessens the `size`. The others give the
    things that have something less: many of a kind (`halves`), one of the large parts (`smaller`), one of any
    (`simpler`, which gives the smaller ones too), two at once (`much_simpler`).
    """

    size: Callable[[T], tuple[int, ...]]
    plainer: tuple[Callable[[T], T], ...]
    halves: tuple[Half[T], ...]
    smaller: Callable[[T], Iterator[T]]
    simpler: Callable[[T], Iterator[T]]
    much_simpler: Callable[[T], Iterator[T]]

    def shrink(self, thing: T, still: Callable[[T], bool]) -> T:
        """Simplify `thing` until none of the simpler and much simpler things passes `still`."""
        for plain in self.plainer:
            plainer = plain(thing)
            if self.size(plainer) < self.size(thing) and still(plainer):
                thing = plainer
        for half in self.halves:
            thing = remove_slices(thing, half, still)
        thing = simplify(thing, self.smaller, still)
        place = 0
        while True:
            thing = simplify(thing, self.simpler, still)
            found = next_simpler(thing, self.much_simpler, still, place)
            if found is None:
                return thing
            place, thing = found


def remove_slices(thing: T, half: Half[T], still: Callable[[T], bool]) -> T:
    """
    `thing` without as many of its parts as can go in slices: halves, then quarters, down to pairs. A `FEW`
    go one by one as soon.

    >>> half = len, lambda text, gone: text[: gone.start] + text[gone.stop :]
    >>> remove_slices("..x.....", half, lambda text: "x" in text)
    'x.'
    """
    count, without = half
    size = count(thing) // 2 if count(thing) > FEW else 0
    while size > 1:
        start = 0
        while start < count(thing):
            fewer = without(thing, slice(start, start + size))
            if fewer is not None and still(fewer):
                thing = fewer
            else:
                start += size
        size //= 2
    return thing


def simplify(thing: T, simpler: Callable[[T], Iterator[T]], still: Callable[[T], bool]) -> T:
    """
    Replace `thing` by a `simpler` one as long as any passes `still`.

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
    The first of the `simpler` things, from `place` on and round to it again, that is `still` what it was, and its
    place; None where none is.
    """
    for number, one in enumerate(islice(simpler(thing), place, None), place):
        if still(one):
            return number, one
    for number, one in enumerate(islice(simpler(thing), place)):
        if still(one):
            return number, one
    return None
