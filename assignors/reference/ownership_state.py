"""Who owns what at one moment of a rebalance, and how evenly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOBODY = -1


@dataclass(slots=True, kw_only=True)
class Standing:
    """
    `load[member]` is how many partitions a member owns, `owner[number]` the member that owns a partition (or `NOBODY`).

    Two standings are compared loads first: where they differ, mostly the loads do.
    """

    load: list[int]
    owner: list[int]

    def copy(self) -> Standing:
        """The same standing, to come back to."""
        return Standing(load=self.load.copy(), owner=self.owner.copy())

    def give(self, number: int, taker: int) -> None:
        """`number` goes to `taker`, whoever has it."""
        giver = self.owner[number]
        if giver != NOBODY:
            self.load[giver] -= 1
        self.owner[number] = taker
        self.load[taker] += 1

    def shares(self) -> list[list[int]]:
        """What each member owns, in ascending numbers."""
        shares: list[list[int]] = [[] for _ in self.load]
        for number, owner in enumerate(self.owner):
            if owner != NOBODY:
                shares[owner].append(number)
        return shares


def standing_of(held: Sequence[Iterable[int]], partitions: int) -> Standing:
    """The standing in which each member owns what it holds."""
    standing = Standing(load=[0] * len(held), owner=[NOBODY] * partitions)
    for member, numbers in enumerate(held):
        for number in numbers:
            standing.give(number, member)
    return standing


def score(loads: Iterable[int]) -> int:
    """
    KIP-54's balance score: the differences of load, summed over all pairs of members.

    >>> score([2, 0, 1])
    4
    """
    ordered = sorted(loads)
    lightest_twice = len(ordered) - 1
    return sum((2 * position - lightest_twice) * load for position, load in enumerate(ordered))
