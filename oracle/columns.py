"""A group as arrays without names: the oracle's native input, for groups of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners_by_topic

Ints: TypeAlias = NDArray[np.int64]

NOBODY = -1
"""Stands for a member's number where a partition has no owner or holder."""

MOST_PARTITIONS = 10_000_000
"""The partition limit. An answer lists every partition; the lists of a larger group need more than a few GiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """
    Members, topics and partitions by number; partitions are numbered topic by topic, in id order.

    Topic t has `partitions[t]` partitions. Member m subscribes to `topics[start[m]:start[m + 1]]`: ascending, without
    repeats. `owner[p]` is the valid owner of partition p, a subscriber of its topic, or `NOBODY`.
    """

    partitions: Ints
    start: Ints
    topics: Ints
    owner: Ints

    @property
    def members(self) -> int:
        """The number of members, including members without topics."""
        return len(self.start) - 1

    @property
    def extent(self) -> int:
        """The size of the input: the number of array entries to read."""
        return len(self.start) + len(self.topics) + len(self.owner)


class CheckedColumns(Columns):
    """Columns that passed `check_columns`, as int64 arrays. The loops do no range checks."""

    __slots__ = ()


def check_columns(columns: Columns) -> CheckedColumns:
    """
    The same columns as arrays that the compiled loops accept.

    Raises `ValueError` where the rows of the members or the owners do not fit together. It does not check that each row
    is ascending; `reduce_columns` and the closed form do.
    """
    if isinstance(columns, CheckedColumns):
        return columns
    partitions, start, topics, owner = (
        np.require(array, np.int64, ["C", "W"])
        for array in (columns.partitions, columns.start, columns.topics, columns.owner)
    )
    if not len(start) or start[0] or start[-1] != len(topics) or (np.diff(start) < 0).any():
        raise ValueError("the rows of the members do not follow each other from the first topic to the last")
    if partitions.min(initial=0) < 0 or partitions.sum() != len(owner):
        raise ValueError("there is not one owner for each partition")
    if owner.min(initial=NOBODY) < NOBODY or owner.max(initial=NOBODY) >= len(start) - 1:
        raise ValueError("an owner is neither a member nor nobody")
    return CheckedColumns(partitions=partitions, start=start, topics=topics, owner=owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Potentials:
    """
    The numbers that prove that a plan makes no unnecessary move.

    `kafka_assay.oracle.certificate.certificate` explains the proof. Entry l of `levels` lies between the members of
    load l and those of load l + 1. It has a meaning only where both exist. A topic's potential has a meaning only where
    the topic has partitions and subscribers.
    """

    topics: Ints
    members: Ints
    levels: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnarOptimum:
    """
    The optimum of a group of arrays.

    Member `holder[p]` holds partition p (`NOBODY`: the topic has no subscriber). Member m has `loads[m]` partitions.
    """

    holder: Ints
    loads: Ints
    kept: int
    moves: int
    potentials: Potentials


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedColumns:
    """
    A group as arrays, with the names of its members and topics.

    Members and topics are numbered in name order, so the order of the input has no effect. Topics without partitions or
    without subscribers have no number.
    """

    columns: Columns
    member_ids: tuple[str, ...]
    topic_names: tuple[str, ...]


def columns_of(group: Group) -> NamedColumns:
    """
    The arrays of `group`. Raises `AssayError` where an answer would not fit into memory.

    >>> from kafka_assay.assignors.model import group_of
    >>> columns_of(group_of({"t": 2, "u": 1}, {"b": ["u", "t"], "a": ["t"]})).columns.topics.tolist()
    [0, 0, 1]
    """
    sizes = group.partition_counts()
    subscriptions = {member.id: member.subscription for member in group.members}
    member_ids = tuple(sorted(subscriptions, key=kafka_order))
    distinct = {subscription: _existing_topics(subscription, sizes) for subscription in set(subscriptions.values())}
    topics = tuple(sorted(set().union(*distinct.values()), key=kafka_order))
    partitions = np.array([sizes[topic] for topic in topics], dtype=np.int64)
    if partitions.sum() > MOST_PARTITIONS:
        raise AssayError(f"{partitions.sum()} partitions to assign: the oracle supports at most {MOST_PARTITIONS}")
    number = {topic: position for position, topic in enumerate(topics)}
    rows = {
        subscription: np.array(sorted(map(number.__getitem__, existing)), dtype=np.int64)
        for subscription, existing in distinct.items()
    }
    row_of = [rows[subscriptions[member]] for member in member_ids]
    columns = Columns(
        partitions=partitions,
        start=np.cumsum([0, *map(len, row_of)]),
        topics=np.concatenate([np.zeros(0, dtype=np.int64), *row_of]),
        owner=_owner_numbers(group, member_ids, topics, partitions),
    )
    return NamedColumns(columns=columns, member_ids=member_ids, topic_names=topics)


def _existing_topics(subscription: tuple[str, ...], sizes: dict[str, int]) -> frozenset[str]:
    """The topics of a subscription that have partitions."""
    return frozenset(topic for topic in subscription if sizes.get(topic))


def _owner_numbers(group: Group, member_ids: tuple[str, ...], topics: tuple[str, ...], partitions: Ints) -> Ints:
    """The number of each partition's valid owner."""
    owner = np.full(int(partitions.sum()), NOBODY, dtype=np.int64)
    number = {member: position for position, member in enumerate(member_ids)}
    start = dict(zip(topics, (np.cumsum(partitions) - partitions).tolist(), strict=True))
    for topic, owners in valid_owners_by_topic(group).items():
        if owners:
            ids = np.fromiter(owners, dtype=np.int64, count=len(owners))
            owner[start[topic] + ids] = [number[member] for member in owners.values()]
    return owner
