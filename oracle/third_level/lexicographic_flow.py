"""
One minimum-cost flow for balance, moves and a third level, in lexicographic order: each outweighs all after it.

Why the loads may only differ by one from those of a plan that is optimal already: any two optima give no member loads
that differ by more than one (Frank and Murota 2018, decreasing minimisation on M-convex sets). So every member is sent
its load less one, and has two places more. A place on top of n costs as much as n ranks among the loads that occur: in
such sets the least majorised vectors are those with the least sum of any strictly convex function, so that ranks do as
well as squares and keep the numbers small.
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
    What one step of balance and what one move costs, where the third level's own costs are 1.

    `spread_of_third` is by how much two plans can differ on the third level at most, `owned` by how many moves.
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
    The last two places of each member: on top of `base`, member `member[i]` takes one more at a price of `rank[i]`.
    """

    base: Ints
    member: Ints
    rank: Ints


def last_places(loads: Ints) -> LastPlaces:
    """The places that any optimum fills, seen from the `loads` of one."""
    base = np.maximum(loads - 1, 0)
    member = np.concatenate((np.flatnonzero(loads > 0), np.arange(len(loads))))
    below = np.concatenate((loads[loads > 0] - 1, loads))
    _, rank = np.unique(below, return_inverse=True)
    return LastPlaces(base=base, member=member, rank=rank)


def refuse_too_many_arcs(arcs: int) -> None:
    """Raise `AssayError` where a network of so many arcs would not fit into memory."""
    if arcs > MOST_ARCS:
        raise AssayError(f"a third level of {arcs:,} choices or more: expected at most {MOST_ARCS:,}")


@dataclass(slots=True)
class PricedNetwork:
    """Arcs with prices, and what every node sends (above 0) or takes (below)."""

    supply: Ints
    arcs: SolverArcs = field(default_factory=SolverArcs)

    def add_arcs(self, tail: Ints | int, head: Ints | int, capacity: Ints | int, price: Ints | int = 0) -> ArcRange:
        """Add arcs as `SolverArcs.add` does. Raises `AssayError` where they are too many."""
        added = self.arcs.add(tail, head, capacity, price)
        refuse_too_many_arcs(self.arcs.count)
        return added

    def cheapest_flow(self) -> Ints:
        """How much each arc carries in a cheapest flow. Raises `AssayError` where the prices are beyond 64 bits."""
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

        flow = SimpleMinCostFlow()
        prices = np.concatenate(self.arcs.costs)
        # The solver multiplies prices by the number of nodes.
        if int(prices.max(initial=0)) * (len(self.supply) + 1) >= 2**62:
            raise AssayError("a third level whose prices need more than 64 bits: the group is too large for it")
        flow.add_arcs_with_capacity_and_unit_cost(*self.arcs.solver_arrays(), prices)
        flow.set_nodes_supplies(np.arange(len(self.supply), dtype=np.int32), self.supply)
        status = flow.solve()
        if status != flow.OPTIMAL:
            raise RuntimeError(f"an optimal plan is no flow of its own network: {status.name}")
        flows: Ints = flow.flows(np.arange(self.arcs.count, dtype=np.int32))
        return flows
