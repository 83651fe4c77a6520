"""A group as arrays, without a name in it: the oracle's native input, for groups of any size."""

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
"""In the place of a member's number: nobody."""

MOST_PARTITIONS = 10_000_000
"""An answer lists every partition: more of them than this do not fit into a few GiB of Python's lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """
    Members, topics and partitions by number: partitions topic after topic, in the order of their ids.

    Topic t has `partitions[t]` of them. Member m subscribes to `topics[start[m]:start[m + 1]]`, ascending, no topic
    twice. `owner[p]` is the valid owner of partition p, who subscribes to its topic, or `NOBODY`.
    """

    partitions: Ints
    start: Ints
    topics: Ints
    owner: Ints

    @property
    def members(self) -> int:
        """How many members there are, those on nothing included."""
        return len(self.start) - 1

    @property
    def extent(self) -> int:
        """How much there is to look at."""
        return len(self.start) + len(self.topics) + len(self.owner)


class CheckedColumns(Columns):
    """Columns that fit together, as arrays of one kind: no loop looks whether a number is in range."""

    __slots__ = ()


def check_columns(columns: Columns) -> CheckedColumns:
    """
    The same columns, fit for the loops, which are compiled for one kind of array only. Raises `ValueError` where the
    rows of the members or the owners do not fit. That topics ascend in each row is for who reads them to see.
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
    The proof that a plan moves no more than its balance needs, by number: see
    `kafka_assay.oracle.certificate.certificate`.

    Level l stands between members of load l and of load l + 1, and means something where both exist. So does the
    potential of a topic that has partitions and subscribers.
    """

    topics: Ints
    members: Ints
    levels: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnarOptimum:
    """The optimum of a group of arrays: `holder[p]` has partition p (`NOBODY`: nobody can), member m has `loads[m]`."""

    holder: Ints
    loads: Ints
    kept: int
    moves: int
    potentials: Potentials


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedColumns:
    """
    A group as arrays, and what its members and topics are called.

    Both are numbered in the order of their names, so that the order of the input cannot matter. Only topics that have
    partitions and subscribers have a number.
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
        raise AssayError(f"{partitions.sum()} partitions to assign: the oracle answers for at most {MOST_PARTITIONS}")
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
    """The valid owner of each partition, by number."""
    owner = np.full(int(partitions.sum()), NOBODY, dtype=np.int64)
    number = {member: position for position, member in enumerate(member_ids)}
    start = dict(zip(topics, (np.cumsum(partitions) - partitions).tolist(), strict=True))
    for topic, owners in valid_owners_by_topic(group).items():
        if owners:
            ids = np.fromiter(owners, dtype=np.int64, count=len(owners))
            owner[start[topic] + ids] = [number[member] for member in owners.values()]
    return owner
