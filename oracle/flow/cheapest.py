"""
Blocks in which moves push other moves, by one minimum-cost flow. It solves every block; it is tried last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.arcs import Arcs
from oracle.flow.blocks import summed
from oracle.flow.plan import matched

if TYPE_CHECKING:
    from oracle.flow.blocks import Blocks, Mask
    from oracle.flow.plan import Plan
    from oracle.problem import Shape


def share_cheaply(shape: Shape, blocks: Blocks, chosen: Mask, plan: Plan) -> None:
    """
    Enter the `chosen` blocks into `plan`.

    hubs -> their owners (free) and hubs -> crews -> members (at the price of one move); every member takes its floor,
    and may pass on one more to the block's extras. The fixed floors keep all costs at 0 and 1.
    """
    from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

    if not chosen.any():
        return
    members, hubs = np.flatnonzero(chosen[blocks.of_member]), np.flatnonzero(chosen[blocks.of_hub])
    edges = np.flatnonzero(blocks.inside & chosen[blocks.of_hub[shape.edge_hub]])
    keeps = np.flatnonzero(blocks.stays & chosen[blocks.of_member[shape.keep_member]])
    hub_end, crew_end = shape.edge_hub[edges], shape.edge_crew[edges]
    block, floor = blocks.of_member[members], blocks.floor[blocks.of_member[members]]
    crew, member = len(shape.supply), len(shape.supply) + len(shape.size)
    extra = member + shape.members

    arcs = Arcs()
    kept = arcs.lay(shape.keep_hub[keeps], member + shape.keep_member[keeps], shape.keep_count[keeps])
    served = arcs.lay(hub_end, crew + crew_end, shape.supply[hub_end], cost=1)
    arcs.lay(crew + shape.crew[members], member + members, floor + 1)
    extras = arcs.lay(member + members, extra + block, 1)
    flow = SimpleMinCostFlow()
    flow.add_arcs_with_capacity_and_unit_cost(*arcs.ends(), np.concatenate(arcs.costs))
    nodes = np.concatenate((hubs, member + members, extra + np.flatnonzero(chosen)))
    flow.set_nodes_supplies(
        nodes.astype(np.int32), np.concatenate((shape.supply[hubs], -floor, -blocks.extras[chosen]))
    )
    status = flow.solve()
    if status != flow.OPTIMAL:
        raise RuntimeError(f"a block that can share evenly has no cheapest plan: {status}")

    plan.load[members] = floor + flow.flows(extras.numbers)
    plan.kept[keeps] = flow.flows(kept.numbers)
    need = (plan.load - summed(shape.keep_member, plan.kept, shape.members))[members]
    plan.gifts.append(matched(crew_end, hub_end, flow.flows(served.numbers), shape.crew[members], members, need))
