"""
The proof that a plan moves no more than its balance needs: a potential for each topic, member and load level.

They are the shortest distances along the steps by which a plan could be changed: giving a member its own partition
back costs 0, giving it any other 1, taking a kept one away 0, taking a new one away -1, passing an extra from a member
to one of the next lower load 0. They exist if and only if no cycle of steps costs less than 0. What they prove,
and how they are checked, stands in `kafka_assay.oracle.certificate.certificate`, which shares no code with this.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kafka_assay.oracle.columns import Ints, Potentials
from kafka_assay.oracle.loops import potentials as potential_loops
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.reduced_problem import ReducedProblem


class SuboptimalPlan(Exception):
    """The plan could be made cheaper at the same balance. An engine that made it is wrong."""


def potentials_of(
    problem: ReducedProblem, holder: Ints, load: Ints, guess: tuple[Ints, Ints] | None = None
) -> Potentials:
    """
    The potentials of the plan in which `holder[p]` holds partition p, and member m `load[m]` of them.

    A good `guess` at those of topic classes and members is near them, and only saves time. Raises `SuboptimalPlan`
    where the plan moves too much.
    """
    graph = problem.graph
    topic_classes, members = guess or (np.zeros_like(graph.supply), np.zeros_like(graph.member_class))
    levels = np.full(int(load.max(initial=0)) + 1, members.max(initial=0))
    settled = choose_loops(potential_loops, problem.columns.extent).lower_potentials(
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


def certificate_of(problem: ReducedProblem, load: Ints, potentials: Potentials) -> dict[str, Any]:
    """The same by name, as a certificate: of the levels, those that mean something."""
    present = set(load.tolist())
    needed = sorted(level for level in present if level + 1 in present)
    return {
        "kind": "potentials",
        "members": dict(zip(problem.member_ids, potentials.members.tolist(), strict=True)),
        "topics": dict(zip(problem.topic_names, potentials.topics.tolist(), strict=True)),
        "levels": {str(level): int(potentials.levels[level]) for level in needed},
    }
