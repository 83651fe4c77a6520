"""
`server-uniform`: the default assignor of Kafka's group coordinator, even and sticky.

*The equal path*: all members subscribe to the same topics, so each has a quota. Source:
UniformHomogeneousAssignmentBuilder, as it is since KAFKA-18688 (Kafka 4.0.1). With P partitions and N members, the
quota is P div N, and P mod N members hold one extra partition.

1. *Keep.* Members come by id. While extras are left, a member that owns more than the quota keeps one above it and
   gives up the rest. The same holds for every member once the extras left are as many as the members left. So extras
   that no member keeps go to the last members. All others keep at most the quota.
2. *Fill.* Members by id, each up to its quota and its extra. First come the partitions without an owner, in the order
   of (topic, id). Then come those that were given up, in the order in which that happened.

Kafka 4.0.0 gave an extra to each of the first members, whatever it owned.

*The unequal path*: assign unowned partitions topic by topic, then even out the loads. Source:
UniformHeterogeneousAssignmentBuilder, as it is since KAFKA-17710 (Kafka 4.0). Topics come in the order of (partitions
for each subscriber, most first; subscribers, fewest first; name).

1. *Assign.* A topic's partitions without an owner, by id, go one by one to the least loaded of its subscribers.
2. *Even out.* This step visits each topic with at least two subscribers. The giver is the most loaded subscriber that
   owns part of the topic. The taker is the least loaded subscriber. While the giver has at least two partitions more, a
   partition goes to the taker: the highest id of the topic that the giver owned at the start of the topic's turn. The
   laps over all topics end when a lap has moved nothing, or after 16 laps. Then a group may remain uneven
   (`known_failures`).

Among several least loaded members, the first is the one with the lower load at the start of the topic's turn, then the
one with the lower id. The most loaded members take turns, from the last in that order to the first. A member without
partitions of the topic drops out. The member with the first turn then takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, repeat
from typing import TypeVar

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.order import sort_by_id
from kafka_assay.assignors.ownership import valid_owners_by_topic
from kafka_assay.assignors.reference.general_path import sort_for_placing
from kafka_assay.assignors.reference.known_failures import STOPPED_TOO_EARLY
from kafka_assay.assignors.reference.levelling import SubscribedTopic
from kafka_assay.assignors.reference.partitions import NOBODY, OwnershipState, PartitionNumbering, number_partitions
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class ServerUniformAssignor:
    """
    The coordinator's UniformAssignor (KIP-848), as it is since KAFKA-17710 (Kafka 4.0.0) and KAFKA-18688 (4.0.1).

    Rule for equal subscriptions (compared as sets of names): every member keeps what it owns,
    up to its quota. The other partitions fill the members below their quota. Any member may hold an extra partition, so
    a balanced group moves nothing. Extras that no member holds go to the last members.

    Rule for other groups: owned partitions of subscribed topics stay, and the others go to
    the least loaded subscribers. Then, topic by topic, partitions move from the most to the least loaded members. No
    rule returns a partition to a former owner. Instance ids and racks have no effect (racks: KAFKA-16694).

    Differences from Kafka's class. Kafka takes members in the order of its hash tables, and under equal subscriptions
    also topics and partitions. It takes topics with the same numbers of partitions and subscribers in the order of
    their random ids. Here members are sorted by id, topics by name, and partitions by number. So with equal
    subscriptions the sorted loads and the number of kept partitions agree with Kafka's, but the names may differ. With
    unequal subscriptions even the loads may differ after a tie.

    The coordinator knows the owner of each partition, so only claims of valid owners count here. Kafka's class throws
    where two members own one partition (the smallest group: t with one partition, claimed by two members). It also
    throws on a subscription to a missing topic, and on a claim beyond a topic's last partition. Here both are skipped.

    A owns one of three partitions, and B two. In Kafka 4.0.0 the extra went to the first member; if that was A, one
    partition moved:

    >>> from kafka_assay.assignors.model import group_of
    >>> group = group_of({"t": 3}, {"A": ["t"], "B": ["t"]}, {"A": {"t": [0]}, "B": {"t": [1, 2]}})
    >>> ServerUniformAssignor().assign(group)
    {'A': {'t': [0]}, 'B': {'t': [1, 2]}}
    """

    name = "server-uniform"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LOCAL, Promise.STICKY})
    expected_failures: tuple[ExpectedFailure, ...] = STOPPED_TOO_EARLY

    def assign(self, group: Group) -> Assignment:
        """See `ServerUniformAssignor`."""
        members = sort_by_id(group.members)
        counts = {topic: count for topic, count in group.partition_counts().items() if count > 0}
        subscribers = subscribers_by_topic(members, counts)
        numbering = number_partitions(counts, subscribers)
        state = _ownership_state(group, members, numbering)
        if _is_subscribed_alike(members):
            unowned = [number for number, owner in enumerate(state.owner) if owner == NOBODY]
            shares = share_by_quota(state.shares(), unowned)
        else:
            shares = share_topic_by_topic(state, numbering, subscribers)
        return numbering.answer(group, members, shares)


def _is_subscribed_alike(members: Sequence[Member]) -> bool:
    """Whether all members name the same topics, ignoring order and repeats; names of missing topics count too."""
    distinct = {id(member.subscription): member.subscription for member in members}
    first = next(iter(distinct.values()), ())
    names = frozenset(first)
    return all(other == first or names == frozenset(other) for other in distinct.values())


def _ownership_state(group: Group, members: Sequence[Member], numbering: PartitionNumbering) -> OwnershipState:
    """The coordinator's knowledge: each partition with its valid owner. Members are places in `members`."""
    place_of = {member.id: place for place, member in enumerate(members)}
    state = OwnershipState(load=[0] * len(members), owner=[NOBODY] * len(numbering))
    for topic, owners in valid_owners_by_topic(group).items():
        span = numbering.spans.get(topic)
        if span is not None:
            for partition, owner in owners.items():
                state.give(span[partition], place_of[owner])
    return state


