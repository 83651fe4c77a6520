"""The arcs of a flow network as the arrays that OR-Tools takes, added range by range."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kafka_assay.oracle.reduced_problem import Ints


class ArcRange(NamedTuple):
    """The arcs from `start` to `stop`, which were added together."""

    start: int
    stop: int

    @property
    def numbers(self) -> NDArray[np.int32]:
        """The arcs' numbers in the solver's type."""
        return np.arange(self.start, self.stop, dtype=np.int32)


@dataclass(slots=True)
class SolverArcs:
    """The arcs of one network, in the order of their addition."""

    tails: list[Ints] = field(default_factory=list)
    heads: list[Ints] = field(default_factory=list)
    capacities: list[Ints] = field(default_factory=list)
    costs: list[Ints] = field(default_factory=list)
    count: int = 0

    def add(self, tail: Ints | int, head: Ints | int, capacity: Ints | int, cost: Ints | int = 0) -> ArcRange:
        """Add arcs. A single number applies to all of them, but at least one of the ends must be an array."""
        number = len(tail) if isinstance(tail, np.ndarray) else len(head)  # type: ignore[arg-type]
        values = (self.tails, tail), (self.heads, head), (self.capacities, capacity), (self.costs, cost)
        for column, value in values:
            column.append(value if isinstance(value, np.ndarray) else np.full(number, value))
        self.count += number
        return ArcRange(self.count - number, self.count)

    def solver_arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], Ints]:
        """The tails, heads and capacities of all arcs in the solver's types."""
        return (
            np.concatenate(self.tails).astype(np.int32),
            np.concatenate(self.heads).astype(np.int32),
            np.concatenate(self.capacities),
        )
