"""
The moves of one rebalance: a partition goes back before another of its topic takes the same way.

Source: the `PartitionMovements` of Kafka's sticky assignors (KIP-54's code; the KIP's text does not mention it).
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from typing import Protocol


class Candidates(Protocol):
    """The partitions of one topic that moved from one member to another, and the one that goes back first."""

    def __len__(self) -> int:
        """The number of partitions."""

    def add(self, number: int) -> None:
        """Add a partition that moved."""

    def remove(self, number: int) -> None:
        """Remove a partition that has gone elsewhere."""

    def first(self) -> int:
        """The partition that goes back first."""


class LowestFirst:
    """The references' choice: the partition with the lowest id goes back first."""

    def __init__(self) -> None:
        """Start empty."""
        self._numbers: list[int] = []

    def __len__(self) -> int:
        """See `Candidates`."""
        return len(self._numbers)

    def add(self, number: int) -> None:
        """See `Candidates`."""
        insort(self._numbers, number)

    def remove(self, number: int) -> None:
        """See `Candidates`."""
        del self._numbers[bisect_left(self._numbers, number)]

    def first(self) -> int:
        """See `Candidates`."""
        return self._numbers[0]


class MoveLog:
    """
    The owners of partitions before this rebalance moved them.

    >>> log = MoveLog(LowestFirst)
    >>> log.record(0, number=3, giver=1, taker=2)
    >>> log.instead_of(0, number=4, giver=2, taker=1)
    3
    """

    def __init__(self, candidates: Callable[[], Candidates]) -> None:
        """Start without moves; `candidates` makes the empty sets for them."""
        self.moves = 0
        self._candidates = candidates
        self._origin: dict[int, int] = {}
        self._moved: dict[tuple[int, int, int], Candidates] = {}

    def instead_of(self, topic: int, *, number: int, giver: int, taker: int) -> int:
        """
        The partition to move when `giver` should give `number` to `taker`: another one, or `number` itself.

        If `number` has moved before, its first owner counts as the giver. If a partition of the topic has moved from
        the taker to the giver, that one goes back instead. So the partition that moves may belong to a third member.
        """
        first_owner = self._origin.get(number, giver)
        reverse = self._moved.get((topic, taker, first_owner))
        return number if reverse is None else reverse.first()

    def record(self, topic: int, *, number: int, giver: int, taker: int) -> None:
        """
        Record that `number` went from `giver` to `taker`. A partition back at its first owner counts as never moved.
        """
        self.moves += 1
        origin = self._origin.pop(number, None)
        if origin is None:
            origin = giver
        else:
            way = (topic, origin, giver)
            self._moved[way].remove(number)
            if not self._moved[way]:
                del self._moved[way]
        if origin != taker:
            self._origin[number] = origin
            self._moved.setdefault((topic, origin, taker), self._candidates()).add(number)
