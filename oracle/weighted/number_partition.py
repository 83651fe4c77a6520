"""Two-way number partitioning: divide numbers into two sets with sums as equal as possible."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import TypeAlias

Merge: TypeAlias = tuple[int, int, bool]
"""Two numbers merged into one: their indices, and whether they are on different sides."""


def partition_numbers(numbers: Sequence[int], looks: int) -> tuple[int, list[bool]]:
    """
    The difference of the two sums of `numbers`, and which numbers are on the first side.

    Karmarkar and Karp's differencing (1982): the two largest numbers go to different sides, and their difference
    replaces them. If the result is not perfect, up to `looks` steps of the complete search follow (Korf 1998, "A
    complete anytime algorithm for number partitioning"). There the two numbers may also go to the same side.

    >>> partition_numbers([8, 7, 6, 5, 4], 0)
    (2, [True, False, True, False, False])
    >>> partition_numbers([8, 7, 6, 5, 4], 100)
    (0, [True, True, False, False, False])
    """
    if len(numbers) == 1:
        return numbers[0], [True]
    heap = [(-number, place) for place, number in enumerate(numbers)]
    heapify(heap)
    merges: list[Merge] = []
    while len(heap) > 1:
        (large, one), (small, other) = heappop(heap), heappop(heap)
        heappush(heap, (large - small, len(numbers) + len(merges)))
        merges.append((one, other, True))
    difference, sides = -heap[0][0], _trace_sides(len(numbers), merges)
    perfect = sum(numbers) % 2
    if difference > perfect and looks:
        search = _CompleteSearch(numbers, looks, difference, perfect)
        search.run([(number, place) for place, number in sorted(enumerate(numbers), key=lambda one: (one[1], one[0]))])
        if search.found is not None:
            return search.difference, search.found
    return difference, sides


def _trace_sides(number: int, merges: Sequence[Merge]) -> list[bool]:
    """The sides after all `merges`, the last of which made the one remaining number."""
    side = [True] * (number + len(merges))
    for place in range(len(merges) - 1, -1, -1):
        one, other, apart = merges[place]
        side[one] = side[number + place]
        side[other] = side[number + place] != apart
    return [one == side[0] for one in side[:number]]


class _CompleteSearch:
    """The complete search: differences first, then sums, until the result is perfect or the looks are used up."""

    def __init__(self, numbers: Sequence[int], looks: int, difference: int, perfect: int) -> None:
        self.number, self.looks = len(numbers), looks
        self.difference, self.perfect = difference, perfect
        self.merges: list[Merge] = []
        self.found: list[bool] | None = None

    def run(self, rising: list[tuple[int, int]]) -> None:
        self.looks -= 1
        if self.looks < 0 or self.difference <= self.perfect:
            return
        large, one = rising[-1]
        rest = sum(value for value, _ in rising[:-1])
        if large >= rest:
            if large - rest < self.difference:
                self.difference = large - rest
                self.found = self._sides_with_rest_apart(one, rising[:-1])
            return
        small, other = rising[-2]
        for apart in (True, False):
            left = rising[:-2]
            insort(left, (large - small if apart else large + small, self.number + len(self.merges)))
            self.merges.append((one, other, apart))
            self.run(left)
            self.merges.pop()

    def _sides_with_rest_apart(self, one: int, rest: list[tuple[int, int]]) -> list[bool]:
        merges = self.merges.copy()
        for _, other in rest:
            merges.append((one, other, True))
            one = self.number + len(merges) - 1
        return _trace_sides(self.number, merges)
