"""
The cheapest plan at given prices, by OR-Tools.

The flow leads from topic classes to owners, who keep their own, and over member classes to members. Members fill their
places: in the sink, or first in their host.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.errors import AssayError
from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.class_plan import ClassPlan, sum_by_label, sum_grants
from kafka_assay.oracle.reduced_problem import ClassGraph


@dataclass(slots=True)
class ArcNetwork:
    """The arcs of a network: tails, heads, capacities and prices, in the order of their addition."""

    columns: tuple[list[Ints], list[Ints], list[Ints], list[Ints]] = field(default_factory=lambda: ([], [], [], []))
    count: int = 0

    def add_arcs(self, tail: Ints | int, head: Ints | int, capacity: Ints | int, price: Ints | int = 0) -> slice:
        """Add arcs and return their range. A single number applies to all of them, but not as both ends."""
        values = np.broadcast_arrays(tail, head, capacity, price)
        for column, value in zip(self.columns, values, strict=True):
            column.append(value)
        self.count += len(values[0])
        return slice(self.count - len(values[0]), self.count)

    def cheapest_flow(self, supply: Ints) -> Ints:
        """
        The flow on each arc of a cheapest flow from nodes with a supply (above 0) to nodes with a demand (below 0).

        Raises `AssayError` where the prices exceed 64 bits, and `RuntimeError` where there is no flow.
        """
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

        prices = np.concatenate(self.columns[3])
        # The solver multiplies prices by the number of nodes.
        if int(prices.max(initial=0)) * (len(supply) + 1) >= 2**62:
            raise AssayError("the group is too large for a flow with prices: they need more than 64 bits")
        flow = SimpleMinCostFlow()
        flow.add_arcs_with_capacity_and_unit_cost(*self._solver_arrays(), prices)
        flow.set_nodes_supplies(np.arange(len(supply), dtype=np.int32), supply)
        if (status := flow.solve()) != flow.OPTIMAL:
            raise RuntimeError(f"a group that has plans has no cheapest one: {status.name}")
        flows: Ints = flow.flows(np.arange(self.count, dtype=np.int32))
        return flows

    def source_side(self, source: int, sink: int) -> set[int]:
        """The nodes on the side of `source` in a minimum cut between it and `sink`."""
        from ortools.graph.python.max_flow import SimpleMaxFlow

        flow = SimpleMaxFlow()
        flow.add_arcs_with_capacity(*self._solver_arrays())
        flow.solve(source, sink)
        return set(flow.get_source_side_min_cut())

    def _solver_arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], Ints]:
        tails, heads, capacities = map(np.concatenate, self.columns[:3])
        return tails.astype(np.int32), heads.astype(np.int32), capacities


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Place i lets node `node[i]` take one partition at `price[i]`."""

    node: Ints
    price: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """
    What a plan costs.

    `keep` is the price of each claim's partitions if they stay, `move` that of the partitions on each edge of the
    graph. Every member must take `floor[m]` partitions; it may take one more for each of its places. `host[m]` is the
    host of member m; its places are those of `host_places`, for the partitions above the floors of its members.
    """

    keep: Ints | int
    move: Ints | int
    floor: Ints
    places: Places
    host: Ints | None = None
    host_places: Places | None = None


def cheapest_plan(graph: ClassGraph, prices: Prices) -> ClassPlan:
    """A plan that is cheapest at these prices."""
    members, places = graph.members, prices.places
    first_class, first_member = len(graph.supply), len(graph.supply) + len(graph.size)
    first_host = first_member + members
    sink = first_host + (0 if prices.host is None else int(prices.host.max()) + 1)
    with_topics = np.flatnonzero(graph.member_class >= 0)
    member_class = graph.member_class[with_topics]
    most = prices.floor + np.bincount(places.node, minlength=members)
    network = ArcNetwork()
    kept = network.add_arcs(graph.claim_class, first_member + graph.claim_member, graph.claim_count, prices.keep)
    edge_class, edge_taker = graph.edges
    served = network.add_arcs(edge_class, first_class + edge_taker, graph.supply[edge_class], prices.move)
    network.add_arcs(first_class + member_class, first_member + with_topics, most[with_topics])
    above = sink if prices.host is None else first_host + prices.host[places.node]
    taken = network.add_arcs(first_member + places.node, above, 1, places.price)
    if prices.host_places is not None:
        network.add_arcs(first_host + prices.host_places.node, sink, 1, prices.host_places.price)
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[:first_class], supply[first_member:first_host] = graph.supply, -prices.floor
    supply[sink] = -supply.sum()
    flows = network.cheapest_flow(supply)

    load = prices.floor + sum_by_label(places.node, flows[taken], members)
    need = (load - sum_by_label(graph.claim_member, flows[kept], members))[with_topics]
    # The north-west corner rule: for each member class, what it gets and what its members need form one row each, which
    # is cut wherever one of them ends.
    order, other_order = np.argsort(edge_taker, kind="stable"), np.argsort(member_class, kind="stable")
    supply_ends, need_ends = np.cumsum(flows[served][order]), np.cumsum(need[other_order])
    ends = np.unique(np.concatenate(([0], supply_ends, need_ends)))
    topic_class = edge_class[order][np.searchsorted(supply_ends, ends[1:])]
    member = with_topics[other_order][np.searchsorted(need_ends, ends[1:])]
    return ClassPlan(kept=flows[kept], grants=sum_grants(graph, (topic_class, member, np.diff(ends))))
