"""
The flow that gives each member of a block its load with the fewest moves.

Every member starts with all partitions that it validly owned. An excess flows to a deficit at the price of one move a
partition. A step back refunds the price of the step. The flow must reach only the floor of each block and its number of
extras. A flow that ends without a deficit therefore has the best loads. It is a cheapest flow, so it also has the
fewest moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.blocks import Blocks, Mask, sum_by_label
from kafka_assay.oracle.loops import classes, initial_flow, min_cost_flow
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.loops.network import FlowNetwork, FlowState
from kafka_assay.oracle.reduced_problem import ClassGraph

MOST_STEPS = 50_000
"""The number of steps to look at before the loops are chosen again: 0.1 s in uncompiled loops."""

STEP_SIZE = 20
"""Uncompiled loops look at one step in the time in which they handle so many entries of an array."""


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
    choose_loops(initial_flow, extent).fill_deficits(net, flow, label, net.class_claim_start.copy())
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
