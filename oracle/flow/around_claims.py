"""
The same engine on a group in which every validly owned partition can go to its owner only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.figures import assignment_of
from oracle.flow.blocks import summed
from oracle.flow.deal import dealt
from oracle.flow.engine import planned
from oracle.flow.plan import Gifts, Plan
from oracle.problem import Shape, problem_of

if TYPE_CHECKING:
    from assignors.model import Assignment, Group
    from oracle.columns import Ints


def best_assignment_around_claims(group: Group) -> Assignment:
    """
    The assignment with the least sum of squared loads among those that move nothing.
    """
    problem = problem_of(group)
    shape = problem.shape
    had = summed(shape.keep_hub, shape.keep_count, len(shape.supply))
    open_hubs = np.flatnonzero(shape.supply > had)
    pinned = _pinned(shape, open_hubs, (shape.supply - had)[open_hubs])
    served = planned(pinned)[1].flow.served
    # What an owner's own hub holds is kept, never given: all gifts come from the open hubs, numbered first.
    given = np.flatnonzero((served > 0) & (pinned.row_hub < len(open_hubs)))
    member = np.repeat(np.arange(shape.members), np.diff(pinned.row_start))[given]
    gifts = Gifts(hub=open_hubs[pinned.row_hub[given]], member=member, count=served[given])
    return assignment_of(problem, dealt(problem, Plan(load=had, kept=shape.keep_count, gifts=[gifts])))


def _pinned(shape: Shape, open_hubs: Ints, left: Ints) -> Shape:
    """
    A shape with a hub of its own for every owner, beside what is `left` of the `open_hubs`.

    Owners of the same crew differ now in what they can be relieved of: so every member is a crew.
    """
    new_hub = np.full(len(shape.supply), -1)
    new_hub[open_hubs] = np.arange(len(open_hubs))
    is_open = new_hub[shape.row_hub] >= 0
    crew_start = np.concatenate(([0], np.cumsum(is_open)))[shape.row_start]
    length = np.append(np.diff(crew_start), 0)[shape.crew]
    start = np.cumsum(length) - length
    places = np.repeat(np.append(crew_start[:-1], 0)[shape.crew] - start, length) + np.arange(length.sum())

    owned = summed(shape.keep_member, shape.keep_count, shape.members)
    owners, keep_start = np.flatnonzero(owned), np.concatenate(([0], np.cumsum(owned > 0)))
    own_hub = len(open_hubs) + np.arange(len(owners))
    return Shape(
        supply=np.concatenate((left, owned[owners])),
        size=np.ones(shape.members, dtype=np.int64),
        crew=np.arange(shape.members),
        row_start=np.concatenate(([0], np.cumsum(length + (owned > 0)))),
        row_hub=np.insert(new_hub[shape.row_hub[is_open]][places], (start + length)[owners], own_hub),
        keep_start=keep_start,
        keep_hub=own_hub,
        keep_member=owners,
        keep_count=owned[owners],
    )
