"""The loop that fills deficits from excesses one step away: most of every flow."""

from __future__ import annotations

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.loops.network import FlowNetwork, FlowState

MAKES_ARRAYS = False


def fill_deficits(net: FlowNetwork, flow: FlowState, label: Ints, giver: Ints) -> None:
    """
    Extras go to members with too much, then every deficit takes what it finds one step away.

    All labels, 0 before, are 0 or 1 afterwards: whoever had more than the floor gives for the price of one move.
    `giver` holds the next claim to take from in the list of each topic class; at first where these lists start.
    """
    first_member, members = len(flow.left) + len(net.class_member_start) - 1, len(net.member_class)
    # Once these labels are set, no possible step costs less than the difference of the labels at its ends, and nothing
    # below changes that: whoever receives has label 0, whoever gives has label 1. The search goes on from these labels.
    label[: len(flow.left)] = 1
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
    Give `member` up to `wanted` partitions of its topic classes that nobody has or that others have too many of, and
    count them.

    Each member begins elsewhere in its row, so that topic classes run out together.
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
                    # Excesses and claims only shrink here: each list of claims is gone through once in all.
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
