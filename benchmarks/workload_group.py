"""
The group of a workload, as arrays and as objects.

Arrays need no object for a member or a partition, so half a million are built quickly. Topics and members are numbers
in them, in the order of the names that `build_group` gives them. Workloads that differ in the event only have the same
subscriptions, unless members left.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from kafka_assay.assignors.model import Claims, Group, Member, Topic
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.benchmarks.workload import (
    BUCKETS,
    Distribution,
    Rack,
    SubscriptionType,
    Workload,
    WorkloadEvent,
    tenth_of,
)
from kafka_assay.oracle.columns import Columns, Ints
from kafka_assay.oracle.flow.engine import solve_columns
from kafka_assay.properties.strategies.everyday import draw_everyday

RACKS = ("ra", "rb", "rc")


def columns_at(workload: Workload, seed: int = 0) -> Columns:
    """
    The group of a workload.

    >>> from kafka_assay.benchmarks.workload import Workload
    >>> point = Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
    >>> np.bincount(columns_at(point).owner + 1).tolist()
    [4, 4, 4, 4, 4]
    """
    members = workload.member_count + workload.leavers
    draw = np.random.default_rng(list(f"{seed} {workload.shape} {members}".encode()))
    start, topics = _subscriptions(workload, members, draw)
    counts = _partition_counts(workload)
    everybody = Columns(partitions=counts, start=start, topics=topics, owner=np.full(counts.sum(), NOBODY))
    now = _first_members(everybody, workload.member_count)
    match workload.event:
        case WorkloadEvent.FULL:
            return now
        case WorkloadEvent.SCRAMBLED:
            return replace(now, owner=_random_owners(now, draw))
        case _:
            return replace(now, owner=_previous_owners(workload, everybody))


def _first_members(columns: Columns, members: int) -> Columns:
    start = columns.start[: members + 1]
    return replace(columns, start=start, topics=columns.topics[: start[-1]])


def _partition_counts(workload: Workload) -> Ints:
    """The partitions of each topic, the largest topics first."""
    topics = workload.topic_count
    counts: Ints = np.full(topics, workload.partitions // topics)
    if workload.distribution is Distribution.SKEWED:
        tiers: list[int] = []
        while (rest := topics - sum(tiers)) > 0:
            tiers.append(min(rest, max(1, round(topics * 2 / 3 ** (len(tiers) + 1)))))
        weights = np.repeat(2 ** np.arange(len(tiers)), tiers)[::-1]
        # The tiers need about two partitions for each topic. With fewer, the distribution is equal.
        if weights.sum() <= workload.partitions:
            counts = weights * (workload.partitions // weights.sum())
    left = workload.partitions - counts.sum()
    counts += left // topics + (np.arange(topics) < left % topics)
    return counts


def _subscriptions(workload: Workload, members: int, draw: Generator) -> tuple[Ints, Ints]:
    """`start` and `topics`: member m has `topics[start[m]:start[m + 1]]`, ascending."""
    number, member = workload.topic_count, np.arange(members)
    ends = _bucket_ends(workload)
    bucket = member % (len(ends) - 1)
    match workload.subscription_type:
        case SubscriptionType.HOMOGENEOUS:
            return _stretches(np.zeros_like(member), np.full_like(member, number))
        case SubscriptionType.HETEROGENEOUS_DISJOINT:
            return _stretches(ends[bucket], ends[bucket + 1])
        case SubscriptionType.HETEROGENEOUS_NESTED:
            return _stretches(np.zeros_like(member), ends[bucket + 1])
        case SubscriptionType.RANDOM_5PCT:
            return _random_topics(members, number, max(1, number // 20), draw)
        case SubscriptionType.RANDOM_HALF:
            return _random_topics(members, number, max(1, number // 2), draw)
        case SubscriptionType.CHAINED:
            first = member * number // members
            after = np.maximum((member + 1) * number // members, first + 1) + 1
            return _stretches(first, np.minimum(after, number))


def _bucket_ends(workload: Workload) -> Ints:
    """The topics at which the share of a bucket ends and the next one starts, from 0 to their number."""
    buckets = min(BUCKETS, workload.member_count, workload.topic_count)
    return np.arange(buckets + 1) * workload.topic_count // buckets


def _stretches(first: Ints, after: Ints) -> tuple[Ints, Ints]:
    """Each member subscribes to the topics from `first` to before `after`."""
    start = np.concatenate(([0], np.cumsum(after - first)))
    return start, np.arange(start[-1]) - np.repeat(start[:-1] - first, after - first)


def _random_topics(members: int, number: int, size: int, draw: Generator) -> tuple[Ints, Ints]:
    """`size` different topics for each member, all choices equally likely."""
    order = np.argpartition(draw.random((members, number)), size - 1, axis=1)
    topics = np.sort(order[:, :size], axis=1).ravel()
    return np.arange(0, len(topics) + 1, size), topics


def _previous_owners(workload: Workload, everybody: Columns) -> Ints:
    """
    The owners after the event, starting from an optimum before it. `everybody` has all members of before and after.
    """
    then, counts = everybody.partitions.copy(), everybody.partitions
    if workload.event is WorkloadEvent.PARTITIONS_ADDED:
        grown = tenth_of(len(counts))
        then[np.arange(grown) * len(counts) // grown] -= 1
    present = _first_members(everybody, len(everybody.start) - 1 - workload.joiners)
    before = _optimal_owners(workload, replace(present, partitions=then, owner=np.full(then.sum(), NOBODY)))
    ids = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    owner = everybody.owner.copy()
    owner[ids < np.repeat(then, counts)] = np.where(before < workload.member_count, before, NOBODY)
    return owner


def _optimal_owners(workload: Workload, columns: Columns) -> Ints:
    """An optimum of a fresh start: dealt in turn if that is optimal, else the oracle's."""
    ends = _bucket_ends(workload)
    match workload.subscription_type:
        case SubscriptionType.HOMOGENEOUS:
            ends = ends[[0, -1]]
        case SubscriptionType.HETEROGENEOUS_DISJOINT:
            pass
        case _:
            return solve_columns(columns).holder
    owner = columns.owner.copy()
    places = np.concatenate(([0], np.cumsum(columns.partitions)))[ends]
    for bucket, (first, after) in enumerate(itertools.pairwise(places)):
        members = np.arange(bucket, columns.members, len(ends) - 1)
        if len(members):
            owner[first:after] = members[np.arange(after - first) % len(members)]
    return owner


