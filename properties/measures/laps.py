"""
How many laps it takes to level a group topic by topic.

One lap visits every topic once. While the most loaded subscriber that owns part of the topic has at least two
partitions more than the least loaded one, a partition goes from the one to the other. Kafka's coordinator levels groups
with unequal subscriptions like this, in at most 16 laps (KAFKA-17710).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heapreplace

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.measures.subscriptions import subscribers


def count_laps(group: Group, most: int, *, backwards: bool = False) -> int:
    """
    The laps in which a partition moves, up to `most`.

    Owned partitions stay at first, and the others go to the least loaded subscribers. Topics with the most partitions
    for each subscriber come first, equal ones by their names, or `backwards`.

    >>> from kafka_assay.assignors.model import group_of
    >>> members = {"a": ["t"], "b": ["t", "u"], "c": ["u"]}
    >>> count_laps(group_of({"t": 8, "u": 8}, members, {"a": {"t": [*range(8)]}, "b": {"u": [*range(8)]}}), 16)
    2
    """
    counts, there = group.partition_counts(), subscribers(group)
    owned = {topic: Counter[str]() for topic in there}
    load = Counter({member.id: 0 for member in group.members})
    for claim, member in valid_owners(group).items():
        owned[claim.topic][member] += 1
        load[member] += 1
    names = sorted(there, reverse=backwards)
    names.sort(key=lambda topic: (-counts[topic] / len(there[topic]), len(there[topic])))
    for topic in names:
        _assign_rest(load, owned[topic], there[topic], counts[topic] - owned[topic].total())
    for lap in range(most):
        moves = [_level(load, owned[topic], there[topic]) for topic in names]
        if not any(moves):
            return lap
    return most


def _assign_rest(load: Counter[str], owned: Counter[str], there: Sequence[str], count: int) -> None:
    takers = _by_load(there, load.__getitem__)
    for _ in range(count):
        least, place, member = takers[0]
        heapreplace(takers, (least + 1, place, member))
        load[member] += 1
        owned[member] += 1


def _level(load: Counter[str], owned: Counter[str], there: Sequence[str]) -> bool:
    """Level one topic. Returns whether a partition moved."""
    givers = _by_load([member for member in there if owned[member]], lambda member: -load[member])
    takers = _by_load(there, load.__getitem__)
    moved = False
    while givers:
        more, fewer, taker = -givers[0][0], takers[0][0], takers[0][2]
        giver = givers[0][2]
        if more - fewer <= 1:
            break
        moved = True
        load[giver] -= 1
        load[taker] += 1
        owned[giver] -= 1
        owned[taker] += 1
        heapreplace(takers, (fewer + 1, takers[0][1], taker))
        if owned[giver]:
            heapreplace(givers, (1 - more, givers[0][1], giver))
        else:
            heappop(givers)
    return moved


def _by_load(members: Sequence[str], load: Callable[[str], int]) -> list[tuple[int, int, str]]:
    found = [(load(member), place, member) for place, member in enumerate(members)]
    heapify(found)
    return found
