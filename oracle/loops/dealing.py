"""Loops that deal partitions one by one, as a plan or a flow says."""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import Ints

MAKES_ARRAYS = True


def deal_partitions(
    in_order: Ints,
    first: Ints,
    topic_class: Ints,
    owner: Ints,
    claims: tuple[Ints, Ints],
    grants: tuple[Ints, Ints, Ints],
) -> Ints:
    """
    The holder of each partition (-1: the topic has no subscriber). `in_order` lists the topics, sorted by topic class.

    An owner keeps its first partitions of a topic class. `claims` has the start of each member's claims, sorted by
    topic class, and how many of each stay. The other partitions are dealt in rounds to the members with grants.
    `grants` has the start of each topic class's grants, their members, and how many each member gets.
    """
    claim_start, kept = claims
    grant_start, grant_member, grant_count = grants
    members, claim, holder = len(claim_start) - 1, np.copy(claim_start), np.full(len(owner), -1, np.int64)
    latest, stay = np.full(members, -1, np.int64), np.zeros(members, np.int64)
    left, turns, pool = np.copy(grant_count), np.empty(len(grant_count), np.int64), np.empty(len(owner), np.int64)
    done = 0
    while done < len(in_order):
        now, pooled = topic_class[in_order[done]], 0
        while done < len(in_order) and topic_class[in_order[done]] == now:
            topic = in_order[done]
            done += 1
            for partition in range(first[topic], first[topic + 1]):
                member = owner[partition]
                if member >= 0:
                    # A member's claims are sorted by class as well, so `claim` only advances.
                    if latest[member] != now:
                        latest[member], stay[member] = now, kept[claim[member]]
                        claim[member] += 1
                    if stay[member] > 0:
                        stay[member] -= 1
                        holder[partition] = member
                        continue
                pool[pooled] = partition
                pooled += 1
        begin, end = grant_start[now], grant_start[now + 1]
        deal_in_rounds(holder, pool[:pooled], grant_member[begin:end], left[begin:end], turns)
    return holder


def deal_in_rounds(holder: Ints, pool: Ints, takers: Ints, left: Ints, turns: Ints) -> None:
    """Deal the partitions in `pool` in rounds to the `takers`, who get `left` partitions. `turns` is work space."""
    waiting, out = len(takers), 0
    for place in range(waiting):
        turns[place] = place
    while out < len(pool) and waiting > 0:
        still = 0
        for place in range(waiting):
            taker = turns[place]
            if left[taker] > 0:
                holder[pool[out]] = takers[taker]
                out += 1
                left[taker] -= 1
                # Takers that get more appear again in the next round, in the same order.
                turns[still] = taker
                still += left[taker] > 0
        waiting = still


def list_grants(
    edges: tuple[Ints, Ints, Ints, Ints], class_member_start: Ints, class_member: Ints, given: Ints
) -> tuple[Ints, Ints, Ints]:
    """
    The grants of a finished flow: how many new partitions of each topic class each member gets, sorted by topic class.

    Returns the start of each topic class's grants, and their members and counts. `edges` has the linked edges of each
    topic class, as `kafka_assay.oracle.loops.network.FlowState` describes them: `newest`, `older`, `served` and
    `to_member_class`. The partitions that a member class gets are dealt to its members in order.
    """
    newest, older, served, to_member_class = edges
    topic_classes, left = len(newest), np.copy(given)
    at = np.copy(class_member_start[:-1])
    # The most grants possible: each grant uses up an edge's flow or a member's share.
    most = np.count_nonzero(given)
    for topic_class in range(topic_classes):
        edge = newest[topic_class] - 1
        while edge >= 0:
            most += served[edge] > 0
            edge = older[edge] - 1
    start, member, count = np.zeros(topic_classes + 1, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    number = 0
    for topic_class in range(topic_classes):
        edge = newest[topic_class] - 1
        while edge >= 0:
            member_class, amount = to_member_class[edge], served[edge]
            while amount > 0:
                taker = class_member[at[member_class]]
                share = min(amount, left[taker])
                if share > 0:
                    member[number], count[number] = taker, share
                    number += 1
                amount -= share
                left[taker] -= share
                at[member_class] += left[taker] == 0
            edge = older[edge] - 1
        start[topic_class + 1] = number
    return start, member[:number], count[:number]
