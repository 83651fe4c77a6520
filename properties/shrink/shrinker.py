"""
Simplify a thing while it stays what was searched for, with as few questions as possible.

Slices go first, because most of a large thing is seldom needed. Then single parts go. After a removal the search
continues at the same place: starting over would ask about everything before it again. It ends after a full round
without a removal, so every remaining part is known to be needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

FEW = 3
"""Up to this many parts are not removed in slices."""

Half: TypeAlias = "tuple[Callable[[T], int], Callable[[T, slice], T | None]]"
"""The number of parts of one kind, and the thing without a slice of them (None if that is impossible)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrinker(Generic[T]):
    """
    How to simplify one kind of thing.

    Each of `plainer` changes much in one question; it is tried first, if it reduces the `size`. The others give things
    with less: many of a kind removed (`halves`), one large part (`smaller`), any one part (`simpler`, which includes
    the smaller), two parts at once (`much_simpler`).
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
    Remove as many parts of `thing` as possible in slices: halves, then quarters, down to pairs.

    Up to `FEW` parts are left to the removal one by one, which is as fast.

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
    for number, one in enumerate(islice(simpler(thing), place, None), place):
        if still(one):
            return number, one
    for number, one in enumerate(islice(simpler(thing), place)):
        if still(one):
            return number, one
    return None
