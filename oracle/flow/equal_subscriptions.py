"""
The closed form where everybody subscribes to the same: neither classes nor a flow are needed to share evenly.

Everybody gets the floor of the average, and as many as it takes one more. Who had more than the floor comes first among
these: it keeps a partition that would move otherwise, and nobody else could save a move so.

The proof stands beside it. The topics and those who had more than the floor have potential 0, all others 1: nobody
loses a partition but the former; where one of these comes down to the floor, only they have one more, so nobody else
stands above its level; and where the others gain, each step costs the 1 between them and the topics.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import CheckedColumns, ColumnarOptimum, Potentials
from kafka_assay.oracle.loops import equal_subscriptions
from kafka_assay.oracle.loops.compilation import choose_loops


def solve_equal_subscriptions(columns: CheckedColumns) -> ColumnarOptimum | None:
    """The optimum with its proof, if everybody subscribes to the same."""
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
