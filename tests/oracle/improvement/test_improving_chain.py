"""Tests of chains of hand-overs that improve the balance of an answer."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.oracle.assignors import StickyYetFairAssignor
from kafka_assay.oracle.improvement.holdings import HandOver
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.solve import solve
from tests.oracle.groups import skewed_group
from tests.support.engines.plan_figures import answer_after, sum_of_squares
from tests.support.engines.random_groups import random_answer, random_group

EVERYBODY = {"a": ["t"], "b": ["t"], "c": ["t"]}


def test_chain_hands_over_the_cheapest_partitions() -> None:
    """First partitions that the receiver owned, then ones new to the giver, last ones that the giver owned."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [2, 3]}, "b": {"t": [0]}})

    chain = improving_chain(group, {"a": {"t": [0, 1, 2, 3]}, "b": {}})

    assert (HandOver("a", "b", "t", 0),) == chain


def test_chain_is_shortest_by_brute_force() -> None:
    longer = 0
    for seed in range(400):
        group = skewed_group(seed)
        answer = random_answer(seed, group)
        for _ in range(4):
            chain = improving_chain(group, answer)

            assert shortest_chain_length(group, answer) == (None if chain is None else len(chain)), f"seed {seed}"
            if chain is None:
                break
            longer += len(chain) > 1
            answer = answer_after(answer, chain)

    assert longer > 40


def shortest_chain_length(group: Group, answer: Assignment) -> int | None:
    """The length of the shortest improving chain, by trying all simple paths."""
    load = {member: sum(map(len, topics.values())) for member, topics in answer.items()}
    can_take = {
        (giver.id, taker.id)
        for giver, taker in permutations(group.members, 2)
        if any(ids and topic in taker.subscription for topic, ids in answer[giver.id].items())
    }
    for length in range(1, len(group.members)):
        for path in permutations(load, length + 1):
            if load[path[0]] - load[path[-1]] >= 2 and can_take.issuperset(pairwise(path)):
                return length
    return None


def test_chains_lead_to_the_least_squares() -> None:
    for seed in range(300):
        group = random_group(seed, members=6, topics=5, partitions=5)
        answer = random_answer(seed, group)

        while chain := improving_chain(group, answer):
            better = answer_after(answer, chain)
            assert sum_of_squares(group, answer) > sum_of_squares(group, better)
            answer = better

        assert solve(group).sum_of_squares == sum_of_squares(group, answer), f"seed {seed}"


def test_chain_of_unowned_partitions_moves_no_claim() -> None:
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}})

    assert improving_chain(group, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, only_unowned=True) is None
    assert (HandOver("a", "b", "t", 3),) == improving_chain(
        group, {"a": {"t": [0, 1, 2, 3]}, "b": {}}, only_unowned=True
    )


def test_sticky_yet_fair_leaves_no_chain_of_unowned_partitions() -> None:
    for seed in range(300):
        group = random_group(seed, members=6, topics=5, partitions=5)

        assert improving_chain(group, StickyYetFairAssignor().assign(group), only_unowned=True) is None, f"seed {seed}"


def test_invalid_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="has two owners"):
        improving_chain(group_of({"t": 1}, EVERYBODY), {"a": {"t": [0]}, "b": {"t": [0]}})
