"""The flow engine for a group in which every validly owned partition stays with its owner."""

from __future__ import annotations

import numpy as np

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.build_optimum import build_assignment
from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.blocks import sum_by_label
from kafka_assay.oracle.flow.class_plan import Grants
from kafka_assay.oracle.flow.engine import solve_graph
from kafka_assay.oracle.flow.holders import deal_plan
from kafka_assay.oracle.reduced_problem import ClassGraph, reduce_group


def best_assignment_with_fixed_claims(group: Group) -> Assignment:
    """The assignment with the least sum of squared loads among those that move nothing."""
    problem = reduce_group(group)
    graph = problem.graph
    had = sum_by_label(graph.claim_class, graph.claim_count, len(graph.supply))
    open_classes = np.flatnonzero(graph.supply > had)
    fixed = _fixed_claims_graph(graph, open_classes, (graph.supply - had)[open_classes])
    served = solve_graph(fixed)[1].flow.served
    # Classes of owned partitions grant nothing. All grants come from the open classes, which have the lowest numbers.
    given = np.flatnonzero((served > 0) & (fixed.row_class < len(open_classes)))
    member = np.repeat(np.arange(graph.members), np.diff(fixed.row_start))[given]
    grants = Grants(topic_class=open_classes[fixed.row_class[given]], member=member, count=served[given])
    return build_assignment(problem, deal_plan(problem, graph.claim_count, grants))


def _fixed_claims_graph(graph: ClassGraph, open_classes: Ints, left: Ints) -> ClassGraph:
    """
    A graph with one topic class for each owner, and the partitions `left` in the `open_classes`.

    Owners of one member class now differ in what they may hold, so every member is its own class.
    """
    new_class = np.full(len(graph.supply), -1)
    new_class[open_classes] = np.arange(len(open_classes))
    is_open = new_class[graph.row_class] >= 0
    row_start = np.concatenate(([0], np.cumsum(is_open)))[graph.row_start]
    length = np.append(np.diff(row_start), 0)[graph.member_class]
    start = np.cumsum(length) - length
    places = np.repeat(np.append(row_start[:-1], 0)[graph.member_class] - start, length) + np.arange(length.sum())

    owned = sum_by_label(graph.claim_member, graph.claim_count, graph.members)
    owners, claim_start = np.flatnonzero(owned), np.concatenate(([0], np.cumsum(owned > 0)))
    own_class = len(open_classes) + np.arange(len(owners))
    return ClassGraph(
        supply=np.concatenate((left, owned[owners])),
        size=np.ones(graph.members, dtype=np.int64),
        member_class=np.arange(graph.members),
        row_start=np.concatenate(([0], np.cumsum(length + (owned > 0)))),
        row_class=np.insert(new_class[graph.row_class[is_open]][places], (start + length)[owners], own_class),
        claim_start=claim_start,
        claim_class=own_class,
        claim_member=owners,
        claim_count=owned[owners],
    )
