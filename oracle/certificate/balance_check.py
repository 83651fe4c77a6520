"""
Whether a plan is as balanced as possible, and why that is so, in numbers that anybody can check.

A *price* is sought for each member: its load, or one more. They prove the balance where, for each topic,

* all members that hold a partition of it have the same price, and
* no member that subscribes to it has a lower one.

For giving a partition from a to b then means price(a) <= price(b), and a member with load l and price q, left with load
L, changes the sum of squares by L*L - l*l >= (2q - 1)(L - l), as q is l or l + 1 and L a whole number. Summed up over
all that any other plan changes, this is the sum of 2*(price(b) - price(a)) over the partitions that go from a to b,
which is not negative. Equality asks that L be q or q - 1: any two plans of the best balance differ by at most one in
each member's load (Frank and Murota 2018 show as much of all M-convex sets).

The lowest prices are found by raising: every member starts at its load, and a subscriber of a topic is raised to the
highest price among its holders. A member that would have to rise by two is the end of a chain of hand-overs from a
member with two partitions more, and the plan can be improved. Each member is raised once at most, and each topic then
looked at again: the work is linear in subscriptions and partitions.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from kafka_assay.oracle.certificate.tally import CertificateTally, Ints

FAR = np.iinfo(np.int64).max


def find_improvement(tally: CertificateTally) -> tuple[int, int] | None:
    """
    A member that partitions could be handed on to, and the load, higher by two or more, from which they would come.

    None where the plan of a valid tally is balanced.
    """
    if not len(tally.row):
        return None
    raising = _PriceRaising(tally)
    raised = np.flatnonzero(raising.asked[tally.row] > raising.price)
    while len(raised):
        raising.price[raised] = raising.asked[tally.row[raised]]
        if (too_far := raising.price[raised] > raising.loads[raised] + 1).any():
            member = int(raised[too_far.argmax()])
            return member, int(raising.price[member])
        raised = raising.members_to_raise(raised)
    return None


class _PriceRaising:
    """The prices so far; for each topic the highest among its holders, and for each row what its topics ask for."""

    def __init__(self, tally: CertificateTally) -> None:
        self.tally, self.topic_of, self.loads = tally, tally.topic_of, tally.loads
        self.price, self.top = self.loads.copy(), np.full(len(tally.sizes), -1, dtype=np.int64)
        topics = np.flatnonzero(tally.sizes)
        if len(topics):
            of_holder = np.where(tally.holder >= 0, self.loads[tally.holder], -1)
            first = np.cumsum(tally.sizes) - tally.sizes
            self.top[topics] = np.maximum.reduceat(of_holder, first[topics])
        self.asked = tally.reduce_rows(np.maximum, self.top, where_none=-1)

    def members_to_raise(self, raised: Ints) -> Ints:
        """Who has to be raised next, because the members `raised` were."""
        held = self._held_partitions[_ranges(self._held_starts[raised], self.loads[raised])]
        topics, price = self.topic_of[held], np.repeat(self.price[raised], self.loads[raised])
        higher = price > self.top[topics]
        np.maximum.at(self.top, topics[higher], price[higher])
        topics = np.unique(topics[higher])
        # Most often nobody is left to raise: then there is no need to know who subscribes to these topics.
        if self.top[topics].max(initial=-1) <= self.asked[self.asked >= 0].min(initial=FAR):
            return topics[:0]
        counts = self._reader_starts[topics + 1] - self._reader_starts[topics]
        rows, price = self._readers[_ranges(self._reader_starts[topics], counts)], np.repeat(self.top[topics], counts)
        higher = price > self.asked[rows]
        np.maximum.at(self.asked, rows[higher], price[higher])
        rows = np.unique(rows[higher])
        members = self._members[
            _ranges(self._member_starts[rows], self._member_starts[rows + 1] - self._member_starts[rows])
        ]
        return members[self.asked[self.tally.row[members]] > self.price[members]]

    @cached_property
    def _held_partitions(self) -> Ints:
        """The partitions, by holder; those of nobody first."""
        return _sorted_places(self.tally.holder + 1, len(self.loads) + 1)

    @cached_property
    def _held_starts(self) -> Ints:
        return len(self.tally.holder) - np.cumsum(self.loads[::-1])[::-1]

    @cached_property
    def _readers(self) -> Ints:
        """The rows that subscribe to each topic, by topic."""
        rows = np.repeat(np.arange(len(self.tally.row_start) - 1), np.diff(self.tally.row_start))
        return rows[_sorted_places(self.tally.row_topics, len(self.tally.sizes))]

    @cached_property
    def _reader_starts(self) -> Ints:
        return _list_starts(self.tally.row_topics, len(self.tally.sizes))

    @cached_property
    def _members(self) -> Ints:
        """The members, by row."""
        return _sorted_places(self.tally.row, len(self.tally.row_start))

    @cached_property
    def _member_starts(self) -> Ints:
        return _list_starts(self.tally.row, len(self.tally.row_start))


def _sorted_places(keys: Ints, most: int) -> Ints:
    """The places of `keys`, all below `most`, in their order. Keys of 16 bits are sorted in one go, by radix."""
    return np.argsort(keys.astype(np.uint16) if most <= 2**16 else keys, kind="stable")


def _list_starts(keys: Ints, most: int) -> Ints:
    """Where the places of each key begin in their order, and where the last ones end."""
    return np.concatenate(([0], np.cumsum(np.bincount(keys, minlength=most))))


def _ranges(starts: Ints, counts: Ints) -> Ints:
    """`starts[i]` and the `counts[i] - 1` numbers behind it, for all i in a row."""
    return np.arange(counts.sum()) + np.repeat(starts - np.cumsum(counts) + counts, counts)
