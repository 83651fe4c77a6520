"""
The network and the state of a flow, as the loops use them.

An augmenting path leads from an *excess* to a *deficit*. An excess is a topic class with unassigned partitions, or a
member above its load. A deficit is a member below its load, or an extra of a block that no member has taken.

A topic class gives to a member class at the price of a move. A member class passes on to its members for nothing. A
topic class gives a member its own partitions back for nothing. Every step can be taken back. A member passes an excess
to its block by taking one of the block's extras. A block may take an extra away from a member.
"""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.oracle.columns import Ints

FAR = 1 << 60
"""More than any capacity, label or number of layers."""


class FlowNetwork(NamedTuple):
    """
    The nodes are topic classes, member classes, members and blocks, numbered in this order.

    Member class c subscribes to the topic classes `row_class[row_start[c]:row_start[c + 1]]`. Those of its own block
    serve it. Claim k says that member `claim_member[k]` owned `claim_count[k]` partitions of topic class
    `claim_class[k]`; the count is 0 where these two are in different blocks. Member m has the claims from
    `claim_start[m]` to `claim_start[m + 1]`.

    `kafka_assay.oracle.loops.classes.group_by_label` makes the lists of the members of each member class
    (`class_member`) and block (`block_member`), and of the claims on each topic class (`class_claim`).
    """

    row_start: Ints
    row_class: Ints
    topic_class_block: Ints
    member_class_block: Ints
    member_class: Ints
    class_member_start: Ints
    class_member: Ints
    claim_start: Ints
    claim_class: Ints
    claim_member: Ints
    claim_count: Ints
    class_claim_start: Ints
    class_claim: Ints
    block: Ints
    block_start: Ints
    block_member: Ints


class FlowState(NamedTuple):
    """
    The state of a flow.

    `left` counts the unassigned partitions of each topic class, `missing` the partitions that each member lacks
    (negative: an excess), `spare` the free extras of each block. `raised` says which members have an extra. `kept`
    counts what stays of each claim, `given` the new partitions of each member, `served` the flow on each edge of a row.

    The edges that ever carried flow form a linked list for each topic class. `newest[h]` and then `older[e]` hold the
    edge plus 1; -1 ends the list. `to_member_class` is the member class at the end of each edge.
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
    to_member_class: Ints
