"""
Corners of the frontier: plans, in numbers, that no plan beats at some price of a move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.blocks import summed
from oracle.flow.plan import Gifts, Plan

if TYPE_CHECKING:
    from fractions import Fraction

    from assignors.model import Assignment
    from oracle.problem import Ints, Problem, Shape


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corner:
    """
    A plan with its figures, the best where a move costs `price` in squares; None: where no price is too high.
    """

    moves: int
    squares: int
    price: Fraction | None
    plan: Plan

    @property
    def gifts(self) -> Gifts:
        """
        The gifts of its plan, which are all together.
        """
        return self.plan.gifts[0]


def corner_of(shape: Shape, plan: Plan, price: Fraction | None) -> Corner:
    """
    The corner that `plan` is.
    """
    return Corner(
        moves=int(shape.keep_count.sum() - plan.kept.sum()),
        squares=int((plan.load * plan.load).sum()),
        price=price,
        plan=plan,
    )


def plan_of(problem: Problem, assignment: Assignment) -> Plan:
    """
    An assignment in numbers.
    """
    shape, hubs = problem.shape, len(problem.shape.supply)
    holder, hub_of = _holder(problem, assignment), problem.hub[problem.topic_of]
    stays = holder == problem.owner
    keeps = shape.keep_member * hubs + shape.keep_hub
    kept = np.searchsorted(keeps, holder[stays] * hubs + hub_of[stays])
    load = np.bincount(holder, minlength=shape.members)
    ones = np.ones(int((~stays).sum()), dtype=np.int64)
    return Plan(
        load=load,
        kept=np.bincount(kept, minlength=len(keeps)),
        gifts=[netted(hub_of[~stays], holder[~stays], ones, shape.members)],
    )


def _holder(problem: Problem, assignment: Assignment) -> Ints:
    holder = np.zeros(len(problem.owner), dtype=np.int64)
    first = dict(zip(problem.topic_names, problem.first.tolist(), strict=False))
    for number, member in enumerate(problem.member_ids):
        for topic, ids in assignment[member].items():
            holder[first[topic] + np.array(ids, dtype=np.int64)] = number
    return holder


def netted(hub: Ints, member: Ints, count: Ints, members: int) -> Gifts:
    """
    Gifts with one entry for each pair of a hub and a member, sorted.
    """
    pairs, place = np.unique(hub * max(1, members) + member, return_inverse=True)
    counts = summed(place, count, len(pairs))
    return Gifts(hub=pairs // max(1, members), member=pairs % max(1, members), count=counts)
