"""Tests of the flow engine on groups whose optimum can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.flow.blocks import guess_blocks
from kafka_assay.oracle.flow.engine import best_assignment, solve
from kafka_assay.oracle.flow.load_levels import level_blocks
from kafka_assay.oracle.reduced_problem import reduce_group
from studies.engines.plan_figures import figures
from studies.engines.random_groups import random_group

# KIP-54's rule leaves loads of 2, 0 and 1 in these two groups: no single move helps.
STUCK = {"C0": ["t1"], "C1": ["t0"], "C2": ["t0", "t1"]}
STUCK_TOO = {"C0": ["t1"], "C1": ["t0", "t1"], "C2": ["t0"]}


@pytest.mark.parametrize("members", [STUCK, STUCK_TOO])
def test_balance_that_needs_two_hand_overs_is_reached(members: dict[str, list[str]]) -> None:
    group = group_of({"t0": 1, "t1": 2}, members, {"C2": {"t0": [0]}})

    assert (1, 1, 1) == solve(group).loads


def test_one_move_where_kafka_makes_two() -> None:
    members = {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]}
    group = group_of({"t0": 2, "t1": 2}, members, {"C2": {"t0": [0, 1], "t1": [1]}})

    assert ((1, 1, 2), 6, 1, 2) == figures(solve(group))


def test_extra_partition_stays_with_its_owner() -> None:
    group = group_of(
        {"t": 7}, {"a": ["t"], "b": ["t"], "c": ["t"]}, {"b": {"t": [0, 1, 2]}, "c": {"t": [3, 4]}, "a": {"t": [5]}}
    )

    optimum = solve(group)

    assert 0 == optimum.moves
    assert [0, 1, 2] == optimum.assignment["b"]["t"]


@pytest.mark.parametrize(
    "group",
    [
        group_of({}, {}),
        group_of({"t": 3}, {}),
        group_of({"t": 0}, {"a": ["t"]}),
        group_of({"t": 3}, {"a": [], "b": ["gone"]}),
        group_of({}, {"a": ["t"]}, {"a": {"t": [0]}}),
    ],
)
def test_optimum_is_empty_where_nothing_can_be_assigned(group: Group) -> None:
    optimum = solve(group)

    assert {member: {} for member in group.member_ids()} == optimum.assignment
    assert verify(group, optimum.assignment, optimum.certificate) is None


def test_member_without_subscription_has_load_zero() -> None:
    optimum = solve(group_of({"t": 2}, {"a": ["t"], "idle": []}))

    assert (0, 2) == optimum.loads
    assert {} == optimum.assignment["idle"]


def test_stale_and_disputed_claims_are_not_ownership() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [1]}}, generation=1)

    assert (0, 1) == (solve(group).moves, solve(group).kept)


def test_plan_does_not_depend_on_input_order() -> None:
    for seed in range(100):
        group = random_group(seed, members=6, topics=5, partitions=5)

        assert best_assignment(group) == best_assignment(_reverse_group(group))


def test_new_partitions_of_a_topic_are_spread_over_members() -> None:
    group = group_of({"t": 4, "u": 4}, {"a": ["t", "u"], "b": ["t", "u"]})

    assert {"a": {"t": [0, 2], "u": [0, 2]}, "b": {"t": [1, 3], "u": [1, 3]}} == solve(group).assignment


@pytest.mark.parametrize(("more", "expected"), [(7, [(1, 4), (0, 0)]), (9, [(1, 1), (2, 1), (0, 0)])])
def test_parts_with_averages_between_the_same_loads_form_one_block(more: int, expected: list[tuple[int, int]]) -> None:
    """Averages of 1.25 and 1.75 may exchange partitions in an optimum, those of 1.25 and 2.25 may not."""
    everybody = {name: ["t", "u"] if name in "efgh" else ["t"] for name in "abcdefgh"}
    graph = reduce_group(group_of({"t": 5, "u": more}, everybody)).graph
    guess = guess_blocks(graph)

    blocks = level_blocks(graph, guess, np.ones(len(guess.floor), dtype=bool))

    assert expected == list(zip(blocks.floor, blocks.extras, strict=True))


def test_loads_along_a_chain_of_topics() -> None:
    """Each member shares a topic with the next, and the first topics are the largest."""
    topics = {"t0": 12, "t1": 6, "t2": 1, "t3": 1}
    members = {"a": ["t0"], "b": ["t0", "t1"], "c": ["t1", "t2"], "d": ["t2", "t3"]}

    assert (2, 6, 6, 6) == solve(group_of(topics, members)).loads


def _reverse_group(group: Group) -> Group:
    return Group(
        topics=group.topics[::-1],
        members=tuple(
            type(member)(
                id=member.id,
                subscription=member.subscription[::-1],
                owned=tuple((topic, ids[::-1]) for topic, ids in member.owned[::-1]),
                generation=member.generation,
            )
            for member in group.members[::-1]
        ),
    )
