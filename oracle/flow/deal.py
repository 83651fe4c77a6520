"""
From a plan in numbers to the member that holds each partition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from oracle.loops import deal
from oracle.loops.compiled import loops

if TYPE_CHECKING:
    from oracle.columns import Ints
    from oracle.flow.plan import Plan
    from oracle.flow.share import Shared
    from oracle.problem import Problem


def dealt(problem: Problem, plan: Plan) -> Ints:
    """
    The member that holds each partition (-1: nobody can), as `plan` says.

    A member keeps the first of its partitions in a hub. A hub's new ones are dealt round by round, so that a topic
    spreads over those who are given some.
    """
    hub, member, count = (
        np.concatenate([getattr(gifts, name) for gifts in plan.gifts] or [np.zeros(0, dtype=np.int64)])
        for name in ("hub", "member", "count")
    )
    order = np.lexsort((member, hub))
    start = np.searchsorted(hub[order], np.arange(len(problem.shape.supply) + 1))
    return _dealt(problem, plan.kept, (start, member[order], count[order])).holder


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """
    The member that holds each partition (-1: nobody can), what each member holds, how many partitions had an owner, and
    how many of these are still with it.
    """

    holder: Ints
    load: Ints
    owned: int
    kept: int


def dealt_shared(problem: Problem, shared: Shared) -> Dealt:
    """
    Who holds what by a flow that has ended.
    """
    net, flow = shared.net, shared.flow
    gifts = loops(deal, problem.columns.extent).gifts_of(
        flow.newest, flow.older, flow.served, flow.to_crew, net.crew_start, net.crew_member, flow.given
    )
    return _dealt(problem, flow.kept, gifts)


def _dealt(problem: Problem, kept: Ints, gifts: tuple[Ints, Ints, Ints]) -> Dealt:
    shape, loop = problem.shape, loops(deal, problem.columns.extent)
    keeps = shape.keep_start, kept
    holder, load, owned, same = loop.dealt(problem.in_order, problem.first, problem.hub, problem.owner, keeps, gifts)
    return Dealt(holder=holder, load=load, owned=int(owned), kept=int(same))
