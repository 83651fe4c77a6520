"""Build a tally from a named group and an answer to it. This module shares no code with the engines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from kafka_assay.assignors.errors import short_repr
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.numbering import NOBODY, Numbering, newest_claimants
from kafka_assay.oracle.certificate.tally import CertificateTally, Ints


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
