"""Judge every plan of a group: a plan must count as improvable exactly if brute force knows a better one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.slow_engines import try_all_assignments
from tests.support.engines.plan_figures import cost


def count_plans(group: Group) -> int:
    """The number of valid answers to a group."""
    return prod(sum(topic in m.subscription for m in group.members) for topic, _ in unassigned_partitions(group, {}))


def every_plan(group: Group) -> Iterator[Assignment]:
    """All valid answers to a group."""
    readers = {t.name: [m.id for m in group.members if t.name in m.subscription] for t in group.topics}
    partitions = [(t.name, one) for t in group.topics for one in range(t.partitions) if readers[t.name]]
    for holders in product(*(readers[topic] for topic, _ in partitions)):
        plan: Assignment = {member.id: {} for member in group.members}
        for (topic, one), holder in zip(partitions, holders, strict=True):
            plan[holder].setdefault(topic, []).append(one)
        yield plan


def find_misjudged_plan(group: Group) -> Assignment | None:
    """
    A plan that is judged wrongly; None if there is none.

    The judge must find a chain if the squares can be lower, and a cheaper plan if the balance is best but moves can be
    saved. In both cases the certificate of an optimum must not prove the plan.
    """
    optimum = try_all_assignments(group)
    best = optimum.sum_of_squares, optimum.moves
    for plan in every_plan(group):
        squares, moves = cost(group, plan)
        if (improving_chain(group, plan) is None) != (squares == best[0]):
            return plan
        if squares == best[0] and (cheaper_plan(group, plan) is None) != (moves == best[1]):
            return plan
        if squares == best[0] and moves > best[1] and verify(group, plan, optimum.certificate) is None:
            return plan
    return None
