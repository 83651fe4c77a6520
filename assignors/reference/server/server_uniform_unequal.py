"""
The unequal path of server-uniform: topic by topic, what nobody owns is poured in, and then heights are evened out.

Source: UniformHeterogeneousAssignmentBuilder, as it is since KAFKA-17710 (Kafka 4.0). Topics come in the order of
(partitions for each subscriber, most first; subscribers, fewest first; name).

1. *Pour.* A topic's partitions without an owner, by id, go one by one to the least loaded of its subscribers.
2. *Even out.* For each topic with two subscribers or more: as long as the most loaded subscriber that owns part of the
   topic has at least two more than the least loaded subscriber, the topic's highest id that it owned when the topic's
   turn came goes from the one to the other. Then the next topic, round and round, until a whole lap has moved nothing
   or 16 laps are done: then a group may be left uneven (`sixteen_laps`).

Of several least loaded members the one with the lower load when the topic's turn came is first, then the one with the
lower id. The most loaded ones give by turns, from the last in that order to the first. Who has none of the topic's
partitions, or none left, drops out, and the one whose turn comes first takes its place among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kafka_assay.assignors.reference.numbering import Numbering
from kafka_assay.assignors.reference.ownership_state import NOBODY, OwnershipState
from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic

LAPS = 16
"""Kafka's limit: members on overlapping topics can take very long to even out."""


def share_topic_by_topic(
    standing: OwnershipState, numbering: Numbering, subscribers: Mapping[str, list[int]]
) -> list[list[int]]:
    """
    Every member's share, given what each owns in `standing`, which is changed.

    A has all of t, and B, who subscribes to t and u, takes u and one of t:

    >>> from kafka_assay.assignors.reference.numbering import number_partitions
    >>> from kafka_assay.assignors.reference.ownership_state import ownership_state_of
    >>> four = number_partitions({"t": 4, "u": 1}, ["t", "u"])
    >>> share_topic_by_topic(ownership_state_of([[0, 1, 2, 3], []], 5), four, {"t": [0, 1], "u": [1]})
    [[0, 1, 2], [3, 4]]
    """
    topics = sort_topics(numbering, subscribers)
    for topic in topics:
        assign_unowned(standing, topic)
    level_all(standing, [topic for topic in topics if len(topic.subscribers) > 1])
    return standing.shares()


def sort_topics(numbering: Numbering, subscribers: Mapping[str, list[int]]) -> list[SubscribedTopic]:
    """The topics in the order in which both steps take them."""
    topics = [
        SubscribedTopic(
            place=place, numbers=numbering.spans[name], subscribers=subscribers[name], named=len(subscribers[name])
        )
        for place, name in enumerate(numbering.topics)
    ]
    topics.sort(key=lambda topic: (-len(topic.numbers) / len(topic.subscribers), len(topic.subscribers)))
    return topics


def assign_unowned(standing: OwnershipState, topic: SubscribedTopic) -> None:
    """Step 1 for one topic: give its unowned partitions to the least loaded subscribers."""
    owner = standing.owner
    unowned = [number for number in topic.numbers if owner[number] == NOBODY]
    if unowned:
        takers = least_loaded(_by_load(standing, topic), standing.load.copy())
        for number, (taker, _) in zip(unowned, takers, strict=False):
            standing.give(number, taker)


def level_all(standing: OwnershipState, topics: Sequence[SubscribedTopic]) -> None:
    """Step 2: level topic by topic, lap after lap, until a lap moves nothing."""
    silent = 0
    for _ in range(LAPS):
        for topic in topics:
            if silent == len(topics):
                return
            silent = 0 if _level_topic(standing, topic) else silent + 1


def _level_topic(standing: OwnershipState, topic: SubscribedTopic) -> bool:
    """Step 2 for one topic; returns whether anything has moved."""
    load = standing.load
    loads = [load[member] for member in topic.subscribers]
    if max(loads) - min(loads) <= 1:
        return False
    mine: dict[int, list[int]] = {}
    for number in topic.numbers:
        mine.setdefault(standing.owner[number], []).append(number)
    ordered, before = _by_load(standing, topic), load.copy()
    moved = False
    givers, takers = most_loaded(ordered, before, mine), least_loaded(ordered, before)
    for (giver, more), (taker, fewer) in zip(givers, takers, strict=False):
        if more - fewer <= 1:
            break
        standing.give(mine[giver].pop(), taker)
        moved = True
    return moved


def least_loaded(ordered: Sequence[int], load: Sequence[int]) -> Iterator[tuple[int, int]]:
    """
    The members to get one partition each, without end, and what each has by then. `ordered` ascends in `load`.

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
    The members to give one partition each, and what each has by then, as long as some have any of `mine` left.

    The caller takes the partition out of `mine` before it asks on. Those who give stand in `line[start:end]`, and have
    their turns from its end; beyond `end` are those who have dropped out.

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


def _by_load(standing: OwnershipState, topic: SubscribedTopic) -> list[int]:
    return sorted(topic.subscribers, key=standing.load.__getitem__)
