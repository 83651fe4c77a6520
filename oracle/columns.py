"""
A group as arrays: the oracle's native input, for groups of any size.

`Columns` have numbers in place of names. `NamedColumns` are the columns of a `Group`, and lead back to its names.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain, compress, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.numbering import NOBODY, Numbering, newest_claimants
from kafka_assay.assignors.order import kafka_order

Ints: TypeAlias = NDArray[np.int64]

MOST_PARTITIONS = 10_000_000
"""The partition limit. An answer lists every partition; the lists of a larger group need more than a few GiB."""

MOST_CELLS = 64_000_000
"""The largest table of subscriptions and topics, in bytes. Up to this size a table is faster than a search."""


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

    def assignment(self, holder: Ints) -> Assignment:
        """
        The assignment in which `holder[p]` holds partition p.

        It has an entry for every member. Topics and ids are sorted.
        """
        order = np.argsort(holder, kind="stable")
        members, partitions = holder[order], self.columns.partitions
        topics = np.repeat(np.arange(len(partitions)), partitions)[order]
        ids = (order - (np.cumsum(partitions) - partitions)[topics]).tolist()
        # One list for each member and topic. They are sorted by member.
        starts = np.flatnonzero(np.diff(members, prepend=-1) | np.diff(topics, prepend=-1))
        lists = [ids[start:stop] for start, stop in pairwise([*starts.tolist(), len(ids)])]
        names = [self.topic_names[topic] for topic in topics[starts].tolist()]
        first = np.searchsorted(members[starts], np.arange(len(self.member_ids) + 1)).tolist()
        return {
            member: dict(zip(names[start:stop], lists[start:stop], strict=True))
            for member, (start, stop) in zip(self.member_ids, pairwise(first), strict=True)
        }

    def holders(self, assignment: Assignment) -> Ints:
        """The number of the member that holds each partition in `assignment`; -1 for no holder."""
        starts = np.cumsum(self.columns.partitions) - self.columns.partitions
        start = dict(zip(self.topic_names, starts.tolist(), strict=True))
        holder = np.full(len(self.columns.owner), -1, dtype=np.int64)
        for number, member in enumerate(self.member_ids):
            for topic, ids in assignment[member].items():
                holder[start[topic] + np.array(ids, dtype=np.int64)] = number
        return holder


def columns_of(group: Group) -> NamedColumns:
    """
    The arrays of `group`. Raises `AssayError` where an answer would not fit into memory.

    >>> from kafka_assay.assignors.model import group_of
    >>> columns_of(group_of({"t": 2, "u": 1}, {"b": ["u", "t"], "a": ["t"]})).columns.topics.tolist()
    [0, 0, 1]
    """
    sizes = {topic.name: topic.partitions for topic in group.topics if topic.partitions}
    members = sorted(group.members, key=lambda member: kafka_order(member.id))
    rows = _list_rows(members, sorted(sizes, key=kafka_order))
    partitions = np.array([sizes[topic] for topic in rows.topic_names], dtype=np.int64)
    if partitions.sum() > MOST_PARTITIONS:
        raise AssayError(f"{partitions.sum()} partitions to assign: the oracle supports at most {MOST_PARTITIONS}")
    member_ids = tuple(member.id for member in members)
    owner = newest_claimants(group, Numbering(member_ids), Numbering(rows.topic_names), partitions)
    # A claim on a topic without a subscription gives no ownership.
    claimed = (owner >= 0).nonzero()[0]
    topic_of = np.arange(len(partitions)).repeat(partitions)[claimed]
    owner[claimed[~rows.are_subscribed(owner[claimed], topic_of)]] = NOBODY
    start, topics = rows.by_member()
    columns = Columns(partitions=partitions, start=start, topics=topics, owner=owner)
    return NamedColumns(columns=columns, member_ids=member_ids, topic_names=rows.topic_names)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SubscriptionRows:
    """
    The different subscriptions of a group as rows of topic numbers; member m has row `row[m]`.

    A row and a topic have the key `row * topics + topic`. `keys` are those of all subscribed topics, ascending, each
    once. `table` says of each key whether it is among them; it is None where it would be too large.
    """

    topic_names: tuple[str, ...]
    row: Ints
    rows: int
    keys: Ints
    table: NDArray[np.bool_] | None

    def are_subscribed(self, members: Ints, topics: Ints) -> NDArray[np.bool_]:
        """Whether each of the `members` subscribes to the topic at the same index."""
        queried = self.row[members] * len(self.topic_names) + topics
        return np.isin(queried, self.keys) if self.table is None else self.table[queried]

    def by_member(self) -> tuple[Ints, Ints]:
        """The start of each member's topics, and the topics of all members."""
        first_keys = np.arange(self.rows + 1) * len(self.topic_names)
        starts = self.keys.searchsorted(first_keys)
        topics = self.keys - first_keys[:-1].repeat(starts[1:] - starts[:-1])
        parts = [topics[start:stop] for start, stop in pairwise(starts.tolist())]
        mine = [parts[row] for row in self.row.tolist()]
        return np.array([0, *accumulate(map(len, mine))]), np.concatenate([topics[:0], *mine])


def _list_rows(members: list[Member], existing: list[str]) -> _SubscriptionRows:
    """The rows of `members`, in order. Topics without a subscriber lose their place among the `existing` ones."""
    # Equal subscriptions are often one object. Then each is hashed once: it may name thousands of topics.
    objects = {id(member.subscription): member.subscription for member in members}
    numbers: dict[tuple[str, ...], int] = {}
    of_object = {key: numbers.setdefault(subscription, len(numbers)) for key, subscription in objects.items()}
    row, subscriptions = np.array([of_object[id(member.subscription)] for member in members], np.int64), list(numbers)
    lengths = np.fromiter(map(len, subscriptions), np.int64, len(subscriptions))
    number = Numbering(existing).__getitem__
    topics = np.fromiter(map(number, chain.from_iterable(subscriptions)), np.int64, int(lengths.sum()))
    row_of = np.arange(len(subscriptions)).repeat(lengths)
    if topics.min(initial=0) < 0:
        row_of, topics = row_of[topics >= 0], topics[topics >= 0]
    has_subscriber = np.zeros(len(existing), dtype=bool)
    has_subscriber[topics] = True
    if not has_subscriber.all():
        existing = list(compress(existing, has_subscriber.tolist()))
        topics = (has_subscriber.cumsum() - 1)[topics]
    row_of *= len(existing)
    keys, table = row_of + topics, None
    if len(subscriptions) * len(existing) > MOST_CELLS:
        keys = np.unique(keys)
    else:
        table = np.zeros(len(subscriptions) * len(existing), dtype=bool)
        table[keys] = True
        keys = table.nonzero()[0]
    return _SubscriptionRows(topic_names=tuple(existing), row=row, rows=len(subscriptions), keys=keys, table=table)
