"""Subscriptions of a point of the grid as arrays: member m has `topics[start[m]:start[m + 1]]`, ascending."""

from __future__ import annotations

import numpy as np

from kafka_assay.benchmarks.workload import BUCKETS, SubscriptionType, Workload
from kafka_assay.oracle.columns import Ints


def subscriptions(workload: Workload, role: Ints, seed: int) -> tuple[Ints, Ints]:
    """`start` and `topics` of the members with these roles. A member's role decides its subscription."""
    number = workload.topic_count
    match workload.subscription_type:
        case SubscriptionType.HOMOGENEOUS:
            return _of_kinds(np.zeros_like(role), [np.arange(number)])
        case SubscriptionType.HETEROGENEOUS:
            return _of_kinds(role % BUCKETS, [np.arange(bucket, number, BUCKETS) for bucket in range(BUCKETS)])
        case SubscriptionType.NESTED:
            return _of_kinds(role % BUCKETS, [np.arange(-(-number * (k + 1) // BUCKETS)) for k in range(BUCKETS)])
        case SubscriptionType.RANDOM_5PCT:
            return _random(workload, role, seed, max(1, number // 20))
        case SubscriptionType.RANDOM_HALF:
            return _random(workload, role, seed, max(1, number // 2))
        case SubscriptionType.CHAINED:
            first = role * number // len(role)
            after = np.minimum(np.maximum((role + 1) * number // len(role), first + 1) + 1, number)
            starts = np.concatenate(([0], np.cumsum(after - first)))
            return starts, np.arange(starts[-1]) - np.repeat(starts[:-1] - first, after - first)


def select_rows(start: Ints, topics: Ints, members: Ints) -> tuple[Ints, Ints]:
    """The subscriptions of these members only."""
    sizes = np.diff(start)[members]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    shift = np.repeat(start[members] - starts[:-1], sizes)
    return starts, topics[np.arange(starts[-1]) + shift]


def _of_kinds(kind: Ints, topics: list[Ints]) -> tuple[Ints, Ints]:
    first = np.cumsum([0, *map(len, topics)])
    return select_rows(first, np.concatenate(topics), kind)


def _random(workload: Workload, role: Ints, seed: int, size: int) -> tuple[Ints, Ints]:
    """`size` different topics for each member, all choices equally likely."""
    draw = np.random.default_rng(list(f"{seed} {workload.shape}".encode()))
    keys = draw.random((len(role), workload.topic_count))
    if size < workload.topic_count:
        keys -= np.partition(keys, size, axis=1)[:, size, None]
    _, topics = np.nonzero(keys[role] < 0)
    return np.arange(0, len(topics) + 1, size), topics
