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
        Lay arcs side by side; a single number stands for all of them, but one end at least is an array.
        """
        number = len(tail) if isinstance(tail, np.ndarray) else len(head)  # type: ignore[arg-type]
        capacities = _each(capacity, number)
        self.tails.append(_each(tail, number))
        self.heads.append(_each(head, number))
        self.capacities.append(capacities)
        self.costs.append(_each(cost, number))
        self.number += number
        return Bundle(self.number - number, self.number, capacities)

    def ends(self) -> tuple[NDArray[np.int32], NDArray[np.int32], Ints]:
        """
        Tails, heads and capacities of all arcs, as a solver takes them.
        """
        return (
            np.concatenate(self.tails).astype(np.int32),
            np.concatenate(self.heads).astype(np.int32),
            np.concatenate(self.capacities),
        )


def _each(value: Ints | int, number: int) -> Ints:
    return value if isinstance(value, np.ndarray) else np.full(number, value)
