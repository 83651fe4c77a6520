"""
The best plan where every move has a price: one minimum-cost flow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.arcs import Arcs
from oracle.flow.blocks import summed
from oracle.flow.plan import Plan, matched
from oracle.frontier.corner import Corner, corner_of

if TYPE_CHECKING:
    from fractions import Fraction

    from oracle.problem import Ints, Shape


def best_at(shape: Shape, price: Fraction, one: Corner, other: Corner) -> Corner:
    """
    A plan with the least sum of squared loads plus `price` for each move, looked for around two known plans.

    Loads are narrowed to a window around those two. That loses nothing: where no load stands at an end of its window,
    no plan outside is better, because the sum is convex over the loads that there can be; else the window is widened.
    """
    low = np.minimum(one.plan.load, other.plan.load)
    high = np.maximum(one.plan.load, other.plan.load)
    margin = np.where(shape.crew >= 0, 1, 0)
    while True:
        floor, ceiling = np.maximum(0, low - margin), high + margin
        plan = _priced(shape, price, floor, ceiling)
        tight = (margin > 0) & (((plan.load == floor) & (floor > 0)) | (plan.load == ceiling))
        if not tight.any():
            return corner_of(shape, plan, price)
        margin[tight] *= 4


def _priced(shape: Shape, price: Fraction, floor: Ints, ceiling: Ints) -> Plan:
    """
    One flow: hubs -> their owners (free), hubs -> crews -> members (at the price of a move). Every member takes its
    floor, and each partition more costs what it adds to the square.

    What nobody owned is always paid for: that makes all plans dearer by the same amount.
    """
    from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

    hubs, crews, members = len(shape.supply), len(shape.size), shape.members
    crew, member, rest = hubs, hubs + crews, hubs + crews + members
    on_something = np.flatnonzero(shape.crew >= 0)
    above = np.repeat(np.arange(members), ceiling - floor)
    start = np.cumsum(ceiling - floor) - (ceiling - floor)
    load = floor[above] + np.arange(len(above)) - start[above]
    dearer = 2 * (load - floor.min(initial=0)) * price.denominator

    arcs = Arcs()
    kept = arcs.lay(shape.keep_hub, member + shape.keep_member, shape.keep_count)
    served = arcs.lay(shape.edge_hub, crew + shape.edge_crew, shape.supply[shape.edge_hub], cost=price.numerator)
    arcs.lay(crew + shape.crew[on_something], member + on_something, ceiling[on_something])
    extra = arcs.lay(member + above, rest, 1)
    arcs.costs[-1] = dearer
    flow = SimpleMinCostFlow()
    flow.add_arcs_with_capacity_and_unit_cost(*arcs.ends(), np.concatenate(arcs.costs))
    supplies = np.concatenate(
        (shape.supply, np.zeros(crews, dtype=np.int64), -floor, [floor.sum() - shape.supply.sum()])
    )
    flow.set_nodes_supplies(np.arange(rest + 1, dtype=np.int32), supplies)
    if (status := flow.solve()) != flow.OPTIMAL:
        raise RuntimeError(f"a group that has plans has no best one at a price: {status}")

    stays = flow.flows(kept.numbers)
    loads = floor + summed(above, flow.flows(extra.numbers), members)
    need = (loads - summed(shape.keep_member, stays, members))[on_something]
    gifts = matched(
        shape.edge_crew, shape.edge_hub, flow.flows(served.numbers), shape.crew[on_something], on_something, need
    )
    return Plan(load=loads, kept=stays, gifts=[gifts])
