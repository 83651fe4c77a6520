"""
Placing: on the general path, partitions without an owner go to the least loaded subscribers.

Source: KIP-54, "The Algorithm", as in Kafka's code. Topics come in their placing order, their partitions in the order
of ids. Each goes to the subscriber with the smallest (load, id), and loads grow on the way.

Where racks have an effect (KIP-881), all partitions are offered first only to subscribers without a wrong rack: those
on a rack with a replica, or without a rack. The remaining partitions are then placed as usual. Claims on wrong racks
are not kept. Later moves ignore racks: Kafka's code looks for a taker on a right rack and then gives the partition to
the least loaded subscriber anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace

from kafka_assay.assignors.reference.ownership_state import NOBODY, OwnershipState
from kafka_assay.assignors.reference.racks import Racks
from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic


def place_unowned(
    state: OwnershipState, topics: Sequence[SubscribedTopic], racks: Racks | None = None
) -> dict[int, list[int]]:
    """
    Give an owner to every partition without one. Returns the topic's place -> the placed numbers, ascending.

    `racks` are those of the members in the order of their ids, or None.
    """
    owner = state.owner
    placed: dict[int, list[int]] = {}
    for topic in topics:
        unowned = [number for number in topic.numbers if owner[number] == NOBODY]
        if not unowned:
            continue
        placed[topic.place] = unowned
        if racks is None:
            _place_least_loaded(state, topic.subscribers, unowned)
    if racks is not None:
        waiting = [(topic, placed[topic.place]) for topic in topics if topic.place in placed]
        for topic, unowned in waiting:
            _place_by_rack(state, topic.subscribers, unowned, racks)
        for topic, unowned in waiting:
            _place_least_loaded(state, topic.subscribers, [number for number in unowned if owner[number] == NOBODY])
    return placed


def _place_least_loaded(state: OwnershipState, subscribers: Iterable[int], unowned: Sequence[int]) -> None:
    queue = _by_load(state, subscribers)
    members = len(state.load)
    for number in unowned:
        first = queue[0]
        state.give(number, first % members)
        heapreplace(queue, first + members)


def _place_by_rack(state: OwnershipState, subscribers: Iterable[int], unowned: Sequence[int], racks: Racks) -> None:
    on_rack: dict[str | None, list[int]] = {}
    for member in subscribers:
        on_rack.setdefault(racks.of[member], []).append(member)
    queues = {rack: _by_load(state, members) for rack, members in on_rack.items()}
    members = len(state.load)
    for number in unowned:
        able = [queues[rack] for rack in (None, *racks.near[number]) if rack in queues]
        if able:
            queue = min(able, key=lambda queue: queue[0])
            first = queue[0]
            state.give(number, first % members)
            heapreplace(queue, first + members)


def _by_load(state: OwnershipState, subscribers: Iterable[int]) -> list[int]:
    """The subscribers by (load, id), as a heap of one number each."""
    load = state.load
    members = len(load)
    queue = [load[member] * members + member for member in subscribers]
    heapify(queue)
    return queue
