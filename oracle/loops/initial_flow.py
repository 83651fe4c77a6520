"""The loop that fills deficits from excesses one step away, which is most of every flow."""

from __future__ import annotations

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.loops.network import FlowNetwork, FlowState

MAKES_ARRAYS = False


def fill_deficits(net: FlowNetwork, flow: FlowState, label: Ints, giver: Ints) -> None:
    """
    Give extras to members with an excess, then fill every deficit from excesses one step away.

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
