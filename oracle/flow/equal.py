"""
The closed form where everybody subscribes to the same: no flow is needed to share evenly.

Everybody gets the floor of the average, and as many as it takes one more. Who had more than the floor comes first among
these: it keeps a partition that would move otherwise, and nobody else could save a move so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.problem import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Equal:
    """
    How many partitions stay with each keep; who is given how many others (`gift_member`, `gift_count`); the potentials
    of the members and of the load levels, the hub's being 0.
    """

    kept: Ints
    gift_member: Ints
    gift_count: Ints
    members: Ints
    levels: Ints


def is_equal(shape: Shape) -> bool:
    """
    Whether there is one hub, which serves everybody.
    """
    return len(shape.supply) == 1 and len(shape.size) == 1 and int(shape.size[0]) == shape.members


def shared_equally(shape: Shape) -> Equal:
    """
    The best plan of a shape that is equal.

    The proof stands beside it. The hub and those who had more than the floor have potential 0, all others 1: nobody
    loses a partition but the former; where one of these comes down to the floor, only they have one more, so nobody
    else stands above its level; and where the others gain, each step costs the 1 between them and the hub.
    """
    had = np.zeros(shape.members, dtype=np.int64)
    had[shape.keep_member] = shape.keep_count
    floor, extras = divmod(int(shape.supply[0]), shape.members)
    over = had > floor
    load = np.full(shape.members, floor)
    raised = np.flatnonzero(over)[:extras]
    load[raised] += 1
    spare = extras - len(raised)
    if spare:
        load[np.flatnonzero(~over)[:spare]] += 1
    stays = np.minimum(had, load)
    gifts = load - stays
    given = np.flatnonzero(gifts)
    members = 1 - over.astype(np.int64)
    levels = np.ones(int(load.max()) + 1, dtype=np.int64)
    for level in (floor, floor + 1)[: len(levels) - floor]:
        levels[level] = members.min(where=load == level, initial=1)
    return Equal(
        kept=stays[shape.keep_member],
        gift_member=given,
        gift_count=gifts[given],
        members=members,
        levels=levels,
    )
