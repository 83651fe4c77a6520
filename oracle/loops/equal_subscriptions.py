"""Loops of the closed form for equal subscriptions: the test, the plan and the potentials."""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import Ints

MAKES_ARRAYS = True


def has_equal_subscriptions(start: Ints, topics: Ints, topic_count: int) -> bool:
    """Whether there are members, and all subscribe to the same topics: at least one, ascending, all existing."""
    members = len(start) - 1
    if members == 0 or start[1] == 0 or len(topics) != members * start[1]:
        return False
    width, before = start[1], -1
    for place in range(width):
        if topics[place] <= before or topics[place] >= topic_count:
            return False
        before = topics[place]
    for member in range(1, members):
        row = topics[member * width : (member + 1) * width]
        unequal = start[member] ^ member * width
        # A loop without an exit is faster.
        for place in range(width):
            unequal |= row[place] ^ topics[place]
        if unequal:
            return False
    return True


def share_equally(partitions: Ints, row: Ints, owner: Ints, members: int) -> tuple[Ints, Ints, int, int, Ints, Ints]:
    """
    The optimum where every member subscribes to the topics `row`.

    Returns the holder of each partition (-1: the topic has no subscriber), the load of each member, the number of
    partitions that had an owner, and the number of these that stay with it. Then the potentials of the members and of
    the load levels; the topics' potentials are 0.
    """
    first = np.zeros(len(partitions) + 1, np.int64)
    for topic in range(len(partitions)):
        first[topic + 1] = first[topic] + partitions[topic]
    had, supply = np.zeros(members, np.int64), 0
    for topic in row:
        supply += partitions[topic]
        for partition in range(first[topic], first[topic + 1]):
            if owner[partition] >= 0:
                had[owner[partition]] += 1
    floor, extras = supply // members, supply % members
    load = _target_loads(had, floor, extras)
    stays, potential = np.minimum(had, load), np.ones(members, np.int64)
    grants = np.subtract(load, stays)
    levels = np.ones(floor + (extras > 0) + 1, np.int64)
    for member in range(members):
        if had[member] > floor:
            potential[member] = levels[load[member]] = 0
    holder = _deal_partitions(first, row, owner, stays, grants)
    return holder, load, int(np.sum(had)), int(np.sum(stays)), potential, levels


def _target_loads(had: Ints, floor: int, extras: int) -> Ints:
    """The floor for each member, and one more for `extras` members: first for those that had more than the floor."""
    load, left = np.full(len(had), floor, np.int64), extras
    # An extra on a member that had more than the floor saves a move. On any other member it saves none.
    for over in (True, False):
        for member in range(len(had)):
            if left > 0 and (had[member] > floor) == over:
                load[member] += 1
                left -= 1
    return load


def _deal_partitions(first: Ints, row: Ints, owner: Ints, stays: Ints, grants: Ints) -> Ints:
    """
    The holder of each partition. An owner keeps its first `stays` partitions.

    The others are dealt in rounds to the members with `grants`.
    """
    holder, stay, left = np.full(len(owner), -1, np.int64), np.copy(stays), np.copy(grants)
    pool, pooled = np.empty(len(owner), np.int64), 0
    for topic in row:
        for partition in range(first[topic], first[topic + 1]):
            member, free = owner[partition], 1
            if member >= 0:
                # The processor cannot predict which partitions stay, so a loop without a branch is faster.
                free = 1 - min(stay[member], 1)
                stay[member] -= 1 - free
                holder[partition] = member
            pool[pooled] = partition
            pooled += free
    round_robin, place = np.flatnonzero(grants), 0
    waiting = len(round_robin)
    for partition in pool[:pooled]:
        member = round_robin[place]
        holder[partition] = member
        left[member] -= 1
        place += 1
        if place == waiting:
            # Members that get more appear again in the next round, in the same order.
            waiting = _drop_served(round_robin, waiting, left)
            place = 0
    return holder


def _drop_served(round_robin: Ints, waiting: int, left: Ints) -> int:
    """Keep the members with more to get at the start of `round_robin`, and count them."""
    still = 0
    for place in range(waiting):
        member = round_robin[place]
        round_robin[still] = member
        still += left[member] > 0
    return still
