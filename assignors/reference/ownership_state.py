"""The owners and loads at one moment of a rebalance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NOBODY = -1


@dataclass(slots=True, kw_only=True)
class OwnershipState:
    """
    `load[member]` is a member's number of partitions, `owner[number]` the owner of a partition (or `NOBODY`).

    A comparison starts with the loads, because different states usually differ there.
    """

    load: list[int]
    owner: list[int]

    def copy(self) -> OwnershipState:
        """A copy, to restore the state later."""
        return OwnershipState(load=self.load.copy(), owner=self.owner.copy())

    def give(self, number: int, taker: int) -> None:
        """Give `number` to `taker`, and take it from its owner if there is one."""
        giver = self.owner[number]
        if giver != NOBODY:
            self.load[giver] -= 1
        self.owner[number] = taker
        self.load[taker] += 1

    def shares(self) -> list[list[int]]:
        """The numbers that each member owns, ascending."""
        shares: list[list[int]] = [[] for _ in self.load]
        for number, owner in enumerate(self.owner):
            if owner != NOBODY:
                shares[owner].append(number)
        return shares


def ownership_state_of(held: Sequence[Iterable[int]], partitions: int) -> OwnershipState:
    """The state in which each member owns what it holds."""
    state = OwnershipState(load=[0] * len(held), owner=[NOBODY] * partitions)
    for member, numbers in enumerate(held):
        for number in numbers:
            state.give(number, member)
    return state


def balance_score(loads: Iterable[int]) -> int:
    """
    KIP-54's balance score: the differences of load, summed over all pairs of members.

    >>> balance_score([2, 0, 1])
    4
    """
    ordered = sorted(loads)
    lightest_twice = len(ordered) - 1
    return sum((2 * position - lightest_twice) * load for position, load in enumerate(ordered))
