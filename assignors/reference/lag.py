"""`lag`: each topic on its own, the partitions with the largest lag first."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.lag import lags
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.reference.member_order import sort_by_id
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
    expected_failures: tuple[ExpectedFailure, ...] = ()

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
