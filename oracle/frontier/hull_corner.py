"""Corners of the frontier: plans that are best at some price of a move."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kafka_assay.assignors.model import Assignment
from kafka_assay.oracle.build_optimum import holder_numbers
from kafka_assay.oracle.flow.blocks import sum_by_label
from kafka_assay.oracle.flow.class_plan import ClassPlan, Grants
from kafka_assay.oracle.reduced_problem import ClassGraph, Ints, ReducedProblem


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HullCorner:
    """
    A plan with its figures. It is best where a move costs `price` in squares.

    None stands for an unlimited price: the plan moves as little as possible.
    """

    moves: int
    squares: int
    price: Fraction | None
    plan: ClassPlan


def corner_of(graph: ClassGraph, plan: ClassPlan, price: Fraction | None) -> HullCorner:
    """The corner of `plan` at `price`."""
    return HullCorner(
        moves=int(graph.claim_count.sum() - plan.kept.sum()),
        squares=int((plan.load * plan.load).sum()),
        price=price,
        plan=plan,
    )


def class_plan_of(problem: ReducedProblem, assignment: Assignment) -> ClassPlan:
    """An assignment as a plan of counts."""
    graph, topic_classes = problem.graph, len(problem.graph.supply)
    holder, topic_class = holder_numbers(problem, assignment), problem.topic_class[problem.topic_of]
    stays = holder == problem.owner
    claims = graph.claim_member * topic_classes + graph.claim_class
    kept = np.searchsorted(claims, holder[stays] * topic_classes + topic_class[stays])
    load = np.bincount(holder, minlength=graph.members)
    ones = np.ones(int((~stays).sum()), dtype=np.int64)
    return ClassPlan(
        load=load,
        kept=np.bincount(kept, minlength=len(claims)),
        grants=net_grants(topic_class[~stays], holder[~stays], ones, graph.members),
    )


def net_grants(topic_class: Ints, member: Ints, count: Ints, members: int) -> Grants:
    """The grants summed for each pair of a topic class and a member, sorted."""
    pairs, place = np.unique(topic_class * max(1, members) + member, return_inverse=True)
    counts = sum_by_label(place, count, len(pairs))
    return Grants(topic_class=pairs // max(1, members), member=pairs % max(1, members), count=counts)
