"""
The closed form for equal subscriptions, without classes and without a flow.

Every member gets the floor of the average. The remainder gives one more partition to some members. Members that had
more than the floor come first: each of them keeps a partition that would otherwise move. An extra saves no move on any
other member.

The potentials follow directly. Topics, and members that had more than the floor, have potential 0. All other members
have potential 1. Only members that had more than the floor lose partitions. Where one of these ends at the floor, only
such members have one more, so no other member is above its level. Where other members gain, each step costs the 1 that
lies between them and the topics.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import CheckedColumns, ColumnarOptimum, Potentials
from kafka_assay.oracle.loops import equal_subscriptions
from kafka_assay.oracle.loops.compilation import choose_loops


def solve_equal_subscriptions(columns: CheckedColumns) -> ColumnarOptimum | None:
    """The optimum with its proof; None where subscriptions differ."""
    loop, width = choose_loops(equal_subscriptions, columns.extent), int(columns.start[1]) if columns.members else 0
    if not loop.has_equal_subscriptions(columns.start, columns.topics, len(columns.partitions)):
        return None
    holder, loads, owned, kept, members, levels = loop.share_equally(
        columns.partitions, columns.topics[:width], columns.owner, columns.members
    )
    return ColumnarOptimum(
        holder=holder,
        loads=loads,
        kept=int(kept),
        moves=int(owned - kept),
        potentials=Potentials(topics=np.zeros_like(columns.partitions), members=members, levels=levels),
    )
