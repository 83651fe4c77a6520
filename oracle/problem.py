"""
A group, shrunk to arrays: what the flow engine sees of it.

Topics with the same subscribers make a *hub*, members with the same subscription a *crew*: partitions of one hub are
interchangeable but for their owner, and so are the members of one crew. Members, topics and therefore everything else
are numbered in the order of their names, so that the order of the input cannot matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from assignors.errors import AssayError
from assignors.order import kafka_order
from assignors.ownership import valid_owners_by_topic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from assignors.model import Group

    Ints: TypeAlias = NDArray[np.int64]

MOST_PARTITIONS = 10_000_000
"""An answer lists every partition: more of them than this do not fit into a few GiB of Python's lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """
    Who may get how much: the part of a problem that the passes over balance and moves look at.

    `supply[h]` partitions in hub h, `size[c]` members in crew c, crew `crew[m]` of member m (-1: on nothing). Edge e
    lets hub `edge_hub[e]` serve crew `edge_crew[e]`; edges are sorted by hub. Keep k says that member `keep_member[k]`
    validly owned `keep_count[k]` partitions of hub `keep_hub[k]`; keeps are sorted by hub, then member.
    """

    supply: Ints
    size: Ints
    crew: Ints
    edge_hub: Ints
    edge_crew: Ints
    keep_hub: Ints
    keep_member: Ints
    keep_count: Ints

    @property
    def members(self) -> int:
        """
        How many members there are, those on nothing included.
        """
        return len(self.crew)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """
    A shape, and what is needed to turn a plan for it back into an assignment.

    Partition p, in the order of topics and ids, belongs to topic `topic_of[p]`, whose first one is `first[topic]` and
    whose hub is `hub[topic]`; `owner[p]` is its valid owner, or -1.
    """

    member_ids: tuple[str, ...]
    topic_names: tuple[str, ...]
    first: Ints
    topic_of: Ints
    hub: Ints
    owner: Ints
    shape: Shape


def problem_of(group: Group) -> Problem:
    """
    The arrays of `group`. Raises `AssayError` where an answer would not fit into memory.
    """
    member_ids = tuple(sorted(group.member_ids(), key=kafka_order))
    crew, crews = _crews(group, member_ids)
    sizes = group.partition_counts()
    topics = tuple(sorted(set().union(*crews), key=kafka_order))
    counts = np.array([sizes[topic] for topic in topics], dtype=np.int64)
    if counts.sum() > MOST_PARTITIONS:
        raise AssayError(f"{counts.sum()} partitions to assign: the oracle answers for at most {MOST_PARTITIONS}")
    hub, edge_hub, edge_crew = _hubs(topics, crews)
    first = np.concatenate(([0], np.cumsum(counts)))
    topic_of = np.repeat(np.arange(len(topics)), counts)
    owner = _owners(group, member_ids, topics, first)
    keep_hub, keep_member, keep_count = counted(hub[topic_of[owner >= 0]], owner[owner >= 0], len(member_ids))
    return Problem(
        member_ids=member_ids,
        topic_names=topics,
        first=first,
        topic_of=topic_of,
        hub=hub,
        owner=owner,
        shape=Shape(
            supply=np.bincount(hub, weights=counts).astype(np.int64),
            size=np.bincount(crew[crew >= 0], minlength=len(crews)),
            crew=crew,
            edge_hub=edge_hub,
            edge_crew=edge_crew,
            keep_hub=keep_hub,
            keep_member=keep_member,
            keep_count=keep_count,
        ),
    )


def counted(hubs: Ints, members: Ints, number_of_members: int) -> tuple[Ints, Ints, Ints]:
    """
    How often each (hub, member) pair stands in `hubs` and `members`: hub, member and count, sorted.
    """
    pairs, counts = np.unique(hubs * number_of_members + members, return_counts=True)
    return pairs // max(1, number_of_members), pairs % max(1, number_of_members), counts


def _crews(group: Group, member_ids: tuple[str, ...]) -> tuple[Ints, list[frozenset[str]]]:
    """
    The crew of each member, and the topics of each crew, as far as they exist and have partitions.
    """
    with_partitions = frozenset(topic.name for topic in group.topics if topic.partitions)
    subscriptions = {member.id: member.subscription for member in group.members}
    numbers: dict[frozenset[str], int] = {frozenset(): -1}
    known: dict[tuple[str, ...], int] = {}
    for subscription in map(subscriptions.__getitem__, member_ids):
        if subscription not in known:
            topics = with_partitions.intersection(subscription)
            known[subscription] = numbers.setdefault(topics, len(numbers) - 1)
    crew = np.array([known[subscriptions[member]] for member in member_ids], dtype=np.int64)
    return crew, [topics for topics, number in numbers.items() if number >= 0]


def _hubs(topics: tuple[str, ...], crews: Iterable[frozenset[str]]) -> tuple[Ints, Ints, Ints]:
    """
    The hub of each topic, and the edges from hubs to crews.
    """
    subscribers: dict[str, list[int]] = {topic: [] for topic in topics}
    for number, crew in enumerate(crews):
        for topic in crew:
            subscribers[topic].append(number)
    numbers: dict[tuple[int, ...], int] = {}
    hub = [numbers.setdefault(tuple(subscribers[topic]), len(numbers)) for topic in topics]
    return (
        np.array(hub, dtype=np.int64),
        np.repeat(np.arange(len(numbers)), [len(crew_numbers) for crew_numbers in numbers]),
        np.array([number for crew_numbers in numbers for number in crew_numbers], dtype=np.int64),
    )


def _owners(group: Group, member_ids: tuple[str, ...], topics: tuple[str, ...], first: Ints) -> Ints:
    """
    The valid owner of each partition, by number, or -1.
    """
    owner = np.full(int(first[-1]), -1, dtype=np.int64)
    number = {member: position for position, member in enumerate(member_ids)}
    start = dict(zip(topics, first.tolist(), strict=False))
    for topic, owners in valid_owners_by_topic(group).items():
        if owners:
            partitions = np.fromiter(owners, dtype=np.int64, count=len(owners))
            owner[start[topic] + partitions] = [number[member] for member in owners.values()]
    return owner
