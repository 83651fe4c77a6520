"""
The network of a flow, and the state of the flow: what the loops over it work on.

An augmenting path leads from an *excess* (partitions of a topic class that nobody has yet, or a member with more than
its load) to a *deficit* (a member with less than its load, or an extra of a block that nobody has taken). A topic class
gives to a member class at the price of a move. A member class passes on to its members for nothing, and a topic class
gives back to a member what it had for nothing. Every step can be taken back. A member passes an excess on to its block
by taking one of its extras, and a block may take an extra away from a member.
"""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.oracle.columns import Ints

FAR = 1 << 60
"""More than any capacity, label or number of layers."""


class FlowNetwork(NamedTuple):
    """
    The nodes are topic classes, member classes, members and blocks, numbered in this order.

    Member class c subscribes to the topic classes `row_class[row_start[c]:row_start[c + 1]]`; those of its own block
    serve it. Claim k says that member `claim_member[k]` owned `claim_count[k]` partitions of topic class
    `claim_class[k]`; 0 where these two are in different blocks. Member m has the claims from `claim_start[m]` to
    `claim_start[m + 1]`. Lists as
    `kafka_assay.oracle.loops.classes.group_by_label` makes them hold the members of each member class (`class_member`)
    and block (`block_member`) and the claims on each topic class (`class_claim`).
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
    What is `left` of each topic class, `missing` to each member (negative: an excess), `spare` extras of each block.

    `raised` says which members have an extra, `kept` what stays of each claim, `given` how many new partitions each
    member got, `served` how many each edge of a row carries. The edges that ever carried any are a linked list for each
    topic class: `newest[h]` and then `older[e]` are edge + 1, and -1 ends the list. `to_member_class` says where they
    lead to.
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
