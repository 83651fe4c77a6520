"""The best plan at a price of a move: one minimum-cost flow."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kafka_assay.oracle.flow.blocks import sum_by_label
from kafka_assay.oracle.flow.class_plan import ClassPlan, match_grants
from kafka_assay.oracle.flow.solver_arcs import SolverArcs
from kafka_assay.oracle.frontier.hull_corner import HullCorner, corner_of
from kafka_assay.oracle.reduced_problem import ClassGraph, Ints


def best_corner_at(graph: ClassGraph, price: Fraction, one: HullCorner, other: HullCorner) -> HullCorner:
    """
    A plan with the least sum of squared loads plus `price` for each move, searched around two known plans.

    The search limits loads to a window around these plans. If no load is at the end of its window, no plan outside is
    better, because the sum is convex over the feasible loads. Otherwise the window is widened.
    """
    low = np.minimum(one.plan.load, other.plan.load)
    high = np.maximum(one.plan.load, other.plan.load)
    margin = np.where(graph.member_class >= 0, 1, 0)
    while True:
        floor, ceiling = np.maximum(0, low - margin), high + margin
        plan = _solve_priced_flow(graph, price, floor, ceiling)
        tight = (margin > 0) & (((plan.load == floor) & (floor > 0)) | (plan.load == ceiling))
        if not tight.any():
            return corner_of(graph, plan, price)
        margin[tight] *= 4


def _solve_priced_flow(graph: ClassGraph, price: Fraction, floor: Ints, ceiling: Ints) -> ClassPlan:
    """
    Solve one flow: topic classes -> owners (free), topic classes -> member classes -> members (at the price of a move).

    Every member takes its floor. Each further partition costs its increase of the square. Partitions without an owner
    always pay the price, which makes all plans dearer by the same amount.
    """
    from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

    members, first_class, first_member = graph.members, len(graph.supply), len(graph.supply) + len(graph.size)
    sink = first_member + members
    on_something = np.flatnonzero(graph.member_class >= 0)
    above = np.repeat(np.arange(members), ceiling - floor)
    start = np.cumsum(ceiling - floor) - (ceiling - floor)
    load = floor[above] + np.arange(len(above)) - start[above]
    dearer = 2 * (load - floor.min(initial=0)) * price.denominator

    arcs = SolverArcs()
    kept = arcs.add(graph.claim_class, first_member + graph.claim_member, graph.claim_count)
    edge_class, edge_taker = graph.edge_topic_class, graph.edge_member_class
    served = arcs.add(edge_class, first_class + edge_taker, graph.supply[edge_class], cost=price.numerator)
    classes = graph.member_class[on_something]
    arcs.add(first_class + classes, first_member + on_something, ceiling[on_something])
    extra = arcs.add(first_member + above, sink, 1, dearer)
    flow = SimpleMinCostFlow()
    flow.add_arcs_with_capacity_and_unit_cost(*arcs.solver_arrays(), np.concatenate(arcs.costs))
    supplies = np.concatenate((graph.supply, np.zeros_like(graph.size), -floor, [floor.sum() - graph.supply.sum()]))
    flow.set_nodes_supplies(np.arange(sink + 1, dtype=np.int32), supplies)
    if (status := flow.solve()) != flow.OPTIMAL:
        raise RuntimeError(f"a group that has plans has no best one at a price: {status}")

    stays = flow.flows(kept.numbers)
    loads = floor + sum_by_label(above, flow.flows(extra.numbers), members)
    need = (loads - sum_by_label(graph.claim_member, stays, members))[on_something]
    grants = match_grants(edge_taker, edge_class, flow.flows(served.numbers), classes, on_something, need)
    return ClassPlan(load=loads, kept=stays, grants=grants)