T = TypeVar("T")


def share_by_quota(owned: Sequence[Sequence[T]], unowned: Iterable[T]) -> list[list[T]]:
    """
    Every member's share, from the partitions that each member owns and the `unowned` ones, each in order.

    One extra, and no member owns more than the quota: the extra goes to the last member.

    >>> share_by_quota([[], [0], []], [1, 2, 3])
    [[1], [0], [2, 3]]

    The first member owns more, so it keeps the extra and gives up the rest:

    >>> share_by_quota([[0, 1, 2, 3], [], [4]], [5, 6])
    [[0, 1, 2], [5, 6], [4, 3]]
    """
    free = list(unowned)
    quota, extras = divmod(sum(map(len, owned)) + len(free), max(1, len(owned)))
    shares, sizes = [], []
    for place, mine in enumerate(owned):
        is_longer = extras > 0 and (len(mine) > quota or len(owned) - place <= extras)
        extras -= is_longer
        sizes.append(quota + is_longer)
        shares.append(list(mine[: sizes[-1]]))
        free.extend(mine[sizes[-1] :])
    rest = iter(free)
    for share, size in zip(shares, sizes, strict=True):
        share.extend(islice(rest, size - len(share)))
    return shares


LAPS = 16
"""Kafka's limit: members on overlapping topics can take very long to even out."""


def share_topic_by_topic(
    state: OwnershipState, numbering: PartitionNumbering, subscribers: Mapping[str, list[int]]
) -> list[list[int]]:
    """
    Every member's share, from what each owns in `state`, which is changed.

    A has all of t. B subscribes to t and u; it takes u and one partition of t:

    >>> from kafka_assay.assignors.reference.partitions import number_partitions
    >>> from kafka_assay.assignors.reference.partitions import ownership_state_of
    >>> four = number_partitions({"t": 4, "u": 1}, ["t", "u"])
    >>> share_topic_by_topic(ownership_state_of([[0, 1, 2, 3], []], 5), four, {"t": [0, 1], "u": [1]})
    [[0, 1, 2], [3, 4]]
    """
    topics = sort_for_placing(numbering, subscribers, {name: len(places) for name, places in subscribers.items()})
    topics.sort(key=lambda topic: (-len(topic.numbers) / len(topic.subscribers), len(topic.subscribers)))
    for topic in topics:
        if unowned := [number for number in topic.numbers if state.owner[number] == NOBODY]:
            takers = least_loaded(_by_load(state, topic), state.load.copy())
            for number, (taker, _) in zip(unowned, takers, strict=False):
                state.give(number, taker)
    shared, silent = [topic for topic in topics if len(topic.subscribers) > 1], 0
    for topic in chain.from_iterable(repeat(shared, LAPS)):
        if silent == len(shared):
            break
        silent = 0 if _level_topic(state, topic) else silent + 1
    return state.shares()


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
