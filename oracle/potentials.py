"""
The proof that a plan moves no more than its balance needs: a potential for each topic, member and load level.

They are the shortest distances along the steps by which a plan could be changed: giving a member its own partition
back costs 0, giving it any other 1, taking a kept one away 0, taking a new one away -1, passing an extra from a member
to one of the next lower load 0. They exist if and only if no closed walk of steps costs less than 0. What they prove,
and how they are checked, stands in `oracle.certificate`, which shares no code with this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from oracle.problem import Ints, Problem

FAR = np.iinfo(np.int64).max // 2


def certificate_of(problem: Problem, holder: Ints) -> dict[str, Any]:
    """
    The certificate of the plan in which `holder[p]` holds partition p. Raises `NotOptimal` where it moves too much.
    """
    load = np.bincount(holder, minlength=len(problem.member_ids))
    hubs, members, levels = _distances(problem, holder, load)
    lowest = min(hubs.min(initial=0), members.min(initial=0))
    present = set(load.tolist())
    needed = sorted(level for level in present if level + 1 in present)
    return {
        "kind": "potentials",
        "members": dict(zip(problem.member_ids, (members - lowest).tolist(), strict=True)),
        "topics": dict(zip(problem.topic_names, (hubs[problem.hub] - lowest).tolist(), strict=True)),
        "levels": {str(level): int(levels[level] - lowest) for level in needed},
    }


class NotOptimal(Exception):
    """
    The plan could be made cheaper at the same balance. An engine that made it is wrong.
    """


def _distances(problem: Problem, holder: Ints, load: Ints) -> tuple[Ints, Ints, Ints]:
    shape, hub_of = problem.shape, problem.hub[problem.topic_of]
    away, number = (holder != problem.owner) & (problem.owner >= 0), max(1, len(load))
    lost_hub, lost_by = np.divmod(np.unique(hub_of[away] * number + problem.owner[away]), number)
    held, refund = np.divmod(np.unique((hub_of * number + holder) * 2 + (holder != problem.owner)), 2)
    held_hub, held_by = np.divmod(held, number)
    hubs, members = np.zeros(len(shape.supply), dtype=np.int64), np.zeros(len(load), dtype=np.int64)
    levels = np.zeros(int(load.max(initial=0)) + 1, dtype=np.int64)
    # A shortest path has fewer steps than there are nodes: distances still falling then fall for ever.
    for _ in range(len(hubs) + len(members) + len(levels) + 2):
        before = hubs.copy(), members.copy(), levels.copy()
        crews = np.full(len(shape.size) + 1, FAR)
        np.minimum.at(crews, shape.edge_crew, hubs[shape.edge_hub] + 1)
        np.minimum(members, crews[shape.crew], out=members)
        np.minimum.at(members, lost_by, hubs[lost_hub])
        np.minimum.at(levels, load, members)
        np.minimum(members, np.where(load > 0, levels[load - 1], FAR), out=members)
        np.minimum.at(hubs, held_hub, members[held_by] - refund)
        if all((one == other).all() for one, other in zip(before, (hubs, members, levels), strict=True)):
            return hubs, members, levels
    raise NotOptimal("the plan can be made cheaper at the same balance")
