"""Load levels: the blocks of a connected component that cannot share evenly."""

from __future__ import annotations

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.block_flow import BlockFlow, run_flow
from kafka_assay.oracle.flow.blocks import Blocks, Mask, connected_blocks, totals
from kafka_assay.oracle.loops import classes
from kafka_assay.oracle.loops.compilation import choose_loops
from kafka_assay.oracle.loops.network import FlowNetwork
from kafka_assay.oracle.reduced_problem import ClassGraph


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
    group_by_label = choose_loops(classes, graph.extent).group_by_label
    member_classes, nothing = np.arange(len(graph.size)), np.zeros(0, dtype=np.int64)
    own_start, own = group_by_label(member_classes, len(member_classes))
    set_start, set_class = group_by_label(member_set, len(supply))
    net = FlowNetwork(
        row_start=graph.row_start,
        row_class=graph.row_class,
        topic_class_block=topic_set,
        member_class_block=member_set,
        member_class=member_classes,
        class_member_start=own_start,
        class_member=own,
        claim_start=np.zeros(len(member_classes) + 1, dtype=np.int64),
        claim_class=nothing,
        claim_member=nothing,
        claim_count=nothing,
        class_claim_start=np.zeros(len(topic_set) + 1, dtype=np.int64),
        class_claim=nothing,
        block=member_set,
        block_start=set_start,
        block_member=set_class,
    )
    return run_flow(
        net,
        left=np.where(unsettled[topic_set], graph.supply * size[topic_set], 0),
        missing=np.where(unsettled[member_set], graph.size * supply[member_set], 0),
        spare=np.zeros_like(supply),
    )
