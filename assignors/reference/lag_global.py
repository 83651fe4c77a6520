"""
`lag-global`: the partitions with the largest lag first, over all topics at once.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING

from assignors.interface import ExpectedFailure, Promise
from assignors.lag import lags
from assignors.reference.member_order import by_id
from assignors.reference.numbering import numbered
from assignors.reference.subscribers import subscribers_by_topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assignors.model import Assignment, Group


class GlobalLagAssignor:
    """
    What the README of grantneale/kafka-lag-based-assignor promises, read over the whole group.

    Its words are "evenly across a consumer group" and "total lag"; its code counts anew in every topic (`lag`). KafkaJS
    issue 25 describes the idea with counts across topics, which is what this one does.

    The rule. Partitions of all topics by lag, the largest first; of equal lags by topic name, then id. Each goes to the
    subscriber with the fewest partitions of any topic so far; of several, to the one with the least lag so far; of
    several, to the first by member id. Instance ids and ownership do not matter.

    >>> from assignors.model import Group, Member, Topic
    >>> t0, t1 = (Topic(name=name, partitions=1, end_offsets=(90,), committed_offsets=(0,)) for name in ("t0", "t1"))
    >>> members = tuple(Member(id=name, subscription=("t0", "t1")) for name in ("A", "B"))
    >>> GlobalLagAssignor().assign(Group(topics=(t0, t1), members=members))
    {'A': {'t0': [0]}, 'B': {'t1': [0]}}

    There `lag` gives both partitions to A.
    """

    name = "lag-global"
    promises = frozenset({Promise.REPEATABLE, Promise.EVEN, Promise.LAG_OVER_GROUP, Promise.FIXED})
    expected_failures: tuple[ExpectedFailure, ...] = ()

    def assign(self, group: Group) -> Assignment:
        """
        See `GlobalLagAssignor`.
        """
        members = by_id(group.members)
        topics = {topic.name: topic for topic in group.topics if topic.partitions > 0}
        subscribers = subscribers_by_topic(members, topics)
        numbering = numbered(group.partition_counts(), subscribers)
        lag = list(chain.from_iterable(lags(topics[name], group.auto_offset_reset) for name in numbering.topics))
        shares = shared_by_lag(lag, numbering.topic_of, [subscribers[name] for name in numbering.topics], len(members))
        named = {member.id: numbering.named(share) for member, share in zip(members, shares, strict=True)}
        return {member.id: named[member.id] for member in group.members}


def shared_by_lag(
    lag: Sequence[int], topic_of: Sequence[int], subscribers: Sequence[list[int]], members: int
) -> list[list[int]]:
    """
    The partitions of each member. `lag` and `topic_of` are by partition, in the order of (topic, id); topics that have
    the same subscribers share one list of them.

    The cost is near-linear while there are few different lists; where every topic has a list of its own, it is that of
    the partitions times the topics of a member.

    >>> shared_by_lag([90, 90, 5], [0, 0, 1], [[0, 1], [1]], 2)
    [[0], [1, 2]]
    """
    # (count, lag, member) as one number: a member's standing, which only ever grows.
    one_more = (sum(lag) + 1) * members
    standing = list(range(members))
    shares: list[list[int]] = [[] for _ in range(members)]
    fronts: dict[int, list[int]] = {}
    for number in sorted(range(len(lag)), key=lag.__getitem__, reverse=True):
        able = subscribers[topic_of[number]]
        # Those of them with the fewest partitions, the next one last. Who got one since has left the front, and nobody
        # joins it: so it is made anew only when all have left.
        front = fronts.get(id(able), [])
        while front and front[-1] != standing[front[-1] % members]:
            front.pop()
        if not front:
            front = fronts[id(able)] = _front([standing[member] for member in able], one_more)
        member = front.pop() % members
        standing[member] += one_more + lag[number] * members
        shares[member].append(number)
    return shares


def _front(standings: list[int], one_more: int) -> list[int]:
    """
    Of the `standings`, those with the smallest count, in descending order.
    """
    standings.sort()
    count = standings[0] // one_more
    del standings[bisect_left(standings, (count + 1) * one_more) :]
    standings.reverse()
    return standings
