"""
The general path of the sticky family: subscriptions differ, so partitions are placed first and then levelled.

Source: KIP-54, "The Algorithm", as in Kafka's current code (trunk of October 2024; 3.9.0 and 4.4.0 give the same
answers). Members are numbered in the order of their ids, partitions as in `numbering`.

1. Partitions whose holder no longer subscribes to the topic lose their owner.
2. Partitions without an owner come in the order of (how often the members' lists name the topic, topic, id). Each goes
   to the subscriber with the smallest (load, id).
3. From here on only topics named at least twice count, and only the members that subscribe to one of them.
4. The state is remembered. If step 1 removed nothing, the partitions placed in step 2 are levelled. Then all partitions
   are levelled (see `levelling`).
5. The remembered state is restored under three conditions: this last levelling moved something, some member owned
   something before step 2, and KIP-54's score has not become strictly smaller since step 4.

Where racks have an effect (KIP-881), step 1 also drops claims on a wrong rack. Step 2 first offers all partitions only
to subscribers without a wrong rack: those on a rack with a replica, or without a rack. The remaining partitions are
then placed as usual. Later moves ignore racks: Kafka's code looks for a taker on a right rack and then gives the
partition to the least loaded subscriber anyway.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heapreplace

from kafka_assay.assignors.reference.levelling import Levelling, SubscribedTopic
from kafka_assay.assignors.reference.partitions import (
    NOBODY,
    OwnershipState,
    PartitionNumbering,
    balance_score,
    ownership_state_of,
)
from kafka_assay.assignors.reference.racks import Racks


def sort_for_placing(
    numbering: PartitionNumbering, subscribers: Mapping[str, list[int]], named: Mapping[str, int]
) -> list[SubscribedTopic]:
    """The topics in the order of step 2: those with few possible takers come first."""
    topics = [
        SubscribedTopic(place=place, numbers=numbering.spans[name], subscribers=subscribers[name], named=named[name])
        for place, name in enumerate(numbering.topics)
    ]
    return sorted(topics, key=lambda topic: topic.named)


def share_among_subscribers(
    numbering: PartitionNumbering,
    topics: Sequence[SubscribedTopic],
    held: Sequence[list[int]],
    previous: Mapping[int, int],
    racks: Racks | None = None,
    order: Sequence[tuple[SubscribedTopic, Sequence[int]]] | None = None,
) -> list[list[int]]:
    """
    Every member's share, ascending; members in the order of their ids.

    `topics` are in placing order. `held` is what each member holds. `previous` maps a partition to the member that
    owned it at an older generation. `racks` is None if racks have no effect. `order` is that of the last levelling
    (None: one topic after another, in placing order).

    >>> from kafka_assay.assignors.reference.partitions import number_partitions
    >>> three = number_partitions({"t0": 1, "t1": 2}, ["t0", "t1"])
    >>> topics = sort_for_placing(three, {"t0": [1, 2], "t1": [0, 2]}, {"t0": 2, "t1": 2})
    >>> share_among_subscribers(three, topics, held=[[], [], [0]], previous={})
    [[1, 2], [], [0]]
    """
    subscribers = {topic.place: topic.subscribers for topic in topics}
    rightful = _subscribed_holdings(numbering, subscribers, held)
    if racks is not None:
        rightful, _ = racks.split_by_rack(rightful)
    state = ownership_state_of(rightful, len(numbering))
    placed = place_unowned(state, topics, racks)
    open_topics = [topic for topic in topics if topic.is_open]
    remembered = state.copy()
    # Kafka has no such check and gives partitions to previous owners that have dropped the topic. Where such a
    # partition then moves on, Kafka's answer is still valid and may differ from this one: in one of 25,000 groups with
    # stale claims on dropped topics.
    topic_of = numbering.topic_of
    before = {one: member for one, member in previous.items() if _contains(subscribers[topic_of[one]], member)}
    levelling = Levelling(state, before)
    if all(len(left) == len(mine) for left, mine in zip(rightful, held, strict=True)):
        levelling.until_level([(topic, placed[topic.place]) for topic in open_topics if topic.place in placed])
    moved = levelling.until_level(order or [(topic, topic.numbers) for topic in open_topics])
    if moved and any(rightful):
        shared = {id(topic.subscribers): topic.subscribers for topic in open_topics}
        players = set().union(*shared.values())
        score, before_score = (balance_score(one.load[member] for member in players) for one in (state, remembered))
        state = state if score < before_score else remembered
    return state.shares()


def _subscribed_holdings(
    numbering: PartitionNumbering, subscribers: Mapping[int, list[int]], held: Sequence[list[int]]
) -> list[list[int]]:
    topic_of = numbering.topic_of
    subscribed = []
    for member, numbers in enumerate(held):
        foreign = {
            topic for topic in {topic_of[number] for number in numbers} if not _contains(subscribers[topic], member)
        }
        subscribed.append([number for number in numbers if topic_of[number] not in foreign] if foreign else numbers)
    return subscribed


def _contains(ascending: list[int], member: int) -> bool:
    position = bisect_left(ascending, member)
    return position < len(ascending) and ascending[position] == member


def place_unowned(
    state: OwnershipState, topics: Sequence[SubscribedTopic], racks: Racks | None = None
) -> dict[int, list[int]]:
    """
    Give an owner to every partition without one. Returns the topic's place -> the placed numbers, ascending.

    `racks` are those of the members in the order of their ids, or None.
    """
    owner, placed = state.owner, dict[int, list[int]]()
    for topic in topics:
        if unowned := [number for number in topic.numbers if owner[number] == NOBODY]:
            placed[topic.place] = unowned
    waiting = [topic for topic in topics if topic.place in placed]
    if racks is not None:
        for topic in waiting:
            _place_by_rack(state, topic.subscribers, placed[topic.place], racks)
    for topic in waiting:
        queue, members = _by_load(state, topic.subscribers), len(state.load)
        for number in placed[topic.place]:
            if owner[number] == NOBODY:
                first = queue[0]
                state.give(number, first % members)
                heapreplace(queue, first + members)
    return placed


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
