"""
The group of a workload, and everyday groups.

Workloads that differ in the event only have the same subscriptions, unless members left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, pairwise

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.benchmarks.workload import (
    BUCKETS,
    Distribution,
    Rack,
    SubscriptionType,
    Workload,
    WorkloadEvent,
    tenth_of,
)
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.strategies.everyday import draw_everyday

RACKS = ("ra", "rb", "rc")
REPLICAS = (("ra", "rb"), ("rb", "rc"), ("rc", "ra"))
"""The racks of the replicas of a partition, in turn."""


def build_group(workload: Workload, seed: int = 0) -> Group:
    """
    The group of a workload, its members in random order.

    >>> from kafka_assay.benchmarks.workload import Workload
    >>> point = Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
    >>> group = build_group(point)
    >>> len(group.members), [len(member.claims()) for member in group.members]
    (4, [4, 4, 4, 4])
    """
    everybody = workload.member_count + workload.leavers
    draw = random.Random(f"{seed} {workload.shape} {everybody}")
    names = _numbered_names("topic", workload.topic_count)
    counts = dict(zip(names, _partition_counts(workload), strict=True))
    subscriptions = list(_subscriptions(workload, everybody, names, draw))
    owned: list[dict[str, list[int]]] = [{} for _ in range(everybody)]
    for topic, partition, owner in _previous_owners(workload, counts, subscriptions, draw):
        owned[owner].setdefault(topic, []).append(partition)
    has_racks = workload.rack is Rack.PROVIDED
    members = [
        Member(
            id=name,
            subscription=subscriptions[number],
            owned=tuple((topic, tuple(ids)) for topic, ids in sorted(owned[number].items())),
            generation=1 if owned[number] else None,
            rack=RACKS[number % len(RACKS)] if has_racks else None,
        )
        for number, name in enumerate(_numbered_names("member", workload.member_count))
    ]
    topics = (
        Topic(
            name=name,
            partitions=count,
            replica_racks=tuple(REPLICAS[number % len(REPLICAS)] for number in range(count)) if has_racks else None,
        )
        for name, count in counts.items()
    )
    shuffled = random.Random(f"{seed} {workload}").sample(members, len(members))
    return Group(topics=tuple(topics), members=tuple(shuffled), name=str(workload))


def _numbered_names(word: str, count: int) -> tuple[str, ...]:
    """`count` names that sort like their numbers."""
    return tuple(f"{word}-{number:0{len(str(count - 1))}}" for number in range(count))


def _partition_counts(workload: Workload) -> list[int]:
    """The partitions of each topic, the largest topics first."""
    partitions, topics = workload.partitions, workload.topic_count
    counts = [partitions // topics] * topics
    if workload.distribution is Distribution.SKEWED:
        tiers: list[int] = []
        while (rest := topics - sum(tiers)) > 0:
            tiers.append(min(rest, max(1, round(topics * 2 / 3 ** (len(tiers) + 1)))))
        weights = [2**tier for tier, size in reversed(list(enumerate(tiers))) for _ in range(size)]
        # The tiers need about two partitions for each topic. With fewer, the distribution is equal.
        if sum(weights) <= partitions:
            counts = [weight * (partitions // sum(weights)) for weight in weights]
    whole, more = divmod(partitions - sum(counts), topics)
    return [count + whole + (place < more) for place, count in enumerate(counts)]


def _subscriptions(
    workload: Workload, members: int, names: tuple[str, ...], draw: random.Random
) -> Iterator[tuple[str, ...]]:
    """The topics of each member, ascending. Equal subscriptions are one object, as in a group read from a file."""
    number, ends = len(names), _bucket_ends(workload)
    match workload.subscription_type:
        case SubscriptionType.HOMOGENEOUS:
            shares = [names]
        case SubscriptionType.HETEROGENEOUS_DISJOINT:
            shares = [names[first:after] for first, after in pairwise(ends)]
        case SubscriptionType.HETEROGENEOUS_NESTED:
            shares = [names[:after] for after in ends[1:]]
        case SubscriptionType.RANDOM_5PCT:
            shares = [tuple(sorted(draw.sample(names, max(1, number // 20)))) for _ in range(members)]
        case SubscriptionType.RANDOM_HALF:
            shares = [tuple(sorted(draw.sample(names, max(1, number // 2)))) for _ in range(members)]
        case SubscriptionType.CHAINED:
            firsts = [member * number // members for member in range(members + 1)]
            shares = [names[first : max(after, first + 1) + 1] for first, after in pairwise(firsts)]
    return (shares[member % len(shares)] for member in range(members))


def _bucket_ends(workload: Workload) -> list[int]:
    """The topics at which the share of a bucket ends and the next one starts, from 0 to their number."""
    buckets = min(BUCKETS, workload.member_count, workload.topic_count)
    return [bucket * workload.topic_count // buckets for bucket in range(buckets + 1)]


def _previous_owners(
    workload: Workload, counts: Mapping[str, int], subscriptions: Sequence[tuple[str, ...]], draw: random.Random
) -> Iterator[tuple[str, int, int]]:
    """Each partition and the number of its owner before the event: an optimum, dealt in turn if that is one."""
    if workload.event is WorkloadEvent.FULL:
        return
    if workload.event is WorkloadEvent.SCRAMBLED:
        readers: dict[str, list[int]] = {}
        for member, mine in enumerate(subscriptions):
            for topic in mine:
                readers.setdefault(topic, []).append(member)
        for topic in (one for one in counts if one in readers):
            yield from ((topic, id_, draw.choice(readers[topic])) for id_ in range(counts[topic]))
        return
    names, then, present = list(counts), dict(counts), subscriptions[: len(subscriptions) - workload.joiners]
    grown = tenth_of(len(names)) if workload.event is WorkloadEvent.PARTITIONS_ADDED else 0
    for place in range(grown):
        then[names[place * len(names) // grown]] -= 1
    ends = _bucket_ends(workload)
    match workload.subscription_type:
        case SubscriptionType.HOMOGENEOUS:
            ends = [0, len(names)]
        case SubscriptionType.HETEROGENEOUS_DISJOINT:
            pass
        case _:
            yield from _optimal_owners(then, present)
            return
    for bucket, (first, after) in enumerate(pairwise(ends)):
        turns = cycle(range(bucket, len(present), len(ends) - 1))
        places = ((topic, id_) for topic in names[first:after] for id_ in range(then[topic]))
        yield from ((topic, id_, member) for (topic, id_), member in zip(places, turns, strict=False))


def _optimal_owners(
    counts: Mapping[str, int], subscriptions: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, int, int]]:
    ids = _numbered_names("member", len(subscriptions))
    group = Group(
        topics=tuple(Topic(name=name, partitions=count) for name, count in counts.items()),
        members=tuple(Member(id=one, subscription=mine) for one, mine in zip(ids, subscriptions, strict=True)),
    )
    best = solve(group, engine="flow").assignment
    for number, one in enumerate(ids):
        yield from ((topic, id_, number) for topic, mine in best[one].items() for id_ in mine)


def everyday_group(number: int, seed: int = 0) -> Group:
    """
    The group of this `number`, drawn independently of all others.

    >>> group = everyday_group(7)
    >>> group == everyday_group(7), group.name
    (True, 'everyday-7')
    """
    return replace(draw_everyday(random.Random(f"everyday {seed} {number}")), name=f"everyday-{number}")
