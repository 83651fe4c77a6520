"""
Arcs of a flow network, laid bundle by bundle as arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oracle.problem import Ints


class Bundle(NamedTuple):
    """
    Arcs laid together: the arcs `start` to `stop`, and the most that each can carry.
    """

    start: int
    stop: int
    capacity: Ints

    @property
    def numbers(self) -> NDArray[np.int32]:
        """
        The arcs' numbers, as a solver asks for them.
        """
        return np.arange(self.start, self.stop, dtype=np.int32)


@dataclass(slots=True)
class Arcs:
    """
    The arcs of one network in the order in which they were laid.
    """

    tails: list[Ints] = field(default_factory=list)
    heads: list[Ints] = field(default_factory=list)
    capacities: list[Ints] = field(default_factory=list)
    costs: list[Ints] = field(default_factory=list)
    number: int = 0

    def lay(self, tail: Ints | int, head: Ints | int, capacity: Ints | int, cost: int = 0) -> Bundle:
        """
        Lay arcs side by side; a single number stands for all of them.
        """
        tails, heads, capacities = np.broadcast_arrays(tail, head, capacity)
        self.tails.append(tails)
        self.heads.append(heads)
        self.capacities.append(capacities)
        self.costs.append(np.full(len(tails), cost))
        start, self.number = self.number, self.number + len(tails)
        return Bundle(start, self.number, capacities)

    def ends(self) -> tuple[NDArray[np.int32], NDArray[np.int32], Ints]:
        """
        Tails, heads and capacities of all arcs, as a solver takes them.
        """
        return (
            np.concatenate(self.tails).astype(np.int32),
            np.concatenate(self.heads).astype(np.int32),
            np.concatenate(self.capacities),
        )
