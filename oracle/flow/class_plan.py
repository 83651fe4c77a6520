"""
Plans as counts: how many partitions of each topic class a member keeps, and how many new ones it gets.

Both engines return such plans. `deal_plan` turns a plan into the member that holds each partition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.loops import dealing
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.reduced_problem import ClassGraph, ReducedProblem


class Grants(NamedTuple):
    """New partitions of topic class t: `amount[i]` for each `member[i]`, for i from `start[t]` to `start[t + 1]`."""

    start: Ints
    member: Ints
    amount: Ints

    def rows(self) -> tuple[Ints, Ints, Ints]:
        """The topic class, the member and the amount of each grant."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start)), self.member, self.amount


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan:
    """The number of partitions `kept` of each claim, and the grants."""

    kept: Ints
    grants: Grants

    def loads(self, graph: ClassGraph) -> Ints:
        """The load of each member."""
        kept = sum_by_label(graph.claim_member, self.kept, graph.members)
        return kept + sum_by_label(self.grants.member, self.grants.amount, graph.members)


def deal_plan(problem: ReducedProblem, plan: ClassPlan) -> Ints:
    """
    The holder of each partition (-1: the topic has no subscriber) in a plan.

    A member keeps its first partitions of a topic class. New partitions of a topic class are dealt in rounds, so that a
    topic spreads over the members that get some.
    """
    holder: Ints = choose_loops(dealing, problem.columns.extent).deal_partitions(
        problem.in_order,
        problem.first,
        problem.topic_class,
        problem.owner,
        (problem.graph.claim_start, plan.kept),
        tuple(plan.grants),
    )
    return holder


def sum_grants(graph: ClassGraph, *parts: tuple[Ints, Ints, Ints]) -> Grants:
    """The grants in all `parts` (`Grants.rows`), summed for each pair of a topic class and a member, and sorted."""
    topic_class, member, count = map(np.concatenate, zip(*parts, strict=True))
    pairs, place = np.unique(topic_class * graph.members + member, return_inverse=True)
    start = np.searchsorted(pairs, np.arange(len(graph.supply) + 1) * graph.members)
    return Grants(start=start, member=pairs % max(1, graph.members), amount=sum_by_label(place, count, len(pairs)))


def sum_by_label(label: Ints, value: Ints, number: int) -> Ints:
    """The sum of the values of each label below `number`."""
    # bincount adds floats, which are exact up to 2**53. No group has that many partitions.
    return np.bincount(label, weights=value, minlength=number).astype(np.int64)


def index_in_run(labels: Ints) -> Ints:
    """The index of each of the sorted labels within its run of equal labels, from 0."""
    return np.arange(len(labels)) - np.searchsorted(labels, labels)
