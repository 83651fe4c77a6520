"""Who owns what at one moment of a rebalance, and how evenly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NOBODY = -1


@dataclass(slots=True, kw_only=True)
class OwnershipState:
    """
    `load[member]` is how many partitions a member owns, `owner[number]` the member that owns a partition (or `NOBODY`).

    Two standings are compared loads first: where they differ, mostly the loads do.
    """

    load: list[int]
    owner: list[int]

    def copy(self) -> OwnershipState:
        """A copy, to come back to."""
        return OwnershipState(load=self.load.copy(), owner=self.owner.copy())

    def give(self, number: int, taker: int) -> None:
        """Give `number` to `taker`, whoever has it now."""
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


def ownership_state_of(held: Sequence[Iterable[int]], partitions: int) -> OwnershipState:
    """The standing in which each member owns what it holds."""
    standing = OwnershipState(load=[0] * len(held), owner=[NOBODY] * partitions)
    for member, numbers in enumerate(held):
        for number in numbers:
            standing.give(number, member)
    return standing


def balance_score(loads: Iterable[int]) -> int:
    """
    KIP-54's balance score: the differences of load, summed over all pairs of members.

    >>> balance_score([2, 0, 1])
    4
    """
    ordered = sorted(loads)
    lightest_twice = len(ordered) - 1
    return sum((2 * position - lightest_twice) * load for position, load in enumerate(ordered))
