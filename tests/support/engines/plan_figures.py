"""The figures of an answer that the tests compare, computed without the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.oracle.improvement.holdings import HandOver
from kafka_assay.oracle.optimum import Optimum


def sum_of_squares(group: Group, answer: Assignment) -> int:
    """The sum of the squared loads of an answer."""
    return sum(load * load for load in loads(group, answer).values())


def moves(group: Group, answer: Assignment) -> int:
    """The number of partitions with a valid owner that an answer moves."""
    return stickiness(valid_owners(group), answer).moved


def cost(group: Group, answer: Assignment) -> tuple[int, int]:
    """What an optimum minimises: squares first, then moves."""
    return sum_of_squares(group, answer), moves(group, answer)


def figures(optimum: Optimum) -> tuple[tuple[int, ...], int, int, int]:
    """The figures on which all engines must agree."""
    return optimum.loads, optimum.sum_of_squares, optimum.moves, optimum.kept


def answer_after(answer: Assignment, hand_overs: Iterable[HandOver]) -> Assignment:
    """
    The answer after `hand_overs`, with sorted ids and without empty topics.

    Fails if a giver does not have the partition.
    """
    changed = deepcopy(answer)
    for giver, taker, topic, partition in hand_overs:
        changed[giver][topic].remove(partition)
        changed.setdefault(taker, {}).setdefault(topic, []).append(partition)
    return {
        member: {topic: sorted(ids) for topic, ids in sorted(topics.items()) if ids}
        for member, topics in changed.items()
    }
