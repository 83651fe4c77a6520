"""
The passes of the flow engine, in order.

Equal subscriptions have a closed form. For other groups the engine guesses that every connected component can share
evenly. It computes load levels only where the guess fails.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.build_optimum import build_assignment
from kafka_assay.oracle.columns import ColumnarOptimum, Columns, Ints, check_columns
from kafka_assay.oracle.flow.block_flow import BlockFlow, run_block_flow
from kafka_assay.oracle.flow.blocks import Blocks, guess_blocks
from kafka_assay.oracle.flow.equal_subscriptions import solve_equal_subscriptions
from kafka_assay.oracle.flow.holders import deal_flow
from kafka_assay.oracle.flow.load_levels import level_blocks
from kafka_assay.oracle.named_columns import columns_of
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.potentials import certificate_of, potentials_of
from kafka_assay.oracle.reduced_problem import ClassGraph, ReducedProblem, reduce_columns


def solve(group: Group) -> Optimum:
    """The optimum of `group`."""
    named = columns_of(group)
    found = solve_columns(named.columns)
    loads = np.sort(found.loads).tolist()
    return Optimum(
        engine="flow",
        status="proved",
        loads=tuple(loads),
        sum_of_squares=sum(load * load for load in loads),
        moves=found.moves,
        kept=found.kept,
        assignment=build_assignment(named, found.holder),
        certificate=certificate_of(named, found.loads, found.potentials),
    )


def solve_columns(columns: Columns) -> ColumnarOptimum:
    """The optimum of a group of arrays, with its proof. Raises `ValueError` where the arrays do not fit together."""
    fit = check_columns(columns)
    return solve_equal_subscriptions(fit) or _solve_by_flow(reduce_columns(fit))


def _solve_by_flow(problem: ReducedProblem) -> ColumnarOptimum:
    blocks, block_flow = solve_graph(problem.graph)
    dealt = deal_flow(problem, block_flow)
    return ColumnarOptimum(
        holder=dealt.holder,
        loads=dealt.load,
        kept=dealt.kept,
        moves=dealt.owned - dealt.kept,
        potentials=potentials_of(problem, dealt.holder, dealt.load, block_flow.potentials(blocks)),
    )


def best_assignment(group: Group) -> Assignment:
    """The assignment of the optimum, without its figures and its proof."""
    named = columns_of(group)
    return build_assignment(named, best_holders(named.columns))


def best_holders(columns: Columns) -> Ints:
    """The holder of each partition in the optimum; -1 where the topic has no subscriber."""
    fit = check_columns(columns)
    equal = solve_equal_subscriptions(fit)
    if equal is not None:
        return equal.holder
    problem = reduce_columns(fit)
    return deal_flow(problem, solve_graph(problem.graph)[1]).holder


def solve_graph(graph: ClassGraph) -> tuple[Blocks, BlockFlow]:
    """
    The blocks of a graph, and the flow that is its best plan.

    The guess is right for a component whose flow ends without a deficit. Its members have the floor or one more, so no
    plan is better. The other components are split into load levels. Then the flow runs again and must end without a
    deficit.
    """
    blocks = guess_blocks(graph)
    block_flow = run_block_flow(graph, blocks)
    if block_flow.stuck.any():
        blocks = level_blocks(graph, blocks, block_flow.stuck)
        block_flow = run_block_flow(graph, blocks)
        if block_flow.stuck.any():
            raise RuntimeError("a block of one load level cannot share evenly")
    return blocks, block_flow
