"""
The order of the passes: the closed form where all subscribe to the same; elsewhere guess that every connected part
shares evenly, and look deeper only where that fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.columns import ColumnarOptimum, checked
from oracle.figures import assignment_of
from oracle.flow.blocks import one_level_each
from oracle.flow.deal import dealt_shared
from oracle.flow.equal import solved_equally
from oracle.flow.levels import level_blocks
from oracle.flow.share import share
from oracle.optimum import Optimum
from oracle.potentials import certificate_of, potentials_of
from oracle.problem import problem_of, shrunk

if TYPE_CHECKING:
    from assignors.model import Assignment, Group
    from oracle.columns import Columns, Ints
    from oracle.flow.blocks import Blocks
    from oracle.flow.share import Shared
    from oracle.problem import Problem, Shape


def solve(group: Group) -> Optimum:
    """
    The optimum of `group`.
    """
    problem = problem_of(group)
    found = solved_equally(problem.columns) or _solved(problem)
    loads = np.sort(found.loads).tolist()
    return Optimum(
        engine="flow",
        status="proved",
        loads=tuple(loads),
        sum_of_squares=sum(load * load for load in loads),
        moves=found.moves,
        kept=found.kept,
        assignment=assignment_of(problem, found.holder),
        certificate=certificate_of(problem, found.loads, found.potentials),
    )


def solve_columns(columns: Columns) -> ColumnarOptimum:
    """
    The optimum of a group of arrays, with its proof. Raises `ValueError` where the arrays do not fit together.
    """
    fit = checked(columns)
    return solved_equally(fit) or _solved(shrunk(fit))


def _solved(problem: Problem) -> ColumnarOptimum:
    blocks, shared = planned(problem.shape)
    dealt = dealt_shared(problem, shared)
    return ColumnarOptimum(
        holder=dealt.holder,
        loads=dealt.load,
        kept=dealt.kept,
        moves=dealt.owned - dealt.kept,
        potentials=potentials_of(problem, dealt.holder, dealt.load, shared.potentials(blocks)),
    )


def best_assignment(group: Group) -> Assignment:
    """
    The assignment of the optimum alone, where neither its figures nor its proof are asked for.
    """
    problem = problem_of(group)
    return assignment_of(problem, best_holder(problem))


def best_holder(problem: Problem) -> Ints:
    """
    Who holds each partition in the optimum; -1 where nobody can.
    """
    equal = solved_equally(problem.columns)
    return dealt_shared(problem, planned(problem.shape)[1]).holder if equal is None else equal.holder


def planned(shape: Shape) -> tuple[Blocks, Shared]:
    """
    The blocks of a shape, and the best plan for it.

    A component that ends its share without a lack was guessed right: its members have the floor or one more, which no
    plan betters. The others are cut into load levels, and all share anew, which now must end without a lack.
    """
    blocks = one_level_each(shape)
    shared = share(shape, blocks)
    if shared.stuck.any():
        blocks = level_blocks(shape, blocks, shared.stuck)
        shared = share(shape, blocks)
        if shared.stuck.any():
            raise RuntimeError("a block of one load level cannot share evenly")
    return blocks, shared
