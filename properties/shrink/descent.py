"""
Simplify a thing while it stays what was searched for, with as few questions as possible.

Slices go first, because most of a large thing is seldom needed. Then single parts go. After a removal the search
continues at the same place: starting over would ask about everything before it again. It ends after a full round
without a removal, so every remaining part is known to be needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from kafka_assay.properties.budget import Budget, StopBatch

T = TypeVar("T")
Thing = TypeVar("Thing", bound=Hashable)
Found = TypeVar("Found")

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
