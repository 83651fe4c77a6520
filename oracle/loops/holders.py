"""The loop that deals partitions, one by one, as a plan says."""

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
    Who holds each partition (-1: nobody can), how many each member holds, how many had an owner, and how many of these
    are still with it. `in_order` holds the topics, topic class after topic class.

    An owner keeps the first of its partitions in a topic class: `claims` says where each member's claims start, in the
    order of the topic classes, and how many stay of each. The others are dealt round by round to those who are given
    some: `grants` says where the grants of each topic class start, their members, and how many each gets.
    """
    claim_start, kept = claims
    grant_start, grant_member, grant_count = grants
    members, claim, holder = len(claim_start) - 1, claim_start.copy(), np.full(len(owner), -1, np.int64)
    latest, stay = np.full(members, -1, np.int64), np.zeros(members, np.int64)
    left, round_robin, pool = grant_count.copy(), np.empty(len(grant_count), np.int64), np.empty(len(owner), np.int64)
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
                    # A member's claims are in the order of the classes, too: `claim` only moves on to the next one.
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
                    # Those who are given more come up again in the next round, in the same order.
                    round_robin[still] = grant
                    still += left[grant] > 0
            waiting = still
    return holder, load, owned, same


def list_grants(
    newest: Ints, older: Ints, served: Ints, to_class: Ints, class_member_start: Ints, class_member: Ints, given: Ints
) -> tuple[Ints, Ints, Ints]:
    """
    How many new partitions of which topic class each member gets, topic class after topic class: where the grants of a
    topic class start, their members and counts.

    The edges of each topic class that ever carried any are linked as `kafka_assay.oracle.loops.network.FlowState` says.
    What a member class is served is dealt to its members in their order.
    """
    topic_classes, left = len(newest), given.copy()
    at = class_member_start[:-1].copy()
    # The most grants there can be: each uses up what an edge carries, or what a member is given.
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
