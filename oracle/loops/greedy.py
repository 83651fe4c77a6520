"""
The loop that fills what is missing out of what lies one step away: most of every flow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.loops.network import Flow, Net

MAKES_ARRAYS = False


def fill(net: Net, flow: Flow, label: Ints, giver: Ints) -> None:
    """
    Extras go to members with too much, then every lack takes what it finds one step away.

    All labels, 0 before, are 0 or 1 afterwards: whoever had more than the floor gives for the price of one move.
    `giver` holds where the keeps of each hub start: the next to ask.
    """
    hubs, crews, members = len(flow.left), len(net.crew_start) - 1, len(net.crew)
    label[:hubs] = 1
    for member in range(members):
        if flow.missing[member] < 0:
            label[hubs + crews + member] = 1
            if flow.spare[net.block[member]] > 0:
                flow.spare[net.block[member]] -= 1
                flow.raised[member] = 1
                flow.missing[member] += 1
    for block in range(len(flow.spare)):
        label[hubs + crews + members + block] = flow.spare[block] == 0
    for member in range(members):
        if flow.missing[member] > 0:
            flow.missing[member] -= _gathered(net, flow, giver, member, flow.missing[member])
    for block in range(len(flow.spare)):
        for place in range(net.block_start[block], net.block_start[block + 1]):
            member = net.block_member[place]
            if flow.spare[block] == 0:
                break
            if flow.missing[member] == 0 and flow.raised[member] == 0 and _gathered(net, flow, giver, member, 1) > 0:
                flow.raised[member] = 1
                flow.spare[block] -= 1


def _gathered(net: Net, flow: Flow, giver: Ints, member: int, wanted: int) -> int:
    """
    How many of `wanted` partitions the hubs of `member` gave it, out of what nobody has and what givers can do without.

    Each member begins elsewhere in its row, so that hubs run dry together.
    """
    crew, got = net.crew[member], 0
    begin, end = net.row_start[crew], net.row_start[crew + 1]
    edge = begin + member % (end - begin)
    for _ in range(end - begin):
        hub = net.row_hub[edge]
        if net.hub_block[hub] == net.crew_block[crew]:
            amount = min(wanted - got, flow.left[hub])
            flow.left[hub] -= amount
            while got + amount < wanted and giver[hub] < net.hub_start[hub + 1]:
                keep = net.hub_keep[giver[hub]]
                other = net.keep_member[keep]
                more = min(wanted - got - amount, -flow.missing[other], flow.kept[keep])
                if more > 0:
                    flow.kept[keep] -= more
                    flow.missing[other] += more
                    amount += more
                else:
                    giver[hub] += 1
            if amount > 0:
                flow.served[edge] += amount
                if flow.older[edge] == 0:
                    flow.older[edge], flow.to_crew[edge] = flow.newest[hub], crew
                    flow.newest[hub] = edge + 1
                got += amount
                if got == wanted:
                    break
        edge = edge + 1 if edge + 1 < end else begin
    flow.given[member] += got
    return got