def _random_owners(columns: Columns, draw: Generator) -> Ints:
    """A random subscriber of its topic as the owner of every partition."""
    by_topic = np.argsort(columns.topics, kind="stable")
    member_of = np.repeat(np.arange(columns.members), np.diff(columns.start))[by_topic]
    number = np.bincount(columns.topics, minlength=len(columns.partitions))
    first = np.cumsum(number) - number
    topic_of = np.repeat(np.arange(len(number)), columns.partitions)
    owner = np.full(len(topic_of), NOBODY)
    read = number[topic_of] > 0
    chosen = (draw.random(len(topic_of)) * number[topic_of]).astype(np.int64)
    owner[read] = member_of[(first[topic_of] + chosen)[read]]
    return owner


def build_group(workload: Workload, seed: int = 0) -> Group:
    """
    The group of a workload, its members in random order.

    With racks, the members are on `RACKS` in turn, and the replicas of each partition on two neighbouring racks.

    >>> from kafka_assay.benchmarks.workload import Workload
    >>> point = Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
    >>> group = build_group(point)
    >>> len(group.members), [len(member.claims()) for member in group.members]
    (4, [4, 4, 4, 4])
    """
    columns = columns_at(workload, seed)
    has_racks = workload.rack is Rack.PROVIDED
    pairs = tuple(zip(RACKS, (*RACKS[1:], RACKS[0]), strict=True))
    names = _numbered_names("topic", len(columns.partitions))
    topics = tuple(
        Topic(
            name=name,
            partitions=partitions,
            replica_racks=tuple(pairs[number % len(pairs)] for number in range(partitions)) if has_racks else None,
        )
        for name, partitions in zip(names, columns.partitions.tolist(), strict=True)
    )
    start, subscribed = columns.start.tolist(), columns.topics.tolist()
    subscriptions: dict[tuple[int, ...], tuple[str, ...]] = {}
    members = []
    for number, (name, owned) in enumerate(
        zip(_numbered_names("member", columns.members), _claims(columns, names), strict=True)
    ):
        mine = tuple(subscribed[start[number] : start[number + 1]])
        # Equal subscriptions share one object, as in a group read from a file.
        if mine not in subscriptions:
            subscriptions[mine] = tuple(names[topic] for topic in mine)
        members.append(
            Member(
                id=name,
                subscription=subscriptions[mine],
                owned=owned,
                generation=1 if owned else None,
                rack=RACKS[number % len(RACKS)] if has_racks else None,
            )
        )
    members = random.Random(f"{seed} {workload}").sample(members, len(members))
    return Group(topics=topics, members=tuple(members), name=str(workload))


def _numbered_names(word: str, count: int) -> list[str]:
    """`count` names that sort like their numbers."""
    return [f"{word}-{number:0{len(str(count - 1))}}" for number in range(count)]


def _claims(columns: Columns, names: list[str]) -> list[Claims]:
    owned: list[dict[str, list[int]]] = [{} for _ in range(columns.members)]
    owners = iter(columns.owner.tolist())
    for name, partitions in zip(names, columns.partitions.tolist(), strict=True):
        for partition, owner in zip(range(partitions), owners, strict=False):
            if owner >= 0:
                owned[owner].setdefault(name, []).append(partition)
    return [tuple((topic, tuple(ids)) for topic, ids in mine.items()) for mine in owned]


def everyday_group(number: int, seed: int = 0) -> Group:
    """
    The group of this `number`, drawn independently of all others.

    >>> group = everyday_group(7)
    >>> group == everyday_group(7), group.name
    (True, 'everyday-7')
    """
    return replace(draw_everyday(random.Random(f"everyday {seed} {number}")), name=f"everyday-{number}")
