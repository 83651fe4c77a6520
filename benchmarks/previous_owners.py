"""The owners before the event, as an array: the owner of each partition, topic by topic, or `NOBODY`."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.benchmarks.workload import BUCKETS, SubscriptionType
from kafka_assay.oracle.columns import Columns, Ints
from kafka_assay.oracle.flow.engine import solve_columns


def random_owners(columns: Columns, draw: Generator) -> Ints:
    """A random subscriber of its topic as the owner of every partition."""
    from scipy.sparse import csr_array

    shape = columns.members, len(columns.partitions)
    entries = np.ones(len(columns.topics), dtype=np.int8)
    by_topic = csr_array((entries, columns.topics, columns.start), shape=shape).tocsc()
    first, number = by_topic.indptr[:-1], np.diff(by_topic.indptr)
    topic_of = np.repeat(np.arange(shape[1]), columns.partitions)
    chosen = (draw.random(len(topic_of)) * number[topic_of]).astype(np.int64)
    chosen[number[topic_of] == 0] = NOBODY
    reachable = chosen >= 0
    chosen[reachable] = by_topic.indices[first[topic_of[reachable]] + chosen[reachable]]
    return chosen


def deal_in_turn(columns: Columns, role: Ints, buckets: int) -> Ints:
    """Deal partitions one by one to the members of the topic's bucket in turn, which gives the most even loads."""
    bucket = np.repeat(np.arange(len(columns.partitions)) % buckets, columns.partitions)
    owner = np.full(len(bucket), NOBODY)
    for one in range(buckets):
        members, partitions = np.flatnonzero(role % buckets == one), np.flatnonzero(bucket == one)
        if len(members):
            owner[partitions] = members[np.arange(len(partitions)) % len(members)]
    return owner


def optimal_owners(columns: Columns, role: Ints, subscription_type: SubscriptionType) -> Ints:
    """An optimum of a fresh start: dealt in turn if that is optimal, else the oracle's."""
    match subscription_type:
        case SubscriptionType.HOMOGENEOUS:
            return deal_in_turn(columns, role, 1)
        case SubscriptionType.HETEROGENEOUS:
            return deal_in_turn(columns, role, BUCKETS)
        case (
            SubscriptionType.NESTED
            | SubscriptionType.RANDOM_5PCT
            | SubscriptionType.RANDOM_HALF
            | SubscriptionType.CHAINED
        ):
            return solve_columns(columns).holder
