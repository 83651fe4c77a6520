"""
The two checks of a certificate: that a plan is as balanced as possible, and that its potentials prove its moves.

The check of the balance uses numbers that anybody can verify. It looks for a *price* of each member: its load, or one
more. Prices prove the balance where, for each topic,

* all members that hold one of its partitions have the same price, and
* no subscriber has a lower price.

Then giving a partition from a to b means price(a) <= price(b). A member with load l and price q whose load becomes L
changes the sum of squares by L*L - l*l >= (2q - 1)(L - l), because q is l or l + 1 and L is a whole number. Summed over
all changes to another plan, this is the sum of 2*(price(b) - price(a)) over the partitions that go from a to b. It is
not negative. Equality requires that L is q or q - 1. So any two plans of the best balance differ by at most one in each
member's load (Frank and Murota 2018 show this for all M-convex sets).

The search raises prices to find the lowest ones. Every member starts at its load. A subscriber of a topic is raised to
the highest price among the topic's holders. A member that would have to rise by two ends a chain of hand-overs from a
member with two more partitions, so the plan can be improved. Each member is raised at most once, and each topic is then
visited again. The work is linear in subscriptions and partitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.oracle.certificate.tally import CertificateTally, Ints

FAR = np.iinfo(np.int64).max // 2


def find_improvement(tally: CertificateTally) -> tuple[int, int] | None:
    """
    A member that could receive a partition along a chain, and the load at the start of the chain.

    That load is higher by two or more. None where the plan of a valid tally is balanced.
    """
    if not len(tally.row):
        return None
    raising = _PriceRaising(tally)
    raised = np.flatnonzero(raising.required[tally.row] > raising.price)
    while len(raised):
        raising.price[raised] = raising.required[tally.row[raised]]
        if (too_far := raising.price[raised] > raising.loads[raised] + 1).any():
            member = int(raised[too_far.argmax()])
            return member, int(raising.price[member])
        raised = raising.members_to_raise(raised)
    return None


class _PriceRaising:
    """The prices so far, the highest price among each topic's holders, and the price that each row requires."""

    def __init__(self, tally: CertificateTally) -> None:
        self.tally, self.topic_of, self.loads = tally, tally.topic_of, tally.loads
        self.price, self.top = self.loads.copy(), np.full(len(tally.sizes), -1, dtype=np.int64)
        topics = np.flatnonzero(tally.sizes)
        if len(topics):
            of_holder = np.where(tally.holder >= 0, self.loads[tally.holder], -1)
            first = np.cumsum(tally.sizes) - tally.sizes
            self.top[topics] = np.maximum.reduceat(of_holder, first[topics])
        self.required = tally.reduce_rows(np.maximum, self.top, where_none=-1)

    def members_to_raise(self, raised: Ints) -> Ints:
        """The members to raise next, because the members `raised` were raised."""
        partitions, starts = self._by_holder
        held = partitions[_ranges(starts[raised], self.loads[raised])]
        topics, price = self.topic_of[held], np.repeat(self.price[raised], self.loads[raised])
        higher = price > self.top[topics]
        np.maximum.at(self.top, topics[higher], price[higher])
        topics = np.unique(topics[higher])
        # Usually no member is left to raise. Then the subscribers of these topics are not needed.
        if self.top[topics].max(initial=-1) <= self.required[self.required >= 0].min(initial=FAR):
            return topics[:0]
        readers, starts = self._by_topic
        counts = starts[topics + 1] - starts[topics]
        rows, price = readers[_ranges(starts[topics], counts)], np.repeat(self.top[topics], counts)
        higher = price > self.required[rows]
        np.maximum.at(self.required, rows[higher], price[higher])
        rows = np.unique(rows[higher])
        members, starts = self._by_row
        members = members[_ranges(starts[rows], starts[rows + 1] - starts[rows])]
        return members[self.required[self.tally.row[members]] > self.price[members]]

    @cached_property
    def _by_holder(self) -> tuple[Ints, Ints]:
        """The partitions sorted by holder, after those without one, and the start of each holder's."""
        partitions = _sorted_places(self.tally.holder + 1, len(self.loads) + 1)
        return partitions, len(partitions) - np.cumsum(self.loads[::-1])[::-1]

    @cached_property
    def _by_topic(self) -> tuple[Ints, Ints]:
        """The rows that subscribe to each topic, sorted by topic, and the start of each topic's."""
        rows = np.repeat(np.arange(len(self.tally.row_start) - 1), np.diff(self.tally.row_start))
        topics, number = self.tally.row_topics, len(self.tally.sizes)
        return rows[_sorted_places(topics, number)], _list_starts(topics, number)

    @cached_property
    def _by_row(self) -> tuple[Ints, Ints]:
        """The members sorted by row, and the start of each row's."""
        number = len(self.tally.row_start)
        return _sorted_places(self.tally.row, number), _list_starts(self.tally.row, number)


