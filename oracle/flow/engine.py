"""
The order of the passes: guess that every connected part shares evenly, and look deeper only where that fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.figures import assignment_of
from oracle.flow.blocks import level_blocks, one_level_each
from oracle.flow.cheapest import share_cheaply
from oracle.flow.deal import dealt
from oracle.flow.direct import share_directly
from oracle.flow.even import share_evenly
from oracle.flow.plan import Plan
from oracle.optimum import Optimum
from oracle.potentials import certificate_of
from oracle.problem import problem_of

if TYPE_CHECKING:
    from assignors.model import Assignment, Group
    from oracle.flow.blocks import Blocks, Mask
    from oracle.problem import Shape


def solve(group: Group) -> Optimum:
    """
    The optimum of `group`.
    """
    problem = problem_of(group)
    holder = dealt(problem, planned(problem.shape))
    loads = np.sort(np.bincount(holder, minlength=len(problem.member_ids))).tolist()
    owned = int(np.count_nonzero(problem.owner >= 0))
    kept = int(np.count_nonzero(holder == problem.owner))
    return Optimum(
        engine="flow",
        status="proved",
        loads=tuple(loads),
        sum_of_squares=sum(load * load for load in loads),
        moves=owned - kept,
        kept=kept,
        assignment=assignment_of(problem, holder),
        certificate=certificate_of(problem, holder),
    )


def best_assignment(group: Group) -> Assignment:
    """
    The assignment of the optimum alone, where neither its figures nor its proof are asked for.
    """
    problem = problem_of(group)
    return assignment_of(problem, dealt(problem, planned(problem.shape)))


def planned(shape: Shape) -> Plan:
    """
    The best plan for a shape.
    """
    plan = Plan.blank(shape)
    guess = one_level_each(shape)
    left = _simple(shape, guess, guess.floor >= 0, plan)
    if left.any():
        blocks = level_blocks(shape, guess, left)
        split = np.zeros_like(left)
        split[guess.of_hub[shape.edge_hub[guess.inside & ~blocks.inside]]] = True
        # A block that was left whole has already shown that it is not simple.
        simpler, whole = _followed(guess, blocks, left & split), _followed(guess, blocks, left & ~split)
        share_cheaply(shape, blocks, whole | _simple(shape, blocks, simpler, plan), plan)
    return plan


def _followed(before: Blocks, after: Blocks, chosen: Mask) -> Mask:
    """
    Which blocks the `chosen` ones became.
    """
    became = np.zeros(len(after.floor), dtype=bool)
    became[after.of_hub[chosen[before.of_hub]]] = True
    became[after.of_crew[chosen[before.of_crew]]] = True
    return became


def _simple(shape: Shape, blocks: Blocks, chosen: Mask, plan: Plan) -> Mask:
    """
    Enter the `chosen` blocks that are simple; those that are not are the answer.
    """
    complete = blocks.complete(shape)
    share_evenly(shape, blocks, chosen & complete, plan)
    return chosen & ~complete & ~share_directly(shape, blocks, chosen & ~complete, plan)
