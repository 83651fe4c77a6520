"""`lag` and `lag-global`: the partitions with the largest lag first, topic by topic or over all topics at once."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heapreplace
from itertools import chain

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order, sort_by_id
from kafka_assay.assignors.reference.partitions import number_partitions
from kafka_assay.assignors.reference.subscribers import subscribers_by_topic


class LagAssignor:
    """
    LagBasedPartitionAssignor of grantneale/kafka-lag-based-assignor (2.x), by topic, as its README and code define it.

    Rule: lags come from offsets (`kafka_assay.assignors.lag`). Each topic is dealt on its own. Its partitions are
    sorted by lag, the largest first, then by id. Each partition goes to the subscriber with the fewest partitions of
    this topic so far. Ties go to the subscriber with the least lag of this topic so far, then to the first by member
    id. Instance ids and ownership have no effect.

    So a topic is dealt in rounds. In each round every subscriber gets one partition, and the one with the least lag
    chooses first.

    The README's statements about totals hold only within a topic, because both counters restart with each topic. If
    there are many topics with one partition each, the first member gets them all, whatever the lags. `lag-global`
    counts over the group. Counts also come before lags: lags of 100, 1, 1, 1 are split as 101 and 2, although 100 and 3
    is more even.

    The README's example:

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> t0 = Topic(name="t0", partitions=3, end_offsets=(100_000, 50_000, 60_000), committed_offsets=(0, 0, 0))
    >>> members = tuple(Member(id=name, subscription=("t0",)) for name in ("C0", "C1"))
    >>> LagAssignor().assign(Group(topics=(t0,), members=members))
    {'C0': {'t0': [0]}, 'C1': {'t0': [1, 2]}}
    """

    name = "lag"
    promises = frozenset({Promise.REPEATABLE, Promise.PER_TOPIC, Promise.LAG, Promise.FIXED})

    def assign(self, group: Group) -> Assignment:
        """See `LagAssignor`."""
        answer: Assignment = {member.id: {} for member in group.members}
        members = sort_by_id(group.members)
        topics = {topic.name: topic for topic in group.topics if topic.partitions > 0}
        subscribers = subscribers_by_topic(members, topics)
        takers = [answer[member.id] for member in members]
        for name in sorted(subscribers, key=kafka_order):
            for place, ids in deal_by_lag(lags(topics[name], group.auto_offset_reset), subscribers[name]).items():
                takers[place][name] = ids
        return answer


def deal_by_lag(lag: Sequence[int], places: Sequence[int]) -> dict[int, list[int]]:
    """
    Deal the partitions of one topic: place -> its partitions, sorted.

    `lag` is indexed by id; `places` ascend. Places without partitions are left out.

    >>> deal_by_lag([1, 100, 1, 1], [0, 2])
    {0: [1, 3], 2: [0, 2]}
    """
    by_lag = sorted(range(len(lag)), key=lag.__getitem__, reverse=True)
    takers = list(places[: len(lag)])
    shares: dict[int, list[int]] = {place: [] for place in takers}
    total = dict.fromkeys(takers, 0)
    for start in range(0, len(by_lag), len(takers)):
        round_of = sorted(takers, key=total.__getitem__)
        for place, partition in zip(round_of, by_lag[start : start + len(takers)], strict=False):
            shares[place].append(partition)
            total[place] += lag[partition]
    for ids in shares.values():
        ids.sort()
    return shares


class GlobalLagAssignor:
    """
    The promise in the README of grantneale/kafka-lag-based-assignor, applied to the whole group.

    The README says "evenly across a consumer group" and "total lag", but the code restarts its counts in every topic
    (`lag`). KafkaJS issue 25 describes the idea with counts across topics, which this assignor implements.

    Rule: the partitions of all topics are sorted by lag, the largest first, then by topic name and id. Each partition
    goes to the subscriber with the fewest partitions of any topic so far. Ties go to the subscriber with the least lag
    so far, then to the first by member id. Instance ids and ownership have no effect.

    >>> from kafka_assay.assignors.model import Group, Member, Topic
    >>> t0, t1 = (Topic(name=name, partitions=1, end_offsets=(90,), committed_offsets=(0,)) for name in ("t0", "t1"))
    >>> members = tuple(Member(id=name, subscription=("t0", "t1")) for name in ("A", "B"))
    >>> GlobalLagAssignor().assign(Group(topics=(t0, t1), members=members))
    {'A': {'t0': [0]}, 'B': {'t1': [0]}}

    For the same group `lag` gives both partitions to A.
    """

    name = "lag-global"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LAG_OVER_GROUP, Promise.FIXED})

    def assign(self, group: Group) -> Assignment:
        """See `GlobalLagAssignor`."""
        members = sort_by_id(group.members)
        topics = {topic.name: topic for topic in group.topics if topic.partitions > 0}
        subscribers = subscribers_by_topic(members, topics)
        numbering = number_partitions(group.partition_counts(), subscribers)
        lag = list(chain.from_iterable(lags(topics[name], group.auto_offset_reset) for name in numbering.topics))
        shares = share_by_lag(lag, numbering.topic_of, [subscribers[name] for name in numbering.topics], len(members))
        return numbering.answer(group, members, shares)


def share_by_lag(
    lag: Sequence[int], topic_of: Sequence[int], subscribers: Sequence[list[int]], members: int
) -> list[list[int]]:
    """
    The partitions of each member.

    `lag` and `topic_of` are indexed by partition, in the order of (topic, id). Topics with the same subscribers share
    one list of them. Each partition costs one walk down a heap. It may cost one more for each topic of a member, each
    time that the member got a partition through another list.

    >>> share_by_lag([90, 90, 5], [0, 0, 1], [[0, 1], [1]], 2)
    [[0], [1, 2]]
    """
    # (count, lag, member) as one number for each member, which only ever grows.
    one_more = (sum(lag) + 1) * members
    progress = list(range(members))
    shares: list[list[int]] = [[] for _ in range(members)]
    heaps: dict[int, list[int]] = {}
    for number in sorted(range(len(lag)), key=lag.__getitem__, reverse=True):
        able = subscribers[topic_of[number]]
        heap = heaps.get(id(able))
        if heap is None:
            heap = heaps[id(able)] = [progress[member] for member in able]
            heapify(heap)
        # The numbers only grow. So an up-to-date first entry is the least of all, even if others are outdated.
        while heap[0] != progress[heap[0] % members]:
            heapreplace(heap, progress[heap[0] % members])
        member = heap[0] % members
        progress[member] += one_more + lag[number] * members
        shares[member].append(number)
    return shares
