"""First plans: the heaviest item first, each to the member that weighs least."""

from __future__ import annotations

from heapq import heapify, heapreplace

from kafka_assay.oracle.weighted.component import Component, ItemPlan


def deal_heaviest_first(component: Component, *, keep: bool) -> ItemPlan:
    """
    Graham's rule ("Bounds on multiprocessing timing anomalies", 1969), among the members that can hold the item.

    With `keep` owners keep their items, and only items without an owner are dealt.
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
        # Loads only grow. So an up-to-date first entry is the least of all, even if others are outdated.
        while heap[0][0] != load[heap[0][1]]:
            heapreplace(heap, (load[heap[0][1]], heap[0][1]))
        plan[item] = member = heap[0][1]
        load[member] += component.weight[item]
    return plan
