"""
The loop that finds the potentials of a plan: shortest distances along the steps by which it could be changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from oracle.columns import Ints

MAKES_ARRAYS = True


def lowered(
    topics: tuple[Ints, Ints, Ints],
    rows: tuple[Ints, Ints, Ints],
    held: tuple[Ints, Ints, Ints],
    hub_potential: Ints,
    member_potential: Ints,
    level_potential: Ints,
) -> bool:
    """
    Lower the potentials, in place, until no step costs less than the difference of those that it spans.

    False where that never ends. `topics` are in the order of hubs, with their first partitions and their hubs; `rows`
    the crew of each member and the hubs of each crew; `held` says who holds each partition, who owned it, and how much
    each member holds.
    """
    nodes = len(hub_potential) + len(member_potential) + len(level_potential)
    # A shortest path has fewer steps than there are nodes: distances still falling then fall for ever.
    for _ in range(nodes + 2):
        changed = _along_partitions(topics, held, hub_potential, member_potential)
        if len(hub_potential) > 0 and hub_potential.min() + 1 < member_potential.max():
            changed |= _along_rows(rows, hub_potential, member_potential)
        changed |= _along_levels(held[2], member_potential, level_potential)
        if not changed:
            return True
    return False


def _along_partitions(
    topics: tuple[Ints, Ints, Ints], held: tuple[Ints, Ints, Ints], hub_potential: Ints, member_potential: Ints
) -> bool:
    """
    Taking a kept partition away costs 0, taking a new one -1, giving a lost one back to its owner 0.
    """
    in_order, first, hub = topics
    holder, owner, _ = held
    changed = False
    highest = np.full(len(hub_potential), np.iinfo(np.int64).min)
    for topic in in_order:
        here = hub[topic]
        lowest, robbed = hub_potential[here], highest[here]
        for partition in range(first[topic], first[topic + 1]):
            mine, before = holder[partition], owner[partition]
            if mine == before:
                lowest = min(lowest, member_potential[mine])
            else:
                lowest = min(lowest, member_potential[mine] - 1)
                if before >= 0:
                    robbed = max(robbed, member_potential[before])
        highest[here] = robbed
        if lowest < hub_potential[here]:
            hub_potential[here] = lowest
            changed = True
    for topic in in_order:
        here = hub_potential[hub[topic]]
        if highest[hub[topic]] <= here:
            continue
        for partition in range(first[topic], first[topic + 1]):
            member = owner[partition]
            if member >= 0 and member != holder[partition] and here < member_potential[member]:
                member_potential[member] = here
                changed = True
    return changed


def _along_rows(rows: tuple[Ints, Ints, Ints], hub_potential: Ints, member_potential: Ints) -> bool:
    """
    Giving a member any partition that it may have costs 1 at most.
    """
    crew, row_start, row_hub = rows
    cheapest = np.empty(len(row_start) - 1, np.int64)
    for one in range(len(cheapest)):
        row = row_hub[row_start[one] : row_start[one + 1]]
        lowest = hub_potential[row[0]] if len(row) > 0 else 0
        for hub in row:
            lowest = min(lowest, hub_potential[hub])
        cheapest[one] = lowest + 1
    changed = False
    for member in range(len(crew)):
        if crew[member] >= 0 and cheapest[crew[member]] < member_potential[member]:
            member_potential[member] = cheapest[crew[member]]
            changed = True
    return changed


def _along_levels(load: Ints, member_potential: Ints, level_potential: Ints) -> bool:
    """
    Passing an extra from a member to one of the next lower load costs 0.
    """
    changed = False
    for member in range(len(load)):
        if member_potential[member] < level_potential[load[member]]:
            level_potential[load[member]] = member_potential[member]
    for member in range(len(load)):
        if load[member] > 0 and level_potential[load[member] - 1] < member_potential[member]:
            member_potential[member] = level_potential[load[member] - 1]
            changed = True
    return changed
