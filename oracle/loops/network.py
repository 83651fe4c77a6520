"""
The network of a flow, and how far the flow is: what the loops over it work on.

What is too much somewhere is passed on to where something is missing. A way leads from a *stock* (partitions of a hub
that nobody has yet, or a member with more than its load) to a *lack* (a member with less than its load, or an extra of
a block that nobody has taken). A hub gives to a crew at the price of a move, a crew passes on to its members, and a hub
gives back to a member what it had: for nothing. Every step can be taken back. A member may pass what is too much on to
its block by taking one of its extras, and a block may take one away from a member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from oracle.columns import Ints

FAR = 1 << 60
"""More than any capacity, label or number of layers."""


class Net(NamedTuple):
    """
    What may be passed on to whom. Nodes are hubs, crews, members and blocks, numbered in this order.

    Crew c serves itself from `row_hub[row_start[c]:row_start[c + 1]]`, the hubs of its own block among them. Lists as
    `oracle.loops.shrink.listed` makes them hold the members of each crew and block and the keeps of each hub; member
    m's keeps are `keep_start[m]` to `keep_start[m + 1]`. `keep_count` is 0 where a keep leaves its block.
    """

    row_start: Ints
    row_hub: Ints
    hub_block: Ints
    crew_block: Ints
    crew: Ints
    crew_start: Ints
    crew_member: Ints
    keep_start: Ints
    keep_hub: Ints
    keep_member: Ints
    keep_count: Ints
    hub_start: Ints
    hub_keep: Ints
    block: Ints
    block_start: Ints
    block_member: Ints


class Flow(NamedTuple):
    """
    How far things are: `left` of each hub, `missing` of each member (negative: too much), `spare` extras of each block.

    `raised` says which members have an extra, `kept` what is left of each keep, `given` how many new partitions each
    member got, `served` how many each edge carries. The edges that ever carried any are chained by hub: `newest[h]`
    and then `older[e]` are edge + 1, and -1 ends the chain; of these `to_crew` says which crew they lead to.
    """

    left: Ints
    missing: Ints
    spare: Ints
    raised: Ints
    kept: Ints
    given: Ints
    served: Ints
    newest: Ints
    older: Ints
    to_crew: Ints
