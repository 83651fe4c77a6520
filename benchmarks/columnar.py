"""
A point of the grid as arrays: no object for a member or a partition, so that half a million are there in no time.

Topics and members are numbers here, in the order of the names that `benchmarks.workload.build` gives them. Who
subscribes to what is the same for all events of a point before which nobody left: these differ in ownership only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.ownership_before import anybody, settled
from benchmarks.subscriptions import rows, subscriptions
from benchmarks.workload import Event
from oracle.columns import NOBODY, Columns

if TYPE_CHECKING:
    from numpy.random import Generator

    from benchmarks.workload import Workload
    from oracle.columns import Ints


def columns_at(workload: Workload, seed: int = 0) -> Columns:
    """
    The group of a point.

    >>> from benchmarks.workload import Workload
    >>> point = Workload(member_count=4, partitions_to_member_ratio=5, topic_count=2, event=Event.LEAVE_ONE)
    >>> np.bincount(columns_at(point).owner + 1).tolist()
    [4, 4, 4, 4, 4]
    """
    everybody = np.arange(workload.member_count + workload.leavers)
    draw = np.random.default_rng(list(f"{seed} {workload.shape} {len(everybody)}".encode()))
    role = draw.permutation(everybody)
    start, topics = subscriptions(workload, role, seed)
    counts = np.full(workload.topic_count, workload.partitions // workload.topic_count)
    last = start[workload.member_count]
    now = Columns(
        partitions=counts,
        start=start[: workload.member_count + 1],
        topics=topics[:last],
        owner=np.full(counts.sum(), NOBODY),
    )
    match workload.event:
        case Event.FULL:
            return now
        case Event.SCRAMBLED:
            return replace(now, owner=anybody(now, draw))
        case Event.STABLE | Event.JOIN_ONE | Event.LEAVE_ONE | Event.LEAVE_MANY | Event.PARTITIONS_ADDED:
            before = replace(now, start=start, topics=topics)
            return replace(now, owner=_owner(workload, before, role, draw))


def _owner(workload: Workload, everybody: Columns, role: Ints, draw: Generator) -> Ints:
    """
    What is left of an optimum of the group before the event. `everybody` has all who were there or are there now.
    """
    there, then = np.arange(len(role)), everybody.partitions.copy()
    if workload.event is Event.JOIN_ONE:
        there = np.delete(there, draw.integers(len(there)))
    if workload.event is Event.PARTITIONS_ADDED:
        then[draw.choice(len(then), max(1, len(then) // 10), replace=False)] //= 2
    start, topics = rows(everybody.start, everybody.topics, there)
    before = Columns(partitions=then, start=start, topics=topics, owner=np.full(then.sum(), NOBODY))
    # One entry more, the last one: what nobody owned stays so.
    number = np.append(np.where(there < workload.member_count, there, NOBODY), NOBODY)
    each = everybody.partitions[0]
    owner = everybody.owner.copy()
    owner[np.tile(np.arange(each), len(then)) < np.repeat(then, each)] = number[
        settled(before, role[there], workload.subscription_type)
    ]
    return owner
