"""From a group with names to a group of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain, compress, pairwise

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member
from kafka_assay.assignors.numbering import NOBODY, Numbering, newest_claimants
from kafka_assay.assignors.order import kafka_order
from kafka_assay.oracle.columns import Columns, Ints

MOST_PARTITIONS = 10_000_000
"""The partition limit. An answer lists every partition; the lists of a larger group need more than a few GiB."""

MOST_CELLS = 64_000_000
"""The largest table of subscriptions and topics, in bytes. Up to this size a table is faster than a search."""


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
    row, subscriptions = _number_subscriptions(members)
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
    keys, table = _sort_keys(row_of + topics, len(subscriptions) * len(existing))
    return _SubscriptionRows(topic_names=tuple(existing), row=row, rows=len(subscriptions), keys=keys, table=table)


def _number_subscriptions(members: list[Member]) -> tuple[Ints, list[tuple[str, ...]]]:
    """The number of each member's subscription, and the different subscriptions."""
    # Equal subscriptions are often one object. Then each is hashed once: it may name thousands of topics.
    objects = {id(member.subscription): member.subscription for member in members}
    number: dict[tuple[str, ...], int] = {}
    of_object = {key: number.setdefault(subscription, len(number)) for key, subscription in objects.items()}
    row = np.array([of_object[id(member.subscription)] for member in members], dtype=np.int64)
    return row, list(number)


def _sort_keys(keys: Ints, number: int) -> tuple[Ints, NDArray[np.bool_] | None]:
    """The different `keys`, ascending, and the table of all keys below `number`."""
    if number > MOST_CELLS:
        keys = np.sort(keys)
        return keys[np.diff(keys, prepend=-1) > 0], None
    table = np.zeros(number, dtype=bool)
    table[keys] = True
    return table.nonzero()[0], table