def _sorted_places(keys: Ints, most: int) -> Ints:
    """The indices that sort `keys`, which are all below `most`. A radix sort handles 16-bit keys in one pass."""
    return np.argsort(keys.astype(np.uint16) if most <= 2**16 else keys, kind="stable")


def _list_starts(keys: Ints, most: int) -> Ints:
    """The start of each key's run in the sorted order, and the end of the last run."""
    return np.concatenate(([0], np.cumsum(np.bincount(keys, minlength=most))))


def _ranges(starts: Ints, counts: Ints) -> Ints:
    """All ranges of `counts[i]` numbers from `starts[i]` on, concatenated."""
    return np.arange(counts.sum()) + np.repeat(starts - np.cumsum(counts) + counts, counts)


def find_violation(tally: CertificateTally, members: Ints, topics: Ints) -> str | None:
    """
    Describe the first step of giving or taking a partition that is cheaper than the potentials of a valid tally allow.
    """
    for member, topic, step in _violations(tally, members, topics):
        description = step.format(member=tally.member_name(member), topic=tally.topic_name(topic))
        return f"{description} is cheaper than the potentials say"
    return None


def _violations(tally: CertificateTally, members: Ints, topics: Ints) -> Iterator[tuple[int, int, str]]:
    # Only the cheapest topic of a row matters. A topic without partitions gives nothing to any member.
    cheapest = tally.reduce_rows(np.minimum, np.where(tally.sizes > 0, topics, FAR), where_none=FAR)
    if (under := members > cheapest[tally.row] + 1).any():
        member = int(under.argmax())
        row_topics = tally.row_topics[tally.row_start[tally.row[member]] : tally.row_start[tally.row[member] + 1]]
        yield member, int(row_topics[topics[row_topics] == cheapest[tally.row[member]]][0]), GIVE
    given = np.flatnonzero(tally.holder != NOBODY)
    topic_of, holder, owner = tally.topic_of[given], tally.holder[given], tally.owner[given]
    is_new = owner != holder
    for step, under in (
        (TAKE_KEPT, topics[topic_of] > members[holder]),
        (TAKE_NEW, is_new & (topics[topic_of] > members[holder] - 1)),
    ):
        if under.any():
            yield int(holder[under.argmax()]), int(topic_of[under.argmax()]), step
    away = is_new & (owner != NOBODY)
    topic_of, owner = topic_of[away], owner[away]
    if (under := members[owner] > topics[topic_of]).any():
        yield int(owner[under.argmax()]), int(topic_of[under.argmax()]), GIVE_BACK


GIVE = "giving {member} one more partition of {topic}"
GIVE_BACK = "giving {member} its own partition of {topic} back"
TAKE_KEPT = "taking a kept partition of {topic} from {member}"
TAKE_NEW = "taking a new partition of {topic} from {member}"


def adjacent_loads(loads: Ints, members: Ints) -> Iterator[tuple[int, int, int]]:
    """
    Each load l that has members, where load l + 1 has members too, with two potentials.

    These are the lowest potential at load l and the highest at load l + 1.
    """
    if not len(loads):
        return
    lowest, highest = np.full(loads.max() + 1, FAR), np.full(loads.max() + 1, -FAR)
    np.minimum.at(lowest, loads, members)
    np.maximum.at(highest, loads, members)
    for load in np.flatnonzero((lowest[:-1] < FAR) & (highest[1:] > -FAR)).tolist():
        yield load, int(lowest[load]), int(highest[load + 1])
