"""
The proof that a plan makes no unnecessary move: a potential for each topic, member and load level.

Potentials are the shortest distances along the steps that can change a plan. The steps and their costs are:

* give a member its own partition back: 0
* give a member any other partition: 1
* take away a kept partition: 0
* take away a new partition: -1
* pass an extra from a member to one of the next lower load: 0

Potentials exist if and only if no cycle of steps has a negative cost. `kafka_assay.oracle.certificate.certificate` says
what they prove and checks them. It shares no code with this module.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.oracle.columns import Ints, NamedColumns, Potentials
from kafka_assay.oracle.loops import graph_search
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.optimum import Engine, Optimum
from kafka_assay.oracle.reduced_problem import ReducedProblem, reduce_group


class SuboptimalPlan(Exception):
    """The plan can be made cheaper at the same balance, so the engine that built it is wrong."""


def potentials_of(
    problem: ReducedProblem, holder: Ints, load: Ints, guess: tuple[Ints, Ints] | None = None
) -> Potentials:
    """
    The potentials of the plan in which `holder[p]` holds partition p and member m holds `load[m]` partitions.

    `guess` has start values for topic classes and members. A good guess only saves time. Raises `SuboptimalPlan` where
    the plan moves too much.
    """
    graph = problem.graph
    topic_classes, members = guess or (np.zeros_like(graph.supply), np.zeros_like(graph.member_class))
    levels = np.full(int(load.max(initial=0)) + 1, members.max(initial=0))
    settled = choose_loops(graph_search, problem.columns.extent).lower_potentials(
        (problem.in_order, problem.first, problem.topic_class),
        (graph.member_class, graph.row_start, graph.row_class),
        (holder, problem.owner, load),
        topic_classes,
        members,
        levels,
    )
    if not settled:
        raise SuboptimalPlan("the plan can be made cheaper at the same balance")
    lowest = min(topic_classes.min(initial=0), members.min(initial=0))
    topics = np.append(topic_classes, 0)[problem.topic_class]
    return Potentials(topics=topics - lowest, members=members - lowest, levels=levels - lowest)


def certificate_of(named: NamedColumns, load: Ints, potentials: Potentials) -> dict[str, Any]:
    """The potentials by name, as a certificate. It leaves out load levels without a meaning."""
    present = set(load.tolist())
    needed = sorted(level for level in present if level + 1 in present)
    return {
        "kind": "potentials",
        "members": dict(zip(named.member_ids, potentials.members.tolist(), strict=True)),
        "topics": dict(zip(named.topic_names, potentials.topics.tolist(), strict=True)),
        "levels": {str(level): int(potentials.levels[level]) for level in needed},
    }


def prove_assignment(group: Group, assignment: Assignment, *, engine: Engine) -> Optimum:
    """
    The optimum for the assignment that `engine` found, sorted by name. Raises `SuboptimalPlan` as `potentials_of` does.

    The figures are computed from the group itself. Only the certificate uses the engines' shared arrays.
    """
    problem = reduce_group(group)
    holder = problem.holders(assignment)
    load = np.bincount(holder, minlength=len(problem.member_ids))
    figures = sorted(loads(group, assignment).values())
    stuck = stickiness(valid_owners(group), assignment)
    return Optimum(
        engine=engine,
        status="proved",
        loads=tuple(figures),
        sum_of_squares=sum(load * load for load in figures),
        moves=stuck.moved,
        kept=stuck.kept,
        assignment=problem.assignment(holder),
        certificate=certificate_of(problem, load, potentials_of(problem, holder, load)),
    )
