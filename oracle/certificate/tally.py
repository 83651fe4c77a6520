"""
A group and an answer to it as arrays: subscriptions, valid owners and current holders.

The certificate check reads only this, at any size. It shares no code with the engines and their arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.errors import short_repr
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.numbering import NOBODY, Numbering, newest_claimants

Ints: TypeAlias = NDArray[np.int64]

MOST_CELLS = 64_000_000
"""The largest table of rows and topics, in bytes. Up to this size a table is faster than a search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateTally:
    """
    The subscriptions, valid owners and holders of a group, by number.

    Topic t has `sizes[t]` partitions. Members with the same subscription share a *row*, `row[m]`. Row r subscribes to
    the topics `row_topics[row_start[r]:row_start[r + 1]]`, without repeats.

    Partitions are numbered topic by topic. `owner[p]` is the valid owner of partition p, `holder[p]` its current
    holder, or `NOBODY`. Names appear only in messages. Without names the messages use numbers.
    """

    sizes: Ints
    row: Ints
    row_start: Ints
    row_topics: Ints
    owner: Ints
    holder: Ints
    member_names: Sequence[str] | None = None
    topic_names: Sequence[str] | None = None

    @property
    def topic_of(self) -> Ints:
        """The topic of each partition."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @property
    def loads(self) -> Ints:
        """The number of partitions that each member holds."""
        return np.bincount(self.holder[self.holder != NOBODY], minlength=len(self.row))

    def member_name(self, number: int) -> str:
        """A member's name in a message."""
        return f"member {number}" if self.member_names is None else repr(self.member_names[number])

    def topic_name(self, number: int) -> str:
        """A topic's name in a message."""
        return f"topic {number}" if self.topic_names is None else repr(self.topic_names[number])

    def reduce_rows(self, which: np.ufunc, values: Ints, where_none: int) -> Ints:
        """For each row the smallest or largest (`np.minimum`, `np.maximum`) of the `values` of its topics."""
        found = np.full(len(self.row_start) - 1, where_none, dtype=np.int64)
        filled = np.diff(self.row_start) > 0
        if filled.any():
            found[filled] = which.reduceat(values[self.row_topics], self.row_start[:-1][filled])
        return found

    def are_subscribed(self, members: Ints, topics: Ints) -> NDArray[np.bool_]:
        """Whether each of the `members` subscribes to the topic at the same index."""
        number = len(self.sizes)
        row_of_pair = np.repeat(np.arange(len(self.row_start) - 1), np.diff(self.row_start))
        known, queried = row_of_pair * number + self.row_topics, self.row[members] * number + topics
        if (len(self.row_start) - 1) * number > MOST_CELLS:
            return np.isin(queried, known)
        table = np.zeros((len(self.row_start) - 1) * number, dtype=bool)
        table[known] = True
        found: NDArray[np.bool_] = table[queried]
        return found


def refuse_invalid(tally: CertificateTally) -> None:
    """Raise `ValueError` unless every partition of a subscribed topic is held by one of the topic's subscribers."""
    topic_of = tally.topic_of
    if ((tally.holder < NOBODY) | (tally.holder >= len(tally.row))).any():
        raise ValueError("a partition is assigned to an unknown member")
    subscribed = np.zeros(len(tally.sizes), dtype=bool)
    subscribed[tally.row_topics] = True
    given = tally.holder != NOBODY
    if (missing := ~given & subscribed[topic_of]).any():
        raise ValueError(f"a partition of {tally.topic_name(topic_of[missing.argmax()])} has no owner")
    holders, topics = tally.holder[given], topic_of[given]
    foreign = ~tally.are_subscribed(holders, topics)
    if foreign.any():
        holder, topic = tally.member_name(holders[foreign.argmax()]), tally.topic_name(topics[foreign.argmax()])
        raise ValueError(f"{holder} holds partitions of {topic}, which it cannot hold")


