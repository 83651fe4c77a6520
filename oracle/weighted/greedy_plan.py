"""First plans: the heaviest item first, each to the member that weighs least."""

from __future__ import annotations

from heapq import heapify, heapreplace

from kafka_assay.oracle.weighted.component import Component, ItemPlan


def deal_heaviest_first(component: Component, *, keep: bool) -> ItemPlan:
    """
    Graham's rule ("Bounds on multiprocessing timing anomalies", 1969), among those who can hold the item.

    With `keep` owners keep theirs, and only what nobody owned is dealt.
    """
    plan = [owner if keep else -1 for owner in component.owner]
    load = [0] * len(component.members)
    for holder, weight in zip(plan, component.weight, strict=True):
        if holder >= 0:
            load[holder] += weight
    heaps: list[list[tuple[int, int]] | None] = [None] * len(component.reach)
    for item, holder in enumerate(plan):
        if holder >= 0:
            continue
        topic_class = component.topic_class[item]
        heap = heaps[topic_class]
        if heap is None:
            heap = heaps[topic_class] = [(load[member], member) for member in component.reach[topic_class]]
            heapify(heap)
        # Loads only grow: a first entry that is up to date is the least of all, whatever the others have become.
        while heap[0][0] != load[heap[0][1]]:
            heapreplace(heap, (load[heap[0][1]], heap[0][1]))
        plan[item] = member = heap[0][1]
        load[member] += component.weight[item]
    return plan
