"""The loop that deals partitions one by one, as a plan says."""

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
) -> tuple[Ints, Ints, int, int]:
    """
    The holder of each partition (-1: the topic has no subscriber) and the load of each member.

    Also returns the number of partitions that had an owner, and the number of these that stay with it. `in_order` lists
    the topics, sorted by topic class.

    An owner keeps its first partitions of a topic class. `claims` has the start of each member's claims, sorted by
    topic class, and how many of each stay. The other partitions are dealt in rounds to the members with grants.
    `grants` has the start of each topic class's grants, their members, and how many each member gets.
    """
    claim_start, kept = claims
    grant_start, grant_member, grant_count = grants
    members, claim, holder = len(claim_start) - 1, np.copy(claim_start), np.full(len(owner), -1, np.int64)
    latest, stay = np.full(members, -1, np.int64), np.zeros(members, np.int64)
    left, round_robin, pool = np.copy(grant_count), np.empty(len(grant_count), np.int64), np.empty(len(owner), np.int64)
    load, owned, same = np.zeros(members, np.int64), 0, 0
    done = 0
    while done < len(in_order):
        now, pooled = topic_class[in_order[done]], 0
        while done < len(in_order) and topic_class[in_order[done]] == now:
            topic = in_order[done]
            done += 1
            for partition in range(first[topic], first[topic + 1]):
                member = owner[partition]
                if member >= 0:
                    owned += 1
                    # A member's claims are sorted by class as well, so `claim` only advances.
                    if latest[member] != now:
                        latest[member], stay[member] = now, kept[claim[member]]
                        claim[member] += 1
                    if stay[member] > 0:
                        stay[member] -= 1
                        holder[partition] = member
                        load[member] += 1
                        same += 1
                if holder[partition] < 0:
                    pool[pooled] = partition
                    pooled += 1
        waiting = grant_start[now + 1] - grant_start[now]
        for place in range(waiting):
            round_robin[place] = grant_start[now] + place
        out = 0
        while out < pooled and waiting > 0:
            still = 0
            for place in range(waiting):
                grant = round_robin[place]
                if left[grant] > 0:
                    member = grant_member[grant]
                    holder[pool[out]] = member
                    load[member] += 1
                    same += owner[pool[out]] == member
                    out += 1
                    left[grant] -= 1
                    # Members that get more appear again in the next round, in the same order.
                    round_robin[still] = grant
                    still += left[grant] > 0
            waiting = still
    return holder, load, owned, same


def list_grants(
    newest: Ints, older: Ints, served: Ints, to_class: Ints, class_member_start: Ints, class_member: Ints, given: Ints
) -> tuple[Ints, Ints, Ints]:
    """
    The grants: how many new partitions of each topic class each member gets, sorted by topic class.

    Returns the start of each topic class's grants, and their members and counts.
    `kafka_assay.oracle.loops.network.FlowState` describes the linked edges of each topic class. The partitions that a
    member class gets are dealt to its members in order.
    """
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
            member_class, amount = to_class[edge], served[edge]
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
