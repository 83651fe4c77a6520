"""A group as arrays without names: the oracle's native input, for groups of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.assignors.numbering import NOBODY

Ints: TypeAlias = NDArray[np.int64]


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