def build_tally(group: Group, assignment: Assignment) -> CertificateTally:
    """
    The tally of an answer, without topics that have no subscriber. Raises `ValueError` where the answer is invalid.

    A valid answer names only members of the group. Each member has only existing partitions of topics that it
    subscribes to. Every such partition has exactly one owner. A member missing from the answer holds nothing.
    """
    subscribed = set().union(*{member.subscription for member in group.members})
    topics = [topic for topic in group.topics if topic.partitions and topic.name in subscribed]
    numbering = _Numbering(
        Numbering(group.member_ids()),
        Numbering([topic.name for topic in topics]),
        np.array([topic.partitions for topic in topics], dtype=np.int64),
    )
    row, row_start, row_topics = _subscription_rows(group, numbering)
    # Holders come first. A complete set of holders shows that arrays of that length fit into memory.
    holder = _holders(assignment, numbering)
    tally = CertificateTally(
        sizes=numbering.sizes,
        row=row,
        row_start=row_start,
        row_topics=row_topics,
        owner=newest_claimants(group, numbering.members, numbering.topics, numbering.sizes),
        holder=holder,
        member_names=list(numbering.members),
        topic_names=list(numbering.topics),
    )
    claimed = np.flatnonzero(tally.owner != NOBODY)
    is_valid = tally.are_subscribed(tally.owner[claimed], tally.topic_of[claimed])
    tally.owner[claimed[~is_valid]] = NOBODY
    return tally


class _Numbering(NamedTuple):
    """The numbers of members and topics by name, and the partition count of each topic."""

    members: Numbering
    topics: Numbering
    sizes: Ints


def _subscription_rows(group: Group, numbering: _Numbering) -> tuple[Ints, Ints, Ints]:
    """The row of each member, the start of each row, and the topics of all rows."""
    rows: dict[frozenset[int], int] = {}
    known: dict[tuple[str, ...], int] = {}
    for subscription in (member.subscription for member in group.members):
        if subscription not in known:
            topics = frozenset(map(numbering.topics.__getitem__, subscription)) - {NOBODY}
            known[subscription] = rows.setdefault(topics, len(rows))
    row = np.fromiter((known[member.subscription] for member in group.members), np.int64, len(group.members))
    return row, np.cumsum([0, *map(len, rows)]), np.fromiter(chain.from_iterable(rows), np.int64)


def _holders(assignment: Assignment, numbering: _Numbering) -> Ints:
    """The holder of each partition."""
    members, topics, lengths, ids = _id_lists(assignment, numbering)
    names, sizes = list(numbering.topics), numbering.sizes
    topic_of = np.repeat(topics, lengths)
    # An id beyond 64 bits fits into no array. It does not exist, like any other unknown id.
    fit = not ids or -(2**63) <= min(ids) <= max(ids) < 2**63
    numbers = np.array(ids, dtype=np.int64) if fit else np.array([0 <= one < 2**31 for one in ids]) - 1
    if (ghost := (numbers < 0) | (numbers >= sizes[topic_of])).any():
        raise ValueError(f"a partition of {names[topic_of[ghost.argmax()]]!r} is assigned but does not exist")
    # This check comes before arrays of that length: a topic may have billions of partitions that no member holds.
    if (short := np.bincount(topic_of, minlength=len(sizes)) < sizes).any():
        raise ValueError(f"a partition of {names[short.argmax()]!r} has no owner")
    place = (np.cumsum(sizes) - sizes)[topic_of] + numbers
    holder = np.full(int(sizes.sum()), NOBODY, dtype=np.int64)
    holder[place] = np.repeat(members, lengths)
    if len(place) > len(holder) or (holder == NOBODY).any():
        twice = np.bincount(place)[place] > 1
        raise ValueError(f"a partition of {names[topic_of[twice.argmax()]]!r} has two owners")
    return holder


def _id_lists(assignment: Assignment, numbering: _Numbering) -> tuple[Ints, Ints, Ints, list[int]]:
    """The id lists of an answer: the member, topic and length of each list, and all ids concatenated."""
    members, topics, lengths = [], [], []
    ids: list[int] = []
    for member, mine in _entries(assignment, "the answer"):
        if member not in numbering.members:
            raise ValueError(f"{member!r} is not a member of the group")
        number = numbering.members[member]
        for topic, listed in _entries(mine, repr(member)):
            if not isinstance(listed, (list, tuple)) or not _INTEGER.issuperset(map(type, listed)):
                raise ValueError(f"{member!r} has {short_repr(listed)} of {topic!r}: expected partition ids")
            if topic in numbering.topics:
                members.append(number)
                topics.append(numbering.topics[topic])
                lengths.append(len(listed))
                ids += listed
            elif listed:
                raise ValueError(f"{member!r} holds partitions of {topic!r}, which it cannot hold")
    return np.array(members, np.int64), np.array(topics, np.int64), np.array(lengths, np.int64), ids


def _entries(value: object, what: str) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return value.items()
    raise ValueError(f"{what} is {short_repr(value)}: expected an object with names as its keys")


_INTEGER = frozenset({int})
