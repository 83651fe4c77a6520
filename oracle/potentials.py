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

from oracle.columns import Potentials
from oracle.loops import distances
from oracle.loops.compiled import loops

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.problem import Problem


class NotOptimal(Exception):
    """
    The plan could be made cheaper at the same balance. An engine that made it is wrong.
    """


def potentials_of(problem: Problem, holder: Ints, load: Ints, guess: tuple[Ints, Ints] | None = None) -> Potentials:
    """
    The potentials of the plan in which `holder[p]` holds partition p, and member m `load[m]` of them.

    A good `guess` at those of hubs and members is near them, and only saves time. Raises `NotOptimal` where the plan
    moves too much.
    """
    shape = problem.shape
    hubs, members = guess or (np.zeros_like(shape.supply), np.zeros_like(shape.crew))
    levels = np.full(int(load.max(initial=0)) + 1, members.max(initial=0))
    settled = loops(distances, problem.columns.extent).lowered(
        (problem.in_order, problem.first, problem.hub),
        (shape.crew, shape.row_start, shape.row_hub),
        (holder, problem.owner, load),
        hubs,
        members,
        levels,
    )
    if not settled:
        raise NotOptimal("the plan can be made cheaper at the same balance")
    lowest = min(hubs.min(initial=0), members.min(initial=0))
    return Potentials(topics=np.append(hubs, 0)[problem.hub] - lowest, members=members - lowest, levels=levels - lowest)


def certificate_of(problem: Problem, load: Ints, potentials: Potentials) -> dict[str, Any]:
    """
    The same by name, as a certificate: of the levels, those that mean something.
    """
    present = set(load.tolist())
    needed = sorted(level for level in present if level + 1 in present)
    return {
        "kind": "potentials",
        "members": dict(zip(problem.member_ids, potentials.members.tolist(), strict=True)),
        "topics": dict(zip(problem.topic_names, potentials.topics.tolist(), strict=True)),
        "levels": {str(level): int(potentials.levels[level]) for level in needed},
    }
