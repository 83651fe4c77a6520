"""
Blocks share what they have: the flow that gives each member of a block its load, and moves as little as possible.

Everybody starts with all that it had. What is too much goes where something is missing, for the price of one move a
partition, and a step back costs what the step brought. Nothing but the floor of a block and its number of extras is
asked for: so the flow that ends without a lack has the best loads, and being a cheapest one, the fewest moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.blocks import summed
from oracle.loops import flow as flow_loops
from oracle.loops import greedy, shrink
from oracle.loops.compiled import loops
from oracle.loops.network import Flow, Net

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.flow.blocks import Blocks, Mask
    from oracle.problem import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """
    A finished flow: the label of each node, which blocks have a lack left, and from which hubs and crews these lacks
    could be filled.
    """

    net: Net
    flow: Flow
    label: Ints
    stuck: Mask
    near_hub: Mask
    near_crew: Mask

    def potentials(self, blocks: Blocks) -> tuple[Ints, Ints]:
        """
        What the labels say of the potentials of hubs and members: the same, downwards.

        In each block they count from its extras, which puts all blocks between the same two loads on one footing.
        Blocks with higher loads stand so much lower than others that every step from these to them is cheap enough; in
        the other direction there is none.
        """
        net, hubs, members = self.net, len(self.flow.left), len(self.flow.missing)
        extras = self.label[len(self.label) - len(blocks.floor) :]
        of_hubs = extras[net.hub_block] - self.label[:hubs]
        of_members = extras[net.block] - self.label[-len(extras) - members : -len(extras)]
        stands = 2 * blocks.floor + (blocks.extras > 0)
        if stands.min() < stands.max():
            _, level = np.unique(stands, return_inverse=True)
            lower = level * (2 * int(self.label.max(initial=0)) + 2)
            of_hubs, of_members = of_hubs - lower[net.hub_block], of_members - lower[net.block]
        return of_hubs, of_members


def share(shape: Shape, blocks: Blocks) -> Shared:
    """
    Let every block share what it has.
    """
    net = _net(shape, blocks)
    had = summed(shape.keep_member, net.keep_count, shape.members)
    kept_in = summed(shape.keep_hub, net.keep_count, len(shape.supply))
    return run(net, left=shape.supply - kept_in, missing=blocks.floor[blocks.of_member] - had, spare=blocks.extras)


def run(net: Net, *, left: Ints, missing: Ints, spare: Ints) -> Shared:
    """
    The flow from what is `left` in hubs, with so much `missing` to members and so many `spare` extras.
    """
    flow = Flow(
        left=left,
        missing=missing,
        spare=spare.copy(),
        raised=np.zeros_like(missing),
        kept=net.keep_count.copy(),
        given=np.zeros_like(missing),
        served=np.zeros(len(net.row_hub), dtype=np.int64),
        newest=np.full_like(left, -1),
        older=np.zeros(len(net.row_hub), dtype=np.int64),
        to_crew=np.empty(len(net.row_hub), dtype=np.int64),
    )
    extent = len(net.crew) + len(net.row_hub) + len(net.keep_hub)
    hubs, crews = len(left), len(net.crew_start) - 1
    label = np.zeros(hubs + crews + len(missing) + len(spare), dtype=np.int64)
    loops(greedy, extent).fill(net, flow, label, net.hub_start.copy())
    layer, *room = (np.full_like(label, -1) for _ in range(5))
    loops(flow_loops, extent).finish(net, flow, label, layer, *room)
    stuck = flow.spare > 0
    stuck[net.block[flow.missing > 0]] = True
    near = layer >= 0
    return Shared(
        net=net, flow=flow, label=label, stuck=stuck, near_hub=near[:hubs], near_crew=near[hubs : hubs + crews]
    )


def _net(shape: Shape, blocks: Blocks) -> Net:
    listed = loops(shrink, shape.extent).listed
    crew_start, crew_member = listed(shape.crew, len(shape.size))
    hub_start, hub_keep = listed(shape.keep_hub, len(shape.supply))
    block_start, block_member = listed(blocks.of_member, len(blocks.floor))
    stays = blocks.of_hub[shape.keep_hub] == blocks.of_member[shape.keep_member]
    return Net(
        row_start=shape.row_start,
        row_hub=shape.row_hub,
        hub_block=blocks.of_hub,
        crew_block=blocks.of_crew,
        crew=shape.crew,
        crew_start=crew_start,
        crew_member=crew_member,
        keep_start=shape.keep_start,
        keep_hub=shape.keep_hub,
        keep_member=shape.keep_member,
        keep_count=np.where(stays, shape.keep_count, 0),
        hub_start=hub_start,
        hub_keep=hub_keep,
        block=blocks.of_member,
        block_start=block_start,
        block_member=block_member,
    )
