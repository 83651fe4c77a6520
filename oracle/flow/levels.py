"""
Load levels: what there is to share where a connected part cannot share evenly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.blocks import Blocks, connected_blocks, totals
from oracle.flow.share import run
from oracle.loops import shrink
from oracle.loops.compiled import loops
from oracle.loops.network import Net

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.flow.blocks import Mask
    from oracle.flow.share import Shared
    from oracle.problem import Shape


def level_blocks(shape: Shape, blocks: Blocks, uneven: Mask) -> Blocks:
    """
    The blocks there are in truth, where those in `uneven` may not be able to share evenly.

    A set of hubs and crews that cannot reach its average is cut in two where the flow is stuck: what is missing on the
    near side could only be filled from there, and the hubs there need not serve the far side. Then each half tries its
    own average.
    """
    of_hub, of_crew, unsettled = blocks.of_hub, blocks.of_crew, uneven[:-1]
    while unsettled.any():
        shared = _shared_in_fractions(shape, of_hub, of_crew, unsettled)
        far = ~shared.near_hub & shared.stuck[of_hub], ~shared.near_crew & shared.stuck[of_crew]
        halves = np.concatenate((of_hub * 2 + far[0], of_crew * 2 + far[1]))
        names, labels = np.unique(halves, return_inverse=True)
        of_hub, of_crew, unsettled = labels[: len(of_hub)], labels[len(of_hub) :], shared.stuck[names // 2]
    supply, size = totals(shape, of_hub, of_crew)
    # Between the same two whole loads partitions may be exchanged across sets; between different levels they never are.
    level = 2 * (supply // size) + (supply % size > 0)
    hub_class = level[of_hub]
    return connected_blocks(shape, hub_class, level[of_crew], classes=len(np.unique(hub_class)))


def _shared_in_fractions(shape: Shape, of_hub: Ints, of_crew: Ints, unsettled: Mask) -> Shared:
    """
    One flow for all `unsettled` sets, in which every crew is one member and nobody had anything.

    Partitions are multiplied by the set's members, so that each crew's share is whole.
    """
    supply, size = totals(shape, of_hub, of_crew)
    listed = loops(shrink, shape.extent).listed
    crews, nothing = np.arange(len(shape.size)), np.zeros(0, dtype=np.int64)
    own_start, own = listed(crews, len(crews))
    set_start, set_crew = listed(of_crew, len(supply))
    net = Net(
        row_start=shape.row_start,
        row_hub=shape.row_hub,
        hub_block=of_hub,
        crew_block=of_crew,
        crew=crews,
        crew_start=own_start,
        crew_member=own,
        keep_start=np.zeros(len(crews) + 1, dtype=np.int64),
        keep_hub=nothing,
        keep_member=nothing,
        keep_count=nothing,
        hub_start=np.zeros(len(of_hub) + 1, dtype=np.int64),
        hub_keep=nothing,
        block=of_crew,
        block_start=set_start,
        block_member=set_crew,
    )
    return run(
        net,
        left=np.where(unsettled[of_hub], shape.supply * size[of_hub], 0),
        missing=np.where(unsettled[of_crew], shape.size * supply[of_crew], 0),
        spare=np.zeros_like(supply),
    )
