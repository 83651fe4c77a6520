"""
Placing: on the general path, partitions without an owner go to the least loaded subscribers.

Source: KIP-54, "The Algorithm", as Kafka's code has it. Topics come in their placing order, their partitions in the
order of ids; each goes to the subscriber with the smallest (load, id), loads growing on the way.

Where racks count (KIP-881), all partitions are first offered to those subscribers only that are on none but a right
rack: on one that has a replica, or on none at all. What nobody could take is then placed as ever. Claims on wrong racks
are not kept; what moves afterwards moves as if nobody had a rack, since Kafka's code looks for a taker on a right rack
and then hands the partition to the least loaded subscriber all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heapreplace

from kafka_assay.assignors.reference.ownership_state import NOBODY, OwnershipState
from kafka_assay.assignors.reference.racks import Racks
from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic


def place_unowned(
    standing: OwnershipState, topics: Sequence[SubscribedTopic], racks: Racks | None = None
) -> dict[int, list[int]]:
    """
    Give every partition without an owner one. Returns what was placed: the topic's place -> numbers, ascending.

    `racks`, where they count, are those of the members in the order of their ids.
    """
    owner = standing.owner
    placed: dict[int, list[int]] = {}
    for topic in topics:
        unowned = [number for number in topic.numbers if owner[number] == NOBODY]
        if not unowned:
            continue
        placed[topic.place] = unowned
        if racks is None:
            _place_least_loaded(standing, topic.subscribers, unowned)
    if racks is not None:
        waiting = [(topic, placed[topic.place]) for topic in topics if topic.place in placed]
        for topic, unowned in waiting:
            _place_by_rack(standing, topic.subscribers, unowned, racks)
        for topic, unowned in waiting:
            _place_least_loaded(standing, topic.subscribers, [number for number in unowned if owner[number] == NOBODY])
    return placed


def _place_least_loaded(standing: OwnershipState, subscribers: Iterable[int], unowned: Sequence[int]) -> None:
    queue = _by_load(standing, subscribers)
    members = len(standing.load)
    for number in unowned:
        first = queue[0]
        standing.give(number, first % members)
        heapreplace(queue, first + members)


def _place_by_rack(standing: OwnershipState, subscribers: Iterable[int], unowned: Sequence[int], racks: Racks) -> None:
    on_rack: dict[str | None, list[int]] = {}
    for member in subscribers:
        on_rack.setdefault(racks.of[member], []).append(member)
    queues = {rack: _by_load(standing, members) for rack, members in on_rack.items()}
    members = len(standing.load)
    for number in unowned:
        able = [queues[rack] for rack in (None, *racks.near[number]) if rack in queues]
        if able:
            queue = min(able, key=lambda queue: queue[0])
            first = queue[0]
            standing.give(number, first % members)
            heapreplace(queue, first + members)


def _by_load(standing: OwnershipState, subscribers: Iterable[int]) -> list[int]:
    """The subscribers by (load, id), as a heap of one number each."""
    load = standing.load
    members = len(load)
    queue = [load[member] * members + member for member in subscribers]
    heapify(queue)
    return queue
