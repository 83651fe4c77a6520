"""From a plan in numbers to the member that holds each partition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.block_flow import BlockFlow
from kafka_assay.oracle.flow.class_plan import Grants
from kafka_assay.oracle.loops import holders
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.reduced_problem import ReducedProblem


def deal_plan(problem: ReducedProblem, kept: Ints, grants: Grants) -> Ints:
    """
    The member that holds each partition (-1: nobody can) where so many of each claim are `kept`, beside the `grants`.

    A member keeps the first of its partitions in a topic class. New ones of a topic class are dealt round by round, so
    that a topic spreads over those who are given some.
    """
    order = np.lexsort((grants.member, grants.topic_class))
    start = np.searchsorted(grants.topic_class[order], np.arange(len(problem.graph.supply) + 1))
    return _deal(problem, kept, (start, grants.member[order], grants.count[order])).holder


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtPartitions:
    """
    The member that holds each partition (-1: nobody can), what each member holds, how many partitions had an owner, and
    how many of these are still with it.
    """

    holder: Ints
    load: Ints
    owned: int
    kept: int


def deal_flow(problem: ReducedProblem, block_flow: BlockFlow) -> DealtPartitions:
    """The partitions as a finished flow deals them."""
    net, flow = block_flow.net, block_flow.flow
    grants = choose_loops(holders, problem.columns.extent).list_grants(
        flow.newest, flow.older, flow.served, flow.to_member_class, net.class_member_start, net.class_member, flow.given
    )
    return _deal(problem, flow.kept, grants)


def _deal(problem: ReducedProblem, kept: Ints, grants: tuple[Ints, Ints, Ints]) -> DealtPartitions:
    graph, loop = problem.graph, choose_loops(holders, problem.columns.extent)
    claims = graph.claim_start, kept
    holder, load, owned, same = loop.deal_partitions(
        problem.in_order, problem.first, problem.topic_class, problem.owner, claims, grants
    )
    return DealtPartitions(holder=holder, load=load, owned=int(owned), kept=int(same))
