"""
The unequal path of server-uniform: assign unowned partitions topic by topic, then even out the loads.

Source: UniformHeterogeneousAssignmentBuilder, as it is since KAFKA-17710 (Kafka 4.0). Topics come in the order of
(partitions for each subscriber, most first; subscribers, fewest first; name).

1. *Assign.* A topic's partitions without an owner, by id, go one by one to the least loaded of its subscribers.
2. *Even out.* This step visits each topic with at least two subscribers. The giver is the most loaded subscriber that
   owns part of the topic. The taker is the least loaded subscriber. While the giver has at least two partitions more, a
   partition goes to the taker: the highest id of the topic that the giver owned at the start of the topic's turn. The
   laps over all topics end when a lap has moved nothing, or after 16 laps. Then a group may remain uneven
   (`sixteen_laps`).

Among several least loaded members, the first is the one with the lower load at the start of the topic's turn, then the
one with the lower id. The most loaded members take turns, from the last in that order to the first. A member without
partitions of the topic drops out. The member with the first turn then takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kafka_assay.assignors.reference.numbering import Numbering
from kafka_assay.assignors.reference.ownership_state import NOBODY, OwnershipState
from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic

LAPS = 16
"""Kafka's limit: members on overlapping topics can take very long to even out."""


def share_topic_by_topic(
    state: OwnershipState, numbering: Numbering, subscribers: Mapping[str, list[int]]
) -> list[list[int]]:
    """
    Every member's share, from what each owns in `state`, which is changed.

    A has all of t. B subscribes to t and u; it takes u and one partition of t:

    >>> from kafka_assay.assignors.reference.numbering import number_partitions
    >>> from kafka_assay.assignors.reference.ownership_state import ownership_state_of
    >>> four = number_partitions({"t": 4, "u": 1}, ["t", "u"])
    >>> share_topic_by_topic(ownership_state_of([[0, 1, 2, 3], []], 5), four, {"t": [0, 1], "u": [1]})
    [[0, 1, 2], [3, 4]]
    """
    topics = sort_topics(numbering, subscribers)
    for topic in topics:
        assign_unowned(state, topic)
    level_all(state, [topic for topic in topics if len(topic.subscribers) > 1])
    return state.shares()


def sort_topics(numbering: Numbering, subscribers: Mapping[str, list[int]]) -> list[SubscribedTopic]:
    """The topics in the order of both steps."""
    topics = [
        SubscribedTopic(
            place=place, numbers=numbering.spans[name], subscribers=subscribers[name], named=len(subscribers[name])
        )
        for place, name in enumerate(numbering.topics)
    ]
    topics.sort(key=lambda topic: (-len(topic.numbers) / len(topic.subscribers), len(topic.subscribers)))
    return topics


def assign_unowned(state: OwnershipState, topic: SubscribedTopic) -> None:
    """Step 1 for one topic: give its unowned partitions to the least loaded subscribers."""
    owner = state.owner
    unowned = [number for number in topic.numbers if owner[number] == NOBODY]
    if unowned:
        takers = least_loaded(_by_load(state, topic), state.load.copy())
        for number, (taker, _) in zip(unowned, takers, strict=False):
            state.give(number, taker)


def level_all(state: OwnershipState, topics: Sequence[SubscribedTopic]) -> None:
    """Step 2: level topic by topic, lap after lap, until a lap moves nothing."""
    silent = 0
    for _ in range(LAPS):
        for topic in topics:
            if silent == len(topics):
                return
            silent = 0 if _level_topic(state, topic) else silent + 1


def _level_topic(state: OwnershipState, topic: SubscribedTopic) -> bool:
    """Step 2 for one topic. Returns whether any partition moved."""
    load = state.load
    loads = [load[member] for member in topic.subscribers]
    if max(loads) - min(loads) <= 1:
        return False
    mine: dict[int, list[int]] = {}
    for number in topic.numbers:
        mine.setdefault(state.owner[number], []).append(number)
    ordered, before = _by_load(state, topic), load.copy()
    moved = False
    givers, takers = most_loaded(ordered, before, mine), least_loaded(ordered, before)
    for (giver, more), (taker, fewer) in zip(givers, takers, strict=False):
        if more - fewer <= 1:
            break
        state.give(mine[giver].pop(), taker)
        moved = True
    return moved


def least_loaded(ordered: Sequence[int], load: Sequence[int]) -> Iterator[tuple[int, int]]:
    """
    The members that get one partition each, endlessly, with their loads before it. `ordered` ascends in `load`.

    >>> from itertools import islice
    >>> list(islice(least_loaded([0, 1, 2], [1, 1, 2]), 5))
    [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    """
    level, end = load[ordered[0]], 0
    while True:
        while end < len(ordered) and load[ordered[end]] == level:
            end += 1
        for position in range(end):
            yield ordered[position], level
        level += 1


def most_loaded(
    ordered: Sequence[int], load: Sequence[int], mine: Mapping[int, list[int]]
) -> Iterator[tuple[int, int]]:
    """
    The members that give one partition each, with their loads before it, while `mine` is not empty.

    The caller takes the partition out of `mine` before the next step. The givers are `line[start:end]` and take turns
    from its end. Members beyond `end` have dropped out.

    >>> mine = {0: [], 1: [5], 2: [3, 4]}
    >>> [(member, level, mine[member].pop()) for member, level in most_loaded([0, 1, 2], [1, 1, 2], mine)]
    [(2, 2, 4), (2, 1, 3), (1, 1, 5)]
    """
    line = list(ordered)
    start = end = len(line)
    level, place = 0, start - 1
    while True:
        if place < start:
            level = load[line[start - 1]] if end == start > 0 else level - 1
            while start > 0 and load[line[start - 1]] == level:
                start -= 1
            place = end - 1
        if place < 0:
            return
        member = line[place]
        if mine.get(member):
            yield member, level
        else:
            end -= 1
            line[place], line[end] = line[end], member
        place -= 1


def _by_load(state: OwnershipState, topic: SubscribedTopic) -> list[int]:
    return sorted(topic.subscribers, key=state.load.__getitem__)
