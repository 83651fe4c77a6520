"""
From a plan in numbers to the member that holds each partition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.plan import rank

if TYPE_CHECKING:
    from oracle.flow.plan import Plan
    from oracle.problem import Ints, Problem


def dealt(problem: Problem, plan: Plan) -> Ints:
    """
    The member that holds each partition.

    A member keeps the first of its partitions in a hub. A hub's new ones are dealt round by round, so that a topic
    spreads over those who are given some.
    """
    hub_of, owner = problem.hub[problem.topic_of], problem.owner
    holder = np.where(_kept(problem, plan, hub_of), owner, -1)
    to_deal = np.flatnonzero(holder < 0)
    to_deal = to_deal[np.argsort(hub_of[to_deal], kind="stable")]
    hub, member, count = (
        np.concatenate([getattr(gifts, name) for gifts in plan.gifts] or [np.zeros(0, dtype=np.int64)])
        for name in ("hub", "member", "count")
    )
    order = np.lexsort((member, hub))
    hubs, members = np.repeat(hub[order], count[order]), np.repeat(member[order], count[order])
    rounds = rank(hubs * len(problem.member_ids) + members)
    holder[to_deal] = members[np.lexsort((members, rounds, hubs))]
    return holder


def _kept(problem: Problem, plan: Plan, hub_of: Ints) -> Ints:
    shape = problem.shape
    owned = np.flatnonzero(problem.owner >= 0)
    pairs = shape.keep_hub * shape.members + shape.keep_member
    keep = np.searchsorted(pairs, hub_of[owned] * shape.members + problem.owner[owned])
    order = np.argsort(keep, kind="stable")
    kept = np.zeros(len(problem.owner), dtype=bool)
    kept[owned[order]] = rank(keep[order]) < plan.kept[keep[order]]
    return kept
