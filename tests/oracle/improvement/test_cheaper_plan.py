"""Tests of cheaper plans at the same balance."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.measures.facts import holders
from tests.oracle.groups import skewed_group
from tests.support.engines.every_plan import count_plans
from tests.support.engines.plan_figures import answer_after, cost, moves
from tests.support.engines.random_groups import random_answer, random_group


# In rare larger groups (seed 166) a kept partition has to move so that two others return to their owners.
@pytest.mark.parametrize(("seeds", "members", "topics"), [(range(400), 6, 5), (range(120, 200), 12, 10)])
def test_cheaper_plan_of_a_balanced_answer_has_the_fewest_moves(seeds: range, members: int, topics: int) -> None:
    cheaper = 0
    for seed in seeds:
        group = random_group(seed, members=members, topics=topics, partitions=5)
        answer = random_answer(seed, group)
        while chain := improving_chain(group, answer):
            answer = answer_after(answer, chain)

        if plan := cheaper_plan(group, answer):
            cheaper += 1
            assert answer_after(answer, plan.hand_overs) == plan.assignment
            assert (moves(group, answer), moves(group, plan.assignment)) == (plan.moves_before, plan.moves_after)
            answer = plan.assignment

        optimum = solve(group)
        assert (optimum.sum_of_squares, optimum.moves) == cost(group, answer), f"seed {seed}"

    assert cheaper > len(seeds) // 8


def test_invalid_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="has no owner"):
        cheaper_plan(group_of({"t": 1}, {"a": ["t"]}), {"a": {}})


def test_cheaper_plan_undoes_as_few_moves_as_possible() -> None:
    """Among the cheapest plans it returns the fewest partitions and, among those, makes the fewest hand-overs."""
    cheaper = 0
    for seed in range(120):
        group = skewed_group(seed)
        if count_plans(group) > 1_000:
            continue
        answer = random_answer(seed, group)
        while chain := improving_chain(group, answer):
            answer = answer_after(answer, chain)

        expected, plan = fewest_undone(group, answer), cheaper_plan(group, answer)

        found = (moves(group, answer), 0, 0)
        if plan is not None:
            found = plan.moves_after, len(plan.undone), len(plan.hand_overs)
        assert expected == found, f"seed {seed}"
        cheaper += plan is not None

    assert cheaper > 30


def fewest_undone(group: Group, answer: Assignment) -> tuple[int, int, int]:
    """By brute force: the fewest moves, then the fewest partitions returned, then the fewest hand-overs."""
    partitions, owners = sorted(unassigned_partitions(group, {})), valid_owners(group)
    holder = holders(answer)
    now = [holder[partition][0] for partition in partitions]
    owner_of = [owners.get(partition) for partition in partitions]
    subscribers = [[member.id for member in group.members if topic in member.subscription] for topic, _ in partitions]
    return min(
        (
            sum(owner is not None and owner != one for owner, one in zip(owner_of, plan, strict=True)),
            sum(owner == one != before for owner, one, before in zip(owner_of, plan, now, strict=True)),
            sum(one != before for one, before in zip(plan, now, strict=True)),
        )
        for plan in product(*subscribers)
        if sorted(Counter(plan).values()) == sorted(Counter(now).values())
    )


def test_undone_moves_come_first() -> None:
    """KIP-54's rule makes one needless move here. To return it takes a second hand-over, which comes last."""
    members = {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]}
    group = group_of({"t0": 2, "t1": 2}, members, {"C2": {"t0": [0, 1], "t1": [1]}})

    plan = cheaper_plan(group, {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}})

    assert plan is not None
    assert (2, 1) == (plan.moves_before, plan.moves_after)
    assert plan.undone == plan.hand_overs[: len(plan.undone)]
    assert {("C2", "t1", 1)} == {(step.taker, step.topic, step.partition) for step in plan.undone}
    assert len(plan.hand_overs) > len(plan.undone)


def test_only_returned_partitions_are_minimised_for_very_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafka_assay.oracle.improvement.exchange.MOST_STRAIGHT", 0)
    for seed in range(80):
        group = random_group(seed, members=6, topics=5, partitions=5)
        answer = random_answer(seed, group)
        while chain := improving_chain(group, answer):
            answer = answer_after(answer, chain)

        plan = cheaper_plan(group, answer)

        if plan is not None:
            assert answer_after(answer, plan.hand_overs) == plan.assignment
        assert cost(group, answer if plan is None else plan.assignment)[1] == solve(group).moves, f"seed {seed}"
