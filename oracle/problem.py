"""
A group, shrunk to what the flow engine sees of it.

Topics with the same subscribers make a *hub*, members with the same subscription a *crew*: partitions of one hub are
interchangeable but for their owner, and so are the members of one crew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from oracle.columns import checked, columns_of
from oracle.loops import shrink
from oracle.loops.compiled import loops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from assignors.model import Group
    from oracle.columns import CheckedColumns, Columns

    Ints: TypeAlias = NDArray[np.int64]

FIRST = 1 << 14
"""So many weights are made at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """
    Who may get how much: the part of a problem that the passes over balance and moves look at.

    `supply[h]` partitions in hub h, `size[c]` members in crew c, crew `crew[m]` of member m (-1: on nothing). Crew c
    may be served by the hubs `row_hub[row_start[c]:row_start[c + 1]]`, ascending. Keep k says that member
    `keep_member[k]` validly owned `keep_count[k]` partitions of hub `keep_hub[k]`; those of member m are the keeps
    `keep_start[m]` to `keep_start[m + 1]`, sorted by hub.
    """

    supply: Ints
    size: Ints
    crew: Ints
    row_start: Ints
    row_hub: Ints
    keep_start: Ints
    keep_hub: Ints
    keep_member: Ints
    keep_count: Ints

    @property
    def members(self) -> int:
        """
        How many members there are, those on nothing included.
        """
        return len(self.crew)

    @property
    def extent(self) -> int:
        """
        How much there is to look at.
        """
        return len(self.crew) + len(self.row_hub) + len(self.keep_hub)

    @property
    def edge_crew(self) -> Ints:
        """
        The crew of each edge from a hub to a crew, where edges are sorted by hub, then crew.
        """
        return np.repeat(np.arange(len(self.size)), np.diff(self.row_start))[np.argsort(self.row_hub, kind="stable")]

    @property
    def edge_hub(self) -> Ints:
        """
        The hub of each of these edges.
        """
        return np.sort(self.row_hub, kind="stable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """
    A shape, and what is needed to turn a plan for it back into an answer.

    The partitions of topic t are `first[t]` to `first[t + 1]`; its hub is `hub[t]` (-1: it has no subscribers, or no
    partitions). `in_order` holds the topics that have one, hub after hub. Names are empty where there are none.
    """

    columns: CheckedColumns
    first: Ints
    hub: Ints
    in_order: Ints
    shape: Shape
    member_ids: tuple[str, ...] = ()
    topic_names: tuple[str, ...] = ()

    @property
    def owner(self) -> Ints:
        """
        The valid owner of each partition, or -1.
        """
        return self.columns.owner

    @property
    def topic_of(self) -> Ints:
        """
        The topic of each partition.
        """
        return np.repeat(np.arange(len(self.hub)), self.columns.partitions)


def problem_of(group: Group) -> Problem:
    """
    The problem that `group` poses. Raises `AssayError` where an answer would not fit into memory.
    """
    named = columns_of(group)
    return shrunk(named.columns, named.member_ids, named.topic_names)


def shrunk(columns: Columns, member_ids: tuple[str, ...] = (), topic_names: tuple[str, ...] = ()) -> Problem:
    """
    The problem that a group of arrays poses. Raises `ValueError` where the arrays do not fit together.
    """
    columns = checked(columns)
    loop = loops(shrink, columns.extent)
    start, topics = _on_partitions(columns)
    weight = _weights(max(len(columns.partitions), columns.members))
    crew, crew_first = loop.crews_of(start, topics, weight, len(columns.partitions))
    if len(topics) and not len(crew_first):
        raise ValueError("the topics of a member are not ascending, each once, or there is no such topic")
    hub, hub_first = loop.hubs_of(start, topics, crew_first, weight, len(columns.partitions))
    if len(crew_first) == columns.members and len(hub_first) == len(columns.partitions):
        row_start, row_hub = start, topics
    else:
        row_start, row_hub = loop.rows_of(start, topics, crew_first, hub, hub_first)
    first = np.concatenate(([0], np.cumsum(columns.partitions)))
    in_order = np.argsort(hub, kind="stable")[np.count_nonzero(hub < 0) :]
    hubs = len(hub_first)
    keep_start, keep_hub, keep_member, keep_count = loop.keeps_of(in_order, first, hub, columns.owner, len(crew), hubs)
    shape = Shape(
        supply=np.bincount(hub[in_order], weights=columns.partitions[in_order]).astype(np.int64),
        size=np.bincount(crew[crew >= 0], minlength=len(crew_first)),
        crew=crew,
        row_start=row_start,
        row_hub=row_hub,
        keep_start=keep_start,
        keep_hub=keep_hub,
        keep_member=keep_member,
        keep_count=keep_count,
    )
    return Problem(
        columns=columns,
        first=first,
        hub=hub,
        in_order=in_order,
        shape=shape,
        member_ids=member_ids,
        topic_names=topic_names,
    )


def _on_partitions(columns: Columns) -> tuple[Ints, Ints]:
    """
    The subscriptions without topics that have no partitions.
    """
    if columns.partitions.all():
        return columns.start, columns.topics
    real = columns.partitions[columns.topics] > 0
    before = np.concatenate(([0], np.cumsum(real)))
    return before[columns.start], columns.topics[real]


def _weights(number: int) -> Ints:
    """
    So many weights: the first of all that were made, for most groups are small.
    """
    return _made(max(number, FIRST))[:number]


@lru_cache(maxsize=1)
def _made(number: int) -> Ints:
    """
    Numbers from 1 to 2**38, spread so that sums of different ones hardly ever coincide. Sums of millions fit 64 bits.
    """
    spread = np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    spread ^= spread >> np.uint64(31)
    spread *= np.uint64(0xBF58476D1CE4E5B9)
    return (spread >> np.uint64(26)).astype(np.int64) + 1
