"""
The passes of the flow engine, in order.

Equal subscriptions have a closed form. For other groups the engine guesses that every connected component can share
evenly. It computes load levels only where the guess fails.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.columns import (
    CheckedColumns,
    ColumnarOptimum,
    Columns,
    Ints,
    Potentials,
    check_columns,
    columns_of,
)
from kafka_assay.oracle.flow.block_flow import BlockFlow, Blocks, guess_blocks, level_blocks, run_block_flow
from kafka_assay.oracle.flow.class_plan import ClassPlan, deal_plan, sum_by_label, sum_grants
from kafka_assay.oracle.loops import dealing
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.proof import certificate_of, potentials_of
from kafka_assay.oracle.reduced_problem import ClassGraph, reduce_columns


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
        assignment=named.assignment(found.holder),
        certificate=certificate_of(named, found.loads, found.potentials),
    )


def solve_columns(columns: Columns) -> ColumnarOptimum:
    """
    The optimum of a group of arrays: arrays in, arrays out, with the proof.

    Raises `ValueError` where the arrays do not fit together.

    >>> from kafka_assay.assignors.numbering import NOBODY
    >>> columns = Columns(
    ...     partitions=np.array([1, 2]),
    ...     start=np.array([0, 1, 2, 4]),
    ...     topics=np.array([1, 0, 0, 1]),
    ...     owner=np.array([2, NOBODY, NOBODY]),
    ... )
    >>> solve_columns(columns).holder.tolist()
    [1, 2, 0]
    """
    fit = check_columns(columns)
    equal = _share_equally(fit)
    if equal is not None:
        return equal
    problem = reduce_columns(fit)
    graph = problem.graph
    blocks, flow = solve_graph(graph)
    plan = flow.plan(fit.extent)
    holder, kept = deal_plan(problem, plan), int(plan.kept.sum())
    loads = blocks.floor[blocks.of_member] + flow.flow.raised
    return ColumnarOptimum(
        holder=holder,
        loads=loads,
        kept=kept,
        moves=int(graph.claim_count.sum()) - kept,
        potentials=potentials_of(problem, holder, loads, flow.potentials(blocks)),
    )


def _share_equally(columns: CheckedColumns) -> ColumnarOptimum | None:
    """
    The optimum by the closed form, without classes and without a flow; None where subscriptions differ.

    Every member gets the floor of the average. The remainder gives one more partition to some members. Members that had
    more than the floor come first: each of them keeps a partition that would otherwise move. An extra saves no move on
    any other member.

    The potentials follow directly. Topics, and members that had more than the floor, have potential 0. All other
    members have potential 1. Only members that had more than the floor lose partitions. Where one of these ends at the
    floor, only such members have one more, so no other member is above its level. Where other members gain, each step
    costs the 1 that lies between them and the topics.
    """
    if (row := _common_row(columns)) is None:
        return None
    had = _owned(columns)
    floor, extras = divmod(int(columns.partitions[row].sum()), columns.members)
    is_above = had > floor
    loads = np.full(columns.members, floor)
    loads[np.argsort(~is_above, kind="stable")[:extras]] += 1
    kept = np.minimum(had, loads)
    holder = _deal_equally(columns, row, kept, loads)
    levels = np.ones(loads.max() + 1, dtype=np.int64)
    levels[loads[is_above]] = 0
    return ColumnarOptimum(
        holder=holder,
        loads=loads,
        kept=int(kept.sum()),
        moves=int((had - kept).sum()),
        potentials=Potentials(
            topics=np.zeros_like(columns.partitions), members=(~is_above).astype(np.int64), levels=levels
        ),
    )


def _owned(columns: CheckedColumns) -> Ints:
    """The number of partitions that each member owns."""
    return np.bincount(columns.owner + 1, minlength=columns.members + 1)[1:]


def _deal_equally(columns: CheckedColumns, row: Ints, kept: Ints, loads: Ints) -> Ints:
    """The holders under equal subscriptions to `row`, if each member keeps `kept` claims and ends with its load."""
    takers = np.flatnonzero(loads > kept)
    # All topics are one class, and each member has one claim.
    holder: Ints = choose_loops(dealing, columns.extent).deal_partitions(
        row,
        np.concatenate(([0], np.cumsum(columns.partitions))),
        np.zeros_like(columns.partitions),
        columns.owner,
        (np.arange(columns.members + 1), kept),
        (np.array([0, len(takers)]), takers, (loads - kept)[takers]),
    )
    return holder


def _common_row(columns: CheckedColumns) -> Ints | None:
    """The topics of every member, at least one, ascending, all existing; None where subscriptions differ."""
    members, start, topics = columns.members, columns.start, columns.topics
    width = int(start[1]) if members else 0
    if not width or len(topics) != members * width or topics[-width] != topics[0] or topics[-1] != topics[width - 1]:
        return None
    row, is_ascending = topics[:width], (topics[1:width] > topics[: width - 1]).all()
    is_equal = (start == np.arange(members + 1) * width).all() and (topics.reshape(members, width) == row).all()
    return row if is_ascending and is_equal and 0 <= row[0] and row[-1] < len(columns.partitions) else None


def best_assignment(group: Group) -> Assignment:
    """The assignment of the optimum, without its figures and its proof."""
    named = columns_of(group)
    equal = _share_equally(check_columns(named.columns))
    if equal is not None:
        return named.assignment(equal.holder)
    problem = reduce_columns(named.columns)
    return named.assignment(deal_plan(problem, optimal_plan(problem.graph)))


def best_assignment_with_fixed_claims(group: Group) -> Assignment:
    """The assignment with the least sum of squared loads among those that move nothing."""
    named = columns_of(group)
    fit = check_columns(named.columns)
    if (row := _common_row(fit)) is not None:
        had = _owned(fit)
        return named.assignment(_deal_equally(fit, row, had, _fill(had, int(fit.partitions[row].sum() - had.sum()))))
    problem = reduce_columns(fit)
    return named.assignment(deal_plan(problem, plan_with_fixed_claims(problem.graph)))


def _fill(had: Ints, more: int) -> Ints:
    """The loads after `more` partitions went, one by one, to a member with the least load."""
    order = np.argsort(had, kind="stable")
    ascending = had[order]
    needed = np.arange(1, len(had) + 1) * ascending - np.cumsum(ascending)
    lowest = int(np.searchsorted(needed, more, side="right"))
    level, extras = divmod(more + int(ascending[:lowest].sum()), lowest)
    loads = had.copy()
    loads[order[:lowest]] = level
    loads[order[:extras]] += 1
    return loads


def optimal_plan(graph: ClassGraph) -> ClassPlan:
    """The plan of the optimum."""
    return solve_graph(graph)[1].plan(graph.extent)


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


def plan_with_fixed_claims(graph: ClassGraph) -> ClassPlan:
    """
    The plan with the least sum of squared loads among those that keep every claim.

    It is the optimum of a graph with one topic class for each owner, and the partitions without an owner in the open
    classes. Owners of one member class then differ in what they may hold, so every member is its own class.
    """
    left = graph.supply - sum_by_label(graph.claim_class, graph.claim_count, len(graph.supply))
    open_classes = np.flatnonzero(left)
    new_class = np.full(len(left), -1)
    new_class[open_classes] = np.arange(len(open_classes))
    is_open = new_class[graph.row_class] >= 0
    row_start = np.concatenate(([0], np.cumsum(is_open)))[graph.row_start]
    length = np.append(np.diff(row_start), 0)[graph.member_class]
    start = np.cumsum(length) - length
    places = np.repeat(np.append(row_start[:-1], 0)[graph.member_class] - start, length) + np.arange(length.sum())

    owned = sum_by_label(graph.claim_member, graph.claim_count, graph.members)
    owners = np.flatnonzero(owned)
    own_class = len(open_classes) + np.arange(len(owners))
    fixed = ClassGraph(
        supply=np.concatenate((left[open_classes], owned[owners])),
        size=np.ones(graph.members, dtype=np.int64),
        member_class=np.arange(graph.members),
        row_start=np.concatenate(([0], np.cumsum(length + (owned > 0)))),
        row_class=np.insert(new_class[graph.row_class[is_open]][places], (start + length)[owners], own_class),
        claim_start=np.concatenate(([0], np.cumsum(owned > 0))),
        claim_class=own_class,
        claim_member=owners,
        claim_count=owned[owners],
    )
    # Classes of owned partitions grant nothing. All grants come from the open classes.
    topic_class, member, count = optimal_plan(fixed).grants.rows()
    return ClassPlan(kept=graph.claim_count, grants=sum_grants(graph, (open_classes[topic_class], member, count)))
