"""Turn a plan of counts into the member that holds each partition."""

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
    The member that holds each partition (-1: the topic has no subscriber) in a plan of `kept` claims and `grants`.

    A member keeps its first partitions of a topic class. New partitions of a topic class are dealt in rounds, so that a
    topic spreads over the members that get some.
    """
    order = np.lexsort((grants.member, grants.topic_class))
    start = np.searchsorted(grants.topic_class[order], np.arange(len(problem.graph.supply) + 1))
    return _deal(problem, kept, (start, grants.member[order], grants.count[order])).holder


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtPartitions:
    """
    The holder of each partition (-1: none) and the load of each member.

    `owned` is the number of partitions that had an owner, `kept` the number of these that stay with it.
    """

    holder: Ints
    load: Ints
    owned: int
    kept: int


def deal_flow(problem: ReducedProblem, block_flow: BlockFlow) -> DealtPartitions:
    """Deal the partitions as a finished flow says."""
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
