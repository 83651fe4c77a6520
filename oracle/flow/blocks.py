"""
Blocks: sets of topic classes and member classes that share their partitions evenly within the set only.

In every optimum each member of a block has the block's `floor` of partitions, and `extras` members have one more.
Blocks come from the best loads for divisible partitions. The loads of an optimum differ from these by less than one
(Frank and Murota 2022, "Decreasing minimization on base-polyhedra: relation between discrete and continuous cases"). No
optimum gives a partition of one floor level to another floor level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.loops import components
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.reduced_problem import ClassGraph

Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """
    The block of each topic class, member class and member; the `floor` and the number of `extras` of each block.

    The last block holds the members without topics.
    """

    of_topic_class: Ints
    of_member_class: Ints
    of_member: Ints
    floor: Ints
    extras: Ints


def guess_blocks(graph: ClassGraph) -> Blocks:
    """The blocks if each connected component can share evenly. The flow proves or refutes this guess."""
    topic_level, member_level = np.zeros_like(graph.supply), np.zeros_like(graph.size)
    return connected_blocks(graph, topic_level, member_level, levels=min(1, len(topic_level)))


def connected_blocks(graph: ClassGraph, topic_level: Ints, member_level: Ints, *, levels: int) -> Blocks:
    """
    The connected components of topic classes and member classes, where edges connect only within one level.

    `levels` is the number of different values in `topic_level`.
    """
    connected_components = choose_loops(components, graph.extent).connected_components
    of_topic_class, of_member_class, _ = connected_components(
        graph.row_start, graph.row_class, topic_level, member_level, levels
    )
    supply, size = totals(graph, of_topic_class, of_member_class)
    # Members without topics have class -1. This index reads the last entry, their own block.
    return Blocks(
        of_topic_class=of_topic_class,
        of_member_class=of_member_class,
        of_member=np.append(of_member_class, len(size))[graph.member_class],
        floor=np.append(supply // size, 0),
        extras=np.append(supply % size, 0),
    )


def totals(graph: ClassGraph, of_topic_class: Ints, of_member_class: Ints) -> tuple[Ints, Ints]:
    """The number of partitions and of members in each set of topic classes and member classes."""
    number = 1 + max(of_topic_class.max(initial=-1), of_member_class.max(initial=-1))
    return sum_by_label(of_topic_class, graph.supply, number), sum_by_label(of_member_class, graph.size, number)


def sum_by_label(label: Ints, value: Ints, number: int) -> Ints:
    """The sum of the values of each label below `number`."""
    # bincount adds floats, which are exact up to 2**53. No group has that many partitions.
    return np.bincount(label, weights=value, minlength=number).astype(np.int64)
