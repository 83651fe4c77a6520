"""
A group and an answer to it as arrays: subscriptions, valid owners and current holders.

The certificate check reads only this, at any size. It is separate from the engines' arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.numbering import NOBODY

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
