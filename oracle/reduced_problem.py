"""
A group reduced to classes of equal topics and equal members.

Topics with the same subscribers form a *topic class*. Members with the same subscription form a *member class*.
Partitions of one topic class differ only in their owner. Members of one member class differ only in what they owned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kafka_assay.assignors.model import Group
from kafka_assay.oracle.columns import CheckedColumns, Columns, Ints, NamedColumns, check_columns, columns_of
from kafka_assay.oracle.loops import classes
from kafka_assay.oracle.loops.compilation import choose_loops

LEAST_WEIGHTS = 1 << 14
"""The least number of weights to compute at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassGraph:
    """
    Topic classes with partitions to assign, and the member classes that may get them.

    Topic class t has `supply[t]` partitions. Member class c has `size[c]` members. Member m is in `member_class[m]`
    (-1: no topics). Member class c subscribes to the topic classes `row_class[row_start[c]:row_start[c + 1]]`,
    ascending.

    Claim k says that member `claim_member[k]` validly owned `claim_count[k]` partitions of topic class
    `claim_class[k]`. Member m has the claims `claim_start[m]` to `claim_start[m + 1]`, sorted by topic class.
    """

    supply: Ints
    size: Ints
    member_class: Ints
    row_start: Ints
    row_class: Ints
    claim_start: Ints
    claim_class: Ints
    claim_member: Ints
    claim_count: Ints

    @property
    def members(self) -> int:
        """The number of members, including members without topics."""
        return len(self.member_class)

    @property
    def extent(self) -> int:
        """The size of the graph: the number of array entries to read."""
        return len(self.member_class) + len(self.row_class) + len(self.claim_class)

    @property
    def edges(self) -> tuple[Ints, Ints]:
        """The topic class and the member class of each edge, sorted in this order."""
        order = np.argsort(self.row_class, kind="stable")
        return self.row_class[order], np.repeat(np.arange(len(self.size)), np.diff(self.row_start))[order]

    @property
    def subscriber_classes(self) -> list[Ints]:
        """The member classes that subscribe to each topic class."""
        topic_class, member_class = self.edges
        return np.split(member_class, np.searchsorted(topic_class, np.arange(1, len(self.supply))))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReducedProblem(NamedColumns):
    """
    A group with its class graph, and the data that turns a plan for the graph back into an assignment.

    The partitions of topic t are `first[t]` to `first[t + 1]`. Its topic class is `topic_class[t]` (-1: no subscribers
    or no partitions). `in_order` lists the topics that have a class, sorted by class. The names are empty for a group
    of arrays.
    """

    columns: CheckedColumns
    first: Ints
    topic_class: Ints
    in_order: Ints
    graph: ClassGraph
    member_ids: tuple[str, ...] = ()
    topic_names: tuple[str, ...] = ()

    @property
    def owner(self) -> Ints:
        """The valid owner of each partition, or -1."""
        return self.columns.owner

    @property
    def topic_of(self) -> Ints:
        """The topic of each partition."""
        return np.repeat(np.arange(len(self.topic_class)), self.columns.partitions)


def reduce_group(group: Group) -> ReducedProblem:
    """The reduced problem of `group`. Raises `AssayError` where an answer would not fit into memory."""
    named = columns_of(group)
    return reduce_columns(named.columns, named.member_ids, named.topic_names)


def reduce_columns(
    columns: Columns, member_ids: tuple[str, ...] = (), topic_names: tuple[str, ...] = ()
) -> ReducedProblem:
    """The reduced problem of a group of arrays. Raises `ValueError` where the arrays do not fit together."""
    columns = check_columns(columns)
    loop = choose_loops(classes, columns.extent)
    start, topics = _drop_empty_topics(columns)
    topic_count = len(columns.partitions)
    # Most groups are small and share one cached array.
    weight = _hash_weights(max(topic_count, columns.members, LEAST_WEIGHTS))
    member_class, first_member = loop.find_member_classes(start, topics, weight, topic_count)
    if len(topics) and not len(first_member):
        raise ValueError("the topics of a member are not ascending, each once, or there is no such topic")
    topic_class, first_topic = loop.find_topic_classes(start, topics, first_member, weight, topic_count)
    if len(first_member) == columns.members and len(first_topic) == topic_count:
        row_start, row_class = start, topics
    else:
        row_start, row_class = loop.class_rows(start, topics, first_member, topic_class, first_topic)
    first = np.concatenate(([0], np.cumsum(columns.partitions)))
    in_order = np.argsort(topic_class, kind="stable")[np.count_nonzero(topic_class < 0) :]
    claim_start, claim_class, claim_member, claim_count = loop.count_claims(
        in_order, first, topic_class, columns.owner, columns.members
    )
    graph = ClassGraph(
        supply=np.bincount(topic_class[in_order], weights=columns.partitions[in_order]).astype(np.int64),
        size=np.bincount(member_class[member_class >= 0], minlength=len(first_member)),
        member_class=member_class,
        row_start=row_start,
        row_class=row_class,
        claim_start=claim_start,
        claim_class=claim_class,
        claim_member=claim_member,
        claim_count=claim_count,
    )
    return ReducedProblem(
        columns=columns,
        first=first,
        topic_class=topic_class,
        in_order=in_order,
        graph=graph,
        member_ids=member_ids,
        topic_names=topic_names,
    )


def _drop_empty_topics(columns: Columns) -> tuple[Ints, Ints]:
    """The subscriptions without the topics that have no partitions."""
    if columns.partitions.all():
        return columns.start, columns.topics
    real = columns.partitions[columns.topics] > 0
    before = np.concatenate(([0], np.cumsum(real)))
    return before[columns.start], columns.topics[real]


@lru_cache(maxsize=1)
def _hash_weights(number: int) -> Ints:
    """
    Numbers from 1 to 2**38, spread so that sums of different ones rarely coincide.

    A sum of millions of them fits into 64 bits.
    """
    # This follows the first steps of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
    # generators").
    spread = np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    spread ^= spread >> np.uint64(31)
    spread *= np.uint64(0xBF58476D1CE4E5B9)
    return (spread >> np.uint64(26)).astype(np.int64) + 1
