"""
What the engines say of their plans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assignors.model import TopicPartition
from assignors.ownership import loads, stickiness, valid_owners
from oracle.optimum import Optimum
from oracle.potentials import certificate_of, potentials_of
from oracle.problem import problem_of

if TYPE_CHECKING:
    from assignors.model import Assignment, Group
    from oracle.columns import Ints
    from oracle.optimum import Engine
    from oracle.problem import Problem


def optimum_of(group: Group, plan: dict[TopicPartition, str], *, engine: Engine) -> Optimum:
    """
    The optimum that `engine` found: `plan` maps each partition to its holder.

    Its figures are worked out from the group itself; only the certificate goes by the engines' common arrays.
    """
    problem = problem_of(group)
    number = {member: position for position, member in enumerate(problem.member_ids)}
    topics = [problem.topic_names[topic] for topic in problem.topic_of.tolist()]
    ids = (np.arange(len(topics)) - problem.first[problem.topic_of]).tolist()
    partitions = map(TopicPartition, topics, ids)
    holder = np.array([number[plan[partition]] for partition in partitions], dtype=np.int64)
    load = np.bincount(holder, minlength=len(problem.member_ids))
    assignment = assignment_of(problem, holder)
    figures = sorted(loads(group, assignment).values())
    stuck = stickiness(valid_owners(group), assignment)
    return Optimum(
        engine=engine,
        status="proved",
        loads=tuple(figures),
        sum_of_squares=sum(load * load for load in figures),
        moves=stuck.moved,
        kept=stuck.kept,
        assignment=assignment,
        certificate=certificate_of(problem, load, potentials_of(problem, holder, load)),
    )


def assignment_of(problem: Problem, holder: Ints) -> Assignment:
    """
    The assignment in which `holder[p]` holds partition p: every member, topics and ids in their order.
    """
    assignment: Assignment = {member: {} for member in problem.member_ids}
    order = np.argsort(holder, kind="stable")
    topics = problem.topic_of[order]
    ids = (order - problem.first[topics]).tolist()
    starts = np.flatnonzero(np.diff(holder[order], prepend=-1) | np.diff(topics, prepend=-1))
    stops = [*starts[1:].tolist(), len(ids)]
    members, names = holder[order][starts].tolist(), topics[starts].tolist()
    for member, topic, start, stop in zip(members, names, starts.tolist(), stops, strict=False):
        assignment[problem.member_ids[member]][problem.topic_names[topic]] = ids[start:stop]
    return assignment
