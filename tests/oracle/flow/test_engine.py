"""Tests of the flow engine, by hand, against its closed form and against prices in the other engine."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.oracle.certificate.certificate import verify, verify_columns
from kafka_assay.oracle.columns import Columns
from kafka_assay.oracle.flow.block_flow import guess_blocks, level_blocks
from kafka_assay.oracle.flow.class_plan import deal_plan
from kafka_assay.oracle.flow.engine import best_assignment, optimal_plan, solve, solve_columns
from kafka_assay.oracle.flow.priced_flow import Places, Prices, cheapest_plan
from kafka_assay.oracle.proof import potentials_of
from kafka_assay.oracle.reduced_problem import reduce_columns, reduce_group
from tests.support.engines.random_groups import random_group


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


@pytest.mark.parametrize("seed", range(100))
def test_closed_form_and_flow_give_the_same_plan(seed: int) -> None:
    columns = equal_columns(Random(seed))
    problem = reduce_columns(columns)

    found = solve_columns(columns)

    plan = optimal_plan(problem.graph)
    assert found.holder.tolist() == deal_plan(problem, plan).tolist()
    assert (found.loads.tolist(), found.kept) == (plan.loads(problem.graph).tolist(), plan.kept.sum())


@pytest.mark.parametrize("seed", range(40))
def test_both_engines_find_the_same_optimum(seed: int) -> None:
    """A square outweighs all moves, so the cheapest plan at these prices is the optimum."""
    graph = reduce_group(random_group(seed, members=8, topics=6, partitions=5)).graph
    most, everybody = int(graph.supply.sum()), np.arange(graph.members)
    places = Places(node=np.repeat(everybody, most), price=np.tile(2 * np.arange(most) * (most + 1), graph.members))

    cheapest = cheapest_plan(graph, Prices(keep=0, move=1, floor=everybody * 0, places=places))

    best = optimal_plan(graph)
    assert sorted(best.loads(graph)) == sorted(cheapest.loads(graph))
    assert best.kept.sum() == cheapest.kept.sum()


@pytest.mark.parametrize("seed", range(100))
def test_closed_form_has_a_valid_certificate(seed: int) -> None:
    columns = equal_columns(Random(seed))

    found = solve_columns(columns)

    proof = found.potentials
    searched = potentials_of(
        reduce_columns(columns), found.holder, found.loads, (proof.topics[:1] * 0, proof.members.copy())
    )
    assert verify_columns(columns, found.holder, proof.members, proof.topics) is None
    assert searched.members.tolist() == proof.members.tolist()
    assert all(searched.levels[level] <= proof.levels[level] for level in set(found.loads.tolist()))


def equal_columns(draw: Random) -> Columns:
    """A group of up to 9 members that all subscribe to up to 4 topics, with random owners."""
    members, partitions = draw.randint(1, 9), [draw.randint(1, 6) for _ in range(draw.randint(1, 4))]
    owners = range(draw.randint(1, members))
    share = draw.choice([0.0, 0.5, 1.0])
    owner = [draw.choice(owners) if draw.random() < share else NOBODY for _ in range(sum(partitions))]
    return Columns(
        partitions=np.array(partitions),
        start=np.arange(members + 1) * len(partitions),
        topics=np.tile(np.arange(len(partitions)), members),
        owner=np.array(owner),
    )


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
