"""
The loop that deals partitions, one by one, as a plan says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from oracle.columns import Ints

MAKES_ARRAYS = True


def dealt(
    in_order: Ints,
    first: Ints,
    hub: Ints,
    owner: Ints,
    keeps: tuple[Ints, Ints],
    gifts: tuple[Ints, Ints, Ints],
) -> tuple[Ints, Ints, int, int]:
    """
    Who holds each partition (-1: nobody can), how many each member holds, how many had an owner, and how many of these
    are still with it. `in_order` holds the topics, hub after hub.

    An owner keeps the first of its partitions in a hub: `keeps` are where each member's keeps start, in the order of
    the hubs, and how many stay of each. The others are dealt round by round over those who are given some: `gifts` are
    where each hub's gifts start, their members, and how many each gets.
    """
    keep_start, kept = keeps
    gift_start, gift_member, gift_count = gifts
    members, keep, holder = len(keep_start) - 1, keep_start.copy(), np.full(len(owner), -1, np.int64)
    latest, stay = np.full(members, -1, np.int64), np.zeros(members, np.int64)
    left, round_robin, pool = gift_count.copy(), np.empty(len(gift_count), np.int64), np.empty(len(owner), np.int64)
    load, owned, same = np.zeros(members, np.int64), 0, 0
    done = 0
    while done < len(in_order):
        now, pooled = hub[in_order[done]], 0
        while done < len(in_order) and hub[in_order[done]] == now:
            topic = in_order[done]
            done += 1
            for partition in range(first[topic], first[topic + 1]):
                member = owner[partition]
                if member >= 0:
                    owned += 1
                    if latest[member] != now:
                        latest[member], stay[member] = now, kept[keep[member]]
                        keep[member] += 1
                    if stay[member] > 0:
                        stay[member] -= 1
                        holder[partition] = member
                        load[member] += 1
                        same += 1
                if holder[partition] < 0:
                    pool[pooled] = partition
                    pooled += 1
        waiting = gift_start[now + 1] - gift_start[now]
        for place in range(waiting):
            round_robin[place] = gift_start[now] + place
        out = 0
        while out < pooled and waiting > 0:
            still = 0
            for place in range(waiting):
                gift = round_robin[place]
                if left[gift] > 0:
                    member = gift_member[gift]
                    holder[pool[out]] = member
                    load[member] += 1
                    same += owner[pool[out]] == member
                    out += 1
                    left[gift] -= 1
                    round_robin[still] = gift
                    still += left[gift] > 0
            waiting = still
    return holder, load, owned, same


def gifts_of(
    newest: Ints, older: Ints, served: Ints, to_crew: Ints, crew_start: Ints, crew_member: Ints, given: Ints
) -> tuple[Ints, Ints, Ints]:
    """
    How many new partitions of which hub each member gets, hub after hub: where a hub's gifts start, members and counts.

    The edges of each hub that ever carried any are chained as `oracle.loops.network.Flow` says. What a crew is
    served is dealt to its members in their order.
    """
    hubs, left = len(newest), given.copy()
    at = crew_start[:-1].copy()
    most = np.count_nonzero(given)
    for hub in range(hubs):
        edge = newest[hub] - 1
        while edge >= 0:
            most += served[edge] > 0
            edge = older[edge] - 1
    start, member, count = np.zeros(hubs + 1, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    number = 0
    for hub in range(hubs):
        edge = newest[hub] - 1
        while edge >= 0:
            crew, amount = to_crew[edge], served[edge]
            while amount > 0:
                taker = crew_member[at[crew]]
                share = min(amount, left[taker])
                if share > 0:
                    member[number], count[number] = taker, share
                    number += 1
                amount -= share
                left[taker] -= share
                at[crew] += left[taker] == 0
            edge = older[edge] - 1
        start[hub + 1] = number
    return start, member[:number], count[:number]
