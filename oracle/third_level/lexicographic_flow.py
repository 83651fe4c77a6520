"""
One minimum-cost flow for balance, moves and a third level, in lexicographic order: each outweighs all later ones.

Any two optima differ by at most one in each member's load (Frank and Murota 2018, decreasing minimisation on M-convex
sets). So every member gets its load in a given optimum less one, and has two more places. A place on top of n costs the
rank of n among the loads that occur. In such sets the least majorised vectors are those with the least sum of any
strictly convex function. So ranks serve as well as squares and keep the numbers small.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from kafka_assay.assignors.errors import AssayError
from kafka_assay.oracle.flow.solver_arcs import ArcRange, SolverArcs
from kafka_assay.oracle.reduced_problem import Ints

MOST_ARCS = 6_000_000
"""About 1 GiB of a solver's memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelPrices:
    """
    The price of one step of balance and of one move, where the third level has costs of 1.

    `spread_of_third` is the most by which two plans differ on the third level, `owned` the most by which they differ in
    moves.
    """

    spread_of_third: int
    owned: int

    @property
    def move(self) -> int:
        """More than the whole third level."""
        return self.spread_of_third + 1

    @property
    def balance(self) -> int:
        """More than all moves and the third level."""
        return self.move * (self.owned + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlaces:
    """
    The last two places of each member. On top of `base`, member `member[i]` takes one more at a price of `rank[i]`.
    """

    base: Ints
    member: Ints
    rank: Ints


def last_places(loads: Ints) -> LastPlaces:
    """The places that any optimum fills, computed from the `loads` of one optimum."""
    base = np.maximum(loads - 1, 0)
    member = np.concatenate((np.flatnonzero(loads > 0), np.arange(len(loads))))
    below = np.concatenate((loads[loads > 0] - 1, loads))
    _, rank = np.unique(below, return_inverse=True)
    return LastPlaces(base=base, member=member, rank=rank)


def refuse_too_many_arcs(arcs: int) -> None:
    """Raise `AssayError` where a network of `arcs` arcs would not fit into memory."""
    if arcs > MOST_ARCS:
        raise AssayError(f"the third level has {arcs:,} choices or more: expected at most {MOST_ARCS:,}")


@dataclass(slots=True)
class PricedNetwork:
    """Arcs with prices, and the supply (above 0) or demand (below 0) of each node."""

    supply: Ints
    arcs: SolverArcs = field(default_factory=SolverArcs)

    def add_arcs(self, tail: Ints | int, head: Ints | int, capacity: Ints | int, price: Ints | int = 0) -> ArcRange:
        """Add arcs as `SolverArcs.add` does. Raises `AssayError` where they are too many."""
        added = self.arcs.add(tail, head, capacity, price)
        refuse_too_many_arcs(self.arcs.count)
        return added

    def cheapest_flow(self) -> Ints:
        """The flow on each arc of a cheapest flow. Raises `AssayError` where the prices exceed 64 bits."""
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

        flow = SimpleMinCostFlow()
        prices = np.concatenate(self.arcs.costs)
        # The solver multiplies prices by the number of nodes.
        if int(prices.max(initial=0)) * (len(self.supply) + 1) >= 2**62:
            raise AssayError("the group is too large for a third level: its prices need more than 64 bits")
        flow.add_arcs_with_capacity_and_unit_cost(*self.arcs.solver_arrays(), prices)
        flow.set_nodes_supplies(np.arange(len(self.supply), dtype=np.int32), self.supply)
        status = flow.solve()
        if status != flow.OPTIMAL:
            raise RuntimeError(f"an optimal plan is no flow of its own network: {status.name}")
        flows: Ints = flow.flows(np.arange(self.arcs.count, dtype=np.int32))
        return flows
