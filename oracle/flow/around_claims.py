"""
The same engine on a group in which every validly owned partition can go to its owner only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from oracle.figures import assignment_of
from oracle.flow.blocks import summed
from oracle.flow.deal import dealt
from oracle.flow.engine import planned
from oracle.flow.plan import Plan
from oracle.problem import Shape, problem_of

if TYPE_CHECKING:
    from assignors.model import Assignment, Group
    from oracle.problem import Ints


def best_assignment_around_claims(group: Group) -> Assignment:
    """
    The assignment with the least sum of squared loads among those that move nothing.
    """
    problem = problem_of(group)
    shape = problem.shape
    open_hubs = np.flatnonzero(shape.supply > _had(shape))
    placed = planned(_pinned(shape, open_hubs))
    # What an owner's own hub holds is kept, never given: all gifts come from the open hubs, numbered first.
    gifts = [replace(gift, hub=open_hubs[gift.hub]) for gift in placed.gifts]
    plan = Plan(load=placed.load, kept=shape.keep_count, gifts=gifts)
    return assignment_of(problem, dealt(problem, plan))


def _had(shape: Shape) -> Ints:
    return summed(shape.keep_hub, shape.keep_count, len(shape.supply))


def _pinned(shape: Shape, open_hubs: Ints) -> Shape:
    """
    A shape with a hub of its own for every owner, beside what nobody owned of the `open_hubs`.

    Owners of the same crew differ now in what they can be relieved of: so every member is a crew.
    """
    owners, owned = np.unique(shape.keep_member), summed(shape.keep_member, shape.keep_count, shape.members)
    on_something = np.flatnonzero(shape.crew >= 0)
    crew = np.full(shape.members, -1)
    crew[on_something] = np.arange(len(on_something))
    new_hub = np.full(len(shape.supply), -1)
    new_hub[open_hubs] = np.arange(len(open_hubs))

    edges = np.flatnonzero(new_hub[shape.edge_hub] >= 0)
    by_crew = on_something[np.argsort(shape.crew[on_something], kind="stable")]
    start = np.cumsum(shape.size) - shape.size
    size = shape.size[shape.edge_crew[edges]]
    within = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    served = by_crew[np.repeat(start[shape.edge_crew[edges]], size) + within]
    own_hub = len(open_hubs) + np.arange(len(owners))
    return Shape(
        supply=np.concatenate(((shape.supply - _had(shape))[open_hubs], owned[owners])),
        size=np.ones(len(on_something), dtype=np.int64),
        crew=crew,
        edge_hub=np.concatenate((np.repeat(new_hub[shape.edge_hub[edges]], size), own_hub)),
        edge_crew=np.concatenate((crew[served], crew[owners])),
        keep_hub=own_hub,
        keep_member=owners,
        keep_count=owned[owners],
    )
