"""
Blocks, and the flow that gives each member of a block its load with the fewest moves.

Blocks are sets of topic classes and member classes that share their partitions evenly within the set only. In every
optimum each member of a block has the block's `floor` of partitions, and `extras` members have one more. Blocks come
from the best loads for divisible partitions. The loads of an optimum differ from these by less than one (Frank and
Murota 2022, "Decreasing minimization on base-polyhedra: relation between discrete and continuous cases"). No optimum
gives a partition of one floor level to another floor level.

Every member starts with all partitions that it validly owned. An excess flows to a deficit at the price of one move a
partition. A step back refunds the price of the step. The flow must reach only the floor of each block and its number of
extras. A flow that ends without a deficit therefore has the best loads. It is a cheapest flow, so it also has the
fewest moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.class_plan import ClassPlan, Grants, sum_by_label
from kafka_assay.oracle.loops import classes, dealing, graph_search, min_cost_flow, network
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.loops.network import FlowNetwork, FlowState
from kafka_assay.oracle.reduced_problem import ClassGraph

Mask: TypeAlias = NDArray[np.bool_]

MOST_STEPS = 50_000
"""The number of steps to look at before the loops are chosen again: 0.1 s in uncompiled loops."""

STEP_SIZE = 20
"""Uncompiled loops look at one step in the time in which they handle so many entries of an array."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """
    The block of each topic class, member class and member; the `floor` and the number of `extras` of each block.

    The last block holds the members without topics.
    """

    of_topic_class: Ints
    of_member_class: Ints
    of_member: Ints
    floor: Ints
    extras: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFlow:
    """
    A finished flow.

    `label` has an entry for each node. A block in `stuck` still has a deficit. The deficits could be filled only from
    the topic classes and member classes that are `near`.
    """

    net: FlowNetwork
    flow: FlowState
    label: Ints
    stuck: Mask
    near_topic_class: Mask
    near_member_class: Mask

    def plan(self, extent: int) -> ClassPlan:
        """The plan of a flow without deficits, for a graph of size `extent`."""
        net, flow = self.net, self.flow
        edges = flow.newest, flow.older, flow.served, flow.to_member_class
        list_grants = choose_loops(dealing, extent).list_grants
        grants = Grants(*list_grants(edges, net.class_member_start, net.class_member, flow.given))
        return ClassPlan(kept=flow.kept, grants=grants)

    def potentials(self, blocks: Blocks) -> tuple[Ints, Ints]:
        """
        The potentials of topic classes and members: the labels with the opposite sign.

        In each block they count from the label of the block's extras, so all blocks between the same two loads agree.
        Blocks with higher loads get lower potentials, by a distance that makes every step from them to other blocks
        cheap enough. No step leads in the other direction.
        """
        net, topic_classes, members = self.net, len(self.flow.left), len(self.flow.missing)
        extras = self.label[len(self.label) - len(blocks.floor) :]
        of_topic_classes = extras[net.topic_class_block] - self.label[:topic_classes]
        of_members = extras[net.block] - self.label[-len(extras) - members : -len(extras)]
        # Blocks between the same two loads have the same value here.
        stands = 2 * blocks.floor + (blocks.extras > 0)
        if stands.min() < stands.max():
            _, level = np.unique(stands, return_inverse=True)
            # Up to here potentials differ by at most twice the largest label, and a step costs at most 1.
            lower = level * (2 * int(self.label.max(initial=0)) + 2)
            of_topic_classes -= lower[net.topic_class_block]
            of_members -= lower[net.block]
        return of_topic_classes, of_members


def run_block_flow(graph: ClassGraph, blocks: Blocks) -> BlockFlow:
    """The flow in which the members of every block share its partitions."""
    net = _build_network(graph, blocks)
    had = sum_by_label(graph.claim_member, net.claim_count, graph.members)
    # Claims on a topic class of another block count 0 in the network. Their partitions are free to be given.
    kept_in = sum_by_label(graph.claim_class, net.claim_count, len(graph.supply))
    return run_flow(net, left=graph.supply - kept_in, missing=blocks.floor[blocks.of_member] - had, spare=blocks.extras)


def run_flow(net: FlowNetwork, *, left: Ints, missing: Ints, spare: Ints) -> BlockFlow:
    """The flow of `left` partitions of topic classes to `missing` places of members and `spare` extras of blocks."""
    flow = FlowState(
        left=left,
        missing=missing,
        spare=spare.copy(),
        raised=np.zeros_like(missing),
        kept=net.claim_count.copy(),
        given=np.zeros_like(missing),
        served=np.zeros(len(net.row_class), dtype=np.int64),
        newest=np.full_like(left, -1),
        older=np.zeros(len(net.row_class), dtype=np.int64),
        to_member_class=np.empty(len(net.row_class), dtype=np.int64),
    )
    extent = len(net.member_class) + len(net.row_class) + len(net.claim_class)
    first_class, first_member = len(left), len(left) + len(net.class_member_start) - 1
    label = np.zeros(first_member + len(missing) + len(spare), dtype=np.int64)
    choose_loops(network, extent).fill_deficits(net, flow, label, net.class_claim_start.copy())
    layer, *room = (np.full_like(label, -1) for _ in range(5))
    while not choose_loops(min_cost_flow, extent).complete_flow(net, flow, label, layer, *room, MOST_STEPS):
        # Nobody can tell how long a flow takes. So its loops are chosen again from time to time.
        extent = STEP_SIZE * MOST_STEPS
    stuck = flow.spare > 0
    stuck[net.block[flow.missing > 0]] = True
    # If deficits remain, the nodes that the last search reached are one side of a minimum cut.
    near = layer >= 0
    return BlockFlow(
        net=net,
        flow=flow,
        label=label,
        stuck=stuck,
        near_topic_class=near[:first_class],
        near_member_class=near[first_class:first_member],
    )


def _build_network(graph: ClassGraph, blocks: Blocks) -> FlowNetwork:
    group_by_label = choose_loops(classes, graph.extent).group_by_label
    class_member_start, class_member = group_by_label(graph.member_class, len(graph.size))
    class_claim_start, class_claim = group_by_label(graph.claim_class, len(graph.supply))
    block_start, block_member = group_by_label(blocks.of_member, len(blocks.floor))
    stays = blocks.of_topic_class[graph.claim_class] == blocks.of_member[graph.claim_member]
    return FlowNetwork(
        row_start=graph.row_start,
        row_class=graph.row_class,
        topic_class_block=blocks.of_topic_class,
        member_class_block=blocks.of_member_class,
        member_class=graph.member_class,
        class_member_start=class_member_start,
        class_member=class_member,
        claim_start=graph.claim_start,
        claim_class=graph.claim_class,
        claim_member=graph.claim_member,
        claim_count=np.where(stays, graph.claim_count, 0),
        class_claim_start=class_claim_start,
        class_claim=class_claim,
        block=blocks.of_member,
        block_start=block_start,
        block_member=block_member,
    )


def guess_blocks(graph: ClassGraph) -> Blocks:
    """The blocks if each connected component can share evenly. The flow proves or refutes this guess."""
    topic_level, member_level = np.zeros_like(graph.supply), np.zeros_like(graph.size)
    return connected_blocks(graph, topic_level, member_level, levels=min(1, len(topic_level)))


def connected_blocks(graph: ClassGraph, topic_level: Ints, member_level: Ints, *, levels: int) -> Blocks:
    """
    The connected components of topic classes and member classes, where edges connect only within one level.

    `levels` is the number of different values in `topic_level`.
    """
    connected_components = choose_loops(graph_search, graph.extent).connected_components
    of_topic_class, of_member_class = connected_components(
        graph.row_start, graph.row_class, topic_level, member_level, levels
    )
    supply, size = totals(graph, of_topic_class, of_member_class)
    # Members without topics have class -1. This index reads the last entry, their own block.
    return Blocks(
        of_topic_class=of_topic_class,
        of_member_class=of_member_class,
        of_member=np.append(of_member_class, len(size))[graph.member_class],
        floor=np.append(supply // size, 0),
        extras=np.append(supply % size, 0),
    )


def totals(graph: ClassGraph, of_topic_class: Ints, of_member_class: Ints) -> tuple[Ints, Ints]:
    """The number of partitions and of members in each set of topic classes and member classes."""
    number = 1 + max(of_topic_class.max(initial=-1), of_member_class.max(initial=-1))
    return sum_by_label(of_topic_class, graph.supply, number), sum_by_label(of_member_class, graph.size, number)


def level_blocks(graph: ClassGraph, blocks: Blocks, uneven: Mask) -> Blocks:
    """
    The blocks of a graph. The blocks in `uneven` may be unable to share evenly.

    A set of topic classes and member classes that cannot reach its average is split where its flow is stuck. A deficit
    on the near side can be filled only from there, and the topic classes there do not have to serve the far side. Then
    each half tries its own average. This is the decomposition algorithm (Fujishige 1980, "Lexicographically optimal
    base of a polymatroid with respect to a weight vector").
    """
    topic_set, member_set, unsettled = blocks.of_topic_class, blocks.of_member_class, uneven[:-1]
    while unsettled.any():
        flow = _run_fractional_flow(graph, topic_set, member_set, unsettled)
        # Neither half is empty. A stuck deficit is near and an excess of the same size is far, because the totals are
        # equal.
        is_far_topic = ~flow.near_topic_class & flow.stuck[topic_set]
        is_far_member = ~flow.near_member_class & flow.stuck[member_set]
        halves = np.concatenate((topic_set * 2 + is_far_topic, member_set * 2 + is_far_member))
        names, labels = np.unique(halves, return_inverse=True)
        topic_set, member_set = labels[: len(topic_set)], labels[len(topic_set) :]
        unsettled = flow.stuck[names // 2]
    supply, size = totals(graph, topic_set, member_set)
    # Sets between the same two whole loads may exchange partitions. Sets on different levels never do.
    level = 2 * (supply // size) + (supply % size > 0)
    topic_level = level[topic_set]
    return connected_blocks(graph, topic_level, level[member_set], levels=len(np.unique(topic_level)))


def _run_fractional_flow(graph: ClassGraph, topic_set: Ints, member_set: Ints, unsettled: Mask) -> BlockFlow:
    """
    One flow for all `unsettled` sets, in which every member class is one member without claims.

    Partition counts are multiplied by the set's number of members, so each member class has a whole share.
    """
    supply, size = totals(graph, topic_set, member_set)
    alone, nothing = np.arange(len(graph.size)), np.zeros(0, dtype=np.int64)
    start = np.zeros(len(alone) + 1, dtype=np.int64)
    claims = {"claim_start": start, "claim_class": nothing, "claim_member": nothing, "claim_count": nothing}
    sets = Blocks(
        of_topic_class=topic_set,
        of_member_class=member_set,
        of_member=member_set,
        floor=supply,
        extras=np.zeros_like(supply),
    )
    net = _build_network(replace(graph, size=np.ones_like(alone), member_class=alone, **claims), sets)
    return run_flow(
        net,
        left=np.where(unsettled[topic_set], graph.supply * size[topic_set], 0),
        missing=np.where(unsettled[member_set], graph.size * supply[member_set], 0),
        spare=np.zeros_like(supply),
    )
