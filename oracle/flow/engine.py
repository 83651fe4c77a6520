"""
The order of the passes: the closed form where all subscribe to the same; elsewhere guess that every connected part
shares evenly, and look deeper only where that fails.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from oracle.columns import ColumnarOptimum, Potentials
from oracle.figures import assignment_of
from oracle.flow.blocks import one_level_each
from oracle.flow.deal import dealt_equally, dealt_shared
from oracle.flow.equal import is_equal, shared_equally
from oracle.flow.levels import level_blocks
from oracle.flow.share import share
from oracle.optimum import Optimum
from oracle.potentials import certificate_of, potentials_of
from oracle.problem import problem_of, shrunk

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.model import Assignment, Group
    from oracle.columns import Columns, Ints
    from oracle.flow.blocks import Blocks
    from oracle.flow.deal import Dealt
    from oracle.flow.share import Shared
    from oracle.problem import Problem, Shape


def solve(group: Group) -> Optimum:
    """
    The optimum of `group`.
    """
    problem = problem_of(group)
    found = _solved(problem)
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
    The optimum of a group of arrays, with its proof.
    """
    return _solved(shrunk(columns))


def _solved(problem: Problem) -> ColumnarOptimum:
    dealt, proof = _dealt(problem)
    return ColumnarOptimum(
        holder=dealt.holder,
        loads=dealt.load,
        kept=dealt.kept,
        moves=dealt.owned - dealt.kept,
        potentials=proof(),
    )


def _dealt(problem: Problem) -> tuple[Dealt, Callable[[], Potentials]]:
    """
    The optimum of a problem, and what proves, when it is asked for, that it moves no more than it needs.
    """
    if is_equal(problem.shape):
        equal = shared_equally(problem.shape)
        topics = np.zeros_like(problem.hub)
        return dealt_equally(problem, equal), partial(
            Potentials, topics=topics, members=equal.members, levels=equal.levels
        )
    blocks, shared = planned(problem.shape)
    dealt = dealt_shared(problem, shared)
    return dealt, lambda: potentials_of(problem, dealt.holder, dealt.load, shared.potentials(blocks))


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
    return _dealt(problem)[0].holder


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
