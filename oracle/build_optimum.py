"""Build named optima and assignments from the engines' plans."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.named_columns import NamedColumns
from kafka_assay.oracle.optimum import Engine, Optimum
from kafka_assay.oracle.potentials import certificate_of, potentials_of
from kafka_assay.oracle.reduced_problem import ReducedProblem, reduce_group


def build_optimum(group: Group, plan: dict[TopicPartition, str], *, engine: Engine) -> Optimum:
    """
    The optimum for the plan that `engine` found. `plan` maps each partition to its holder.

    The figures are computed from the group itself. Only the certificate uses the engines' shared arrays.
    """
    problem = reduce_group(group)
    number = {member: position for position, member in enumerate(problem.member_ids)}
    holder = np.array([number[plan[partition]] for partition in partitions_of(problem)], dtype=np.int64)
    load = np.bincount(holder, minlength=len(problem.member_ids))
    assignment = build_assignment(problem, holder)
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


def build_assignment(named: NamedColumns, holder: Ints) -> Assignment:
    """
    The assignment in which `holder[p]` holds partition p.

    It has an entry for every member. Topics and ids are sorted.
    """
    order = np.argsort(holder, kind="stable")
    members, partitions = holder[order], named.columns.partitions
    topics = np.repeat(np.arange(len(partitions)), partitions)[order]
    ids = (order - (np.cumsum(partitions) - partitions)[topics]).tolist()
    # One list for each member and topic. They are sorted by member.
    starts = np.flatnonzero(np.diff(members, prepend=-1) | np.diff(topics, prepend=-1))
    lists = [ids[start:stop] for start, stop in pairwise([*starts.tolist(), len(ids)])]
    names = [named.topic_names[topic] for topic in topics[starts].tolist()]
    first = np.searchsorted(members[starts], np.arange(len(named.member_ids) + 1)).tolist()
    return {
        member: dict(zip(names[start:stop], lists[start:stop], strict=True))
        for member, (start, stop) in zip(named.member_ids, pairwise(first), strict=True)
    }


def partitions_of(problem: ReducedProblem) -> list[TopicPartition]:
    """The named partitions of a problem, in the order of their numbers."""
    ids = (np.arange(len(problem.topic_of)) - problem.first[problem.topic_of]).tolist()
    return list(map(TopicPartition, [problem.topic_names[topic] for topic in problem.topic_of.tolist()], ids))


def holder_numbers(problem: ReducedProblem, assignment: Assignment) -> Ints:
    """The number of the member that holds each partition in `assignment`; -1 for no holder."""
    start = dict(zip(problem.topic_names, problem.first.tolist(), strict=False))
    holder = np.full(len(problem.owner), -1, dtype=np.int64)
    for number, member in enumerate(problem.member_ids):
        for topic, ids in assignment[member].items():
            holder[start[topic] + np.array(ids, dtype=np.int64)] = number
    return holder
