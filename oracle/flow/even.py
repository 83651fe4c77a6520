"""
Blocks in which every hub may serve every crew, in closed form.

A member that had more than the block's floor keeps the floor, and one more while extras last; everyone else keeps all
that it had. No plan keeps more: a member keeps at most its load and at most what it had, and an extra only helps where
it had more than the floor. What is left over fills up the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.blocks import summed
from oracle.flow.plan import matched, rank

if TYPE_CHECKING:
    from oracle.flow.blocks import Blocks, Mask
    from oracle.flow.plan import Plan
    from oracle.problem import Ints, Shape


def share_evenly(shape: Shape, blocks: Blocks, chosen: Mask, plan: Plan) -> None:
    """
    Enter the `chosen` blocks, all of them complete, into `plan`.
    """
    if not chosen.any():
        return
    members = np.flatnonzero(chosen[blocks.of_member])
    mine, had = blocks.of_member[members], blocks.had[members]
    floor, extras = blocks.floor[mine], blocks.extras[mine]
    in_line = np.lexsort((had <= floor, mine))
    load = floor.copy()
    load[in_line] += rank(mine[in_line]) < extras[in_line]
    plan.load[members] = load
    keeps = np.flatnonzero(blocks.stays & chosen[blocks.of_member[shape.keep_member]])
    plan.kept[keeps] = _up_to(plan.load, shape.keep_member[keeps], shape.keep_count[keeps])
    hubs = np.flatnonzero(chosen[blocks.of_hub])
    left = (shape.supply - summed(shape.keep_hub, plan.kept, len(shape.supply)))[hubs]
    plan.gifts.append(matched(blocks.of_hub[hubs], hubs, left, mine, members, np.maximum(0, load - had)))


def _up_to(most: Ints, member: Ints, count: Ints) -> Ints:
    """
    The counts, cut so that those of one member sum up to its entry of `most` at most. The first ones stay whole.
    """
    order = np.argsort(member, kind="stable")
    mine, counts = member[order], count[order]
    before = np.cumsum(counts) - counts
    before -= before[np.searchsorted(mine, mine)]
    kept = np.empty_like(count)
    kept[order] = np.clip(most[mine] - before, 0, counts)
    return kept
