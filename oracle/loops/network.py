"""
The network and the state of a flow, as the loops use them, and the loop of its first part.

An augmenting path leads from an *excess* to a *deficit*. An excess is a topic class with unassigned partitions, or a
member above its load. A deficit is a member below its load, or an extra of a block that no member has taken.

A topic class gives to a member class at the price of a move. A member class passes on to its members for nothing. A
topic class gives a member its own partitions back for nothing. Every step can be taken back. A member passes an excess
to its block by taking one of the block's extras. A block may take an extra away from a member.
"""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.oracle.columns import Ints

MAKES_ARRAYS = False

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


def fill_deficits(net: FlowNetwork, flow: FlowState, label: Ints, giver: Ints) -> None:
    """
    Give extras to members with an excess, then fill every deficit from excesses one step away: most of every flow.

    All labels are 0 before. Afterwards they are 0 or 1: a member that had more than the floor gives at the price of one
    move. `giver` holds the next claim to take from in each topic class's list; at first the start of the list.
    """
    first_member, members = len(flow.left) + len(net.class_member_start) - 1, len(net.member_class)
    # With these labels, no possible step costs less than the difference of the labels at its ends. Nothing below
    # changes that: every receiver has label 0 and every giver has label 1. The search continues from these labels.
    for topic_class in range(len(flow.left)):
        label[topic_class] = 1
    for member in range(members):
        if flow.missing[member] < 0:
            label[first_member + member] = 1
            if flow.spare[net.block[member]] > 0:
                flow.spare[net.block[member]] -= 1
                flow.raised[member] = 1
                flow.missing[member] += 1
    for block in range(len(flow.spare)):
        label[first_member + members + block] = flow.spare[block] == 0
    for member in range(members):
        if flow.missing[member] > 0:
            flow.missing[member] -= _gather(net, flow, giver, member, flow.missing[member])
    for block in range(len(flow.spare)):
        for place in range(net.block_start[block], net.block_start[block + 1]):
            member = net.block_member[place]
            if flow.spare[block] == 0:
                break
            if flow.missing[member] == 0 and flow.raised[member] == 0 and _gather(net, flow, giver, member, 1) > 0:
                flow.raised[member] = 1
                flow.spare[block] -= 1


def _gather(net: FlowNetwork, flow: FlowState, giver: Ints, member: int, wanted: int) -> int:
    """
    Give `member` up to `wanted` partitions of its topic classes, and count them.

    The partitions have no holder yet, or come from members with an excess. Each member starts at another position of
    its row, so that topic classes run out together.
    """
    member_class, got = net.member_class[member], 0
    begin, end = net.row_start[member_class], net.row_start[member_class + 1]
    edge = begin + member % (end - begin)
    for _ in range(end - begin):
        topic_class = net.row_class[edge]
        if net.topic_class_block[topic_class] == net.member_class_block[member_class]:
            amount = min(wanted - got, flow.left[topic_class])
            flow.left[topic_class] -= amount
            while got + amount < wanted and giver[topic_class] < net.class_claim_start[topic_class + 1]:
                claim = net.class_claim[giver[topic_class]]
                other = net.claim_member[claim]
                more = min(wanted - got - amount, -flow.missing[other], flow.kept[claim])
                if more > 0:
                    flow.kept[claim] -= more
                    flow.missing[other] += more
                    amount += more
                else:
                    # Excesses and claims only shrink here, so each list of claims is read once in total.
                    giver[topic_class] += 1
            if amount > 0:
                flow.served[edge] += amount
                if flow.older[edge] == 0:
                    flow.older[edge], flow.to_member_class[edge] = flow.newest[topic_class], member_class
                    flow.newest[topic_class] = edge + 1
                got += amount
                if got == wanted:
                    break
        edge = edge + 1 if edge + 1 < end else begin
    flow.given[member] += got
    return got
