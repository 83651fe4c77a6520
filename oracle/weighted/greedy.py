"""
First plans: the heaviest item first, each to the member that weighs least.
"""

from __future__ import annotations

from heapq import heapify, heapreplace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.weighted.part import Part, Plan


def heaviest_first(part: Part, *, keep: bool) -> Plan:
    """
    Graham's rule ("Bounds on multiprocessing timing anomalies", 1969), among those who can hold the item.

    With `keep` owners keep theirs, and only what nobody owned is dealt.
    """
    plan = [owner if keep else -1 for owner in part.owner]
    load = [0] * len(part.members)
    for holder, weight in zip(plan, part.weight, strict=True):
        if holder >= 0:
            load[holder] += weight
    heaps: list[list[tuple[int, int]] | None] = [None] * len(part.reach)
    for item, holder in enumerate(plan):
        if holder >= 0:
            continue
        heap = heaps[part.hub[item]]
        if heap is None:
            heap = heaps[part.hub[item]] = [(load[member], member) for member in part.reach[part.hub[item]]]
            heapify(heap)
        # Loads only grow: a first entry that is up to date is the least of all, whatever the others have become.
        while heap[0][0] != load[heap[0][1]]:
            heapreplace(heap, (load[heap[0][1]], heap[0][1]))
        plan[item] = member = heap[0][1]
        load[member] += part.weight[item]
    return plan
