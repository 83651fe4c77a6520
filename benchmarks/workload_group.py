"""
The group of a point of the grid, as arrays and as objects.

Arrays need no object for a member or a partition, so half a million are built quickly. Topics and members are numbers
in them, in the order of the names that `build_group` gives them. Subscriptions are the same for all events of a point
before which no member left: such events differ in ownership only.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from kafka_assay.assignors.model import Claims, Group, Member, Topic
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.benchmarks.previous_owners import optimal_owners, random_owners
from kafka_assay.benchmarks.racks import with_racks
from kafka_assay.benchmarks.subscriptions import select_rows, subscriptions
from kafka_assay.benchmarks.workload import TopicSizes, Workload, WorkloadEvent
from kafka_assay.oracle.columns import Columns, Ints

RACKS = ("ra", "rb", "rc")


def columns_at(workload: Workload, seed: int = 0) -> Columns:
    """
    The group of a point.

    >>> from kafka_assay.benchmarks.workload import Workload
    >>> point = Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
    >>> np.bincount(columns_at(point).owner + 1).tolist()
    [4, 4, 4, 4, 4]
    """
    everybody = np.arange(workload.member_count + workload.leavers)
    draw = np.random.default_rng(list(f"{seed} {workload.shape} {len(everybody)}".encode()))
    role = draw.permutation(everybody)
    start, topics = subscriptions(workload, role, seed)
    counts = _topic_sizes(workload, seed)
    last = start[workload.member_count]
    now = Columns(
        partitions=counts,
        start=start[: workload.member_count + 1],
        topics=topics[:last],
        owner=np.full(counts.sum(), NOBODY),
    )
    match workload.event:
        case WorkloadEvent.FULL:
            return now
        case WorkloadEvent.SCRAMBLED:
            return replace(now, owner=random_owners(now, draw))
        case (
            WorkloadEvent.STABLE
            | WorkloadEvent.JOIN_ONE
            | WorkloadEvent.LEAVE_ONE
            | WorkloadEvent.LEAVE_MANY
            | WorkloadEvent.PARTITIONS_ADDED
        ):
            before = replace(now, start=start, topics=topics)
            return replace(now, owner=_owner(workload, before, role, draw))


def _topic_sizes(workload: Workload, seed: int) -> Ints:
    """The partitions of each topic."""
    number = workload.topic_count
    match workload.topic_sizes:
        case TopicSizes.EVEN:
            return np.full(number, workload.partitions // number)
        case TopicSizes.SKEWED:
            share = 1 / np.arange(1, number + 1)
            # Every topic has one partition; the rest is shared out, with the rounded-off ends cut at the same places.
            ends = np.round(np.cumsum(share) / share.sum() * (workload.partitions - number)).astype(np.int64)
            sizes = 1 + np.diff(ends, prepend=0)
            return np.random.default_rng(list(f"{seed} {workload.shape}".encode())).permutation(sizes)


def _owner(workload: Workload, everybody: Columns, role: Ints, draw: Generator) -> Ints:
    """
    The owners after the event, starting from an optimum before it. `everybody` has all members of before and after.
    """
    there, then = np.arange(len(role)), everybody.partitions.copy()
    if workload.event is WorkloadEvent.JOIN_ONE:
        there = np.delete(there, draw.integers(len(there)))
    if workload.event is WorkloadEvent.PARTITIONS_ADDED:
        then[draw.choice(len(then), max(1, len(then) // 10), replace=False)] //= 2
    start, topics = select_rows(everybody.start, everybody.topics, there)
    before = Columns(partitions=then, start=start, topics=topics, owner=np.full(then.sum(), NOBODY))
    # One extra entry at the end, so that unowned partitions stay unowned.
    number = np.append(np.where(there < workload.member_count, there, NOBODY), NOBODY)
    counts = everybody.partitions
    ids = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    owner = everybody.owner.copy()
    owner[ids < np.repeat(then, counts)] = number[optimal_owners(before, role[there], workload.subscription_type)]
    return owner


def build_group(workload: Workload, seed: int = 0) -> Group:
    """
    The group of a point, its members in random order.

    >>> from kafka_assay.benchmarks.workload import Workload
    >>> point = Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=WorkloadEvent.LEAVE_ONE)
    >>> group = build_group(point)
    >>> len(group.members), [len(member.claims()) for member in group.members]
    (4, [4, 4, 4, 4])
    """
    draw = random.Random(f"{seed} {workload}")
    group = with_names(columns_at(workload, seed))
    if workload.racks:
        group = with_racks(group, RACKS)
    members = draw.sample(group.members, len(group.members))
    return replace(group, name=str(workload), members=tuple(members))


def with_names(columns: Columns) -> Group:
    """The same group as objects. Members and topics get names in the order of their numbers."""
    names = _numbered_names("topic", len(columns.partitions))
    topics = tuple(
        Topic(name=name, partitions=partitions)
        for name, partitions in zip(names, columns.partitions.tolist(), strict=True)
    )
    start, subscribed = columns.start.tolist(), columns.topics.tolist()
    known: dict[tuple[int, ...], tuple[str, ...]] = {}
    members = []
    for number, owned in enumerate(_claims(columns, names)):
        mine = tuple(subscribed[start[number] : start[number + 1]])
        # Equal subscriptions share one object, as in a group read from a file.
        subscription = known.get(mine) or known.setdefault(mine, tuple(names[topic] for topic in mine))
        members.append((subscription, owned))
    return Group(
        topics=topics,
        members=tuple(
            Member(id=name, subscription=subscription, owned=owned, generation=1 if owned else None)
            for name, (subscription, owned) in zip(_numbered_names("member", len(members)), members, strict=True)
        ),
    )


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
