"""Tests that the three engines find the same figures, with certificates, and of the assignors of the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, TopicPartition, group_of
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.oracle.assignors import OptimalAssignor, StickyYetFairAssignor
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.optimum import Engine
from kafka_assay.oracle.solve import solve
from tests.support.engines.plan_figures import cost, figures, moves, sum_of_squares
from tests.support.engines.random_groups import random_group, random_ownership

ENGINES: tuple[Engine, ...] = ("flow", "ilp", "exhaustive")
BATCH = 25


@pytest.mark.parametrize("batch", range(10))
def test_flow_ilp_and_brute_force_agree_on_small_groups(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        group = random_group(seed)

        optima = [solve(group, engine) for engine in ENGINES]

        assert 1 == len(set(map(figures, optima))), f"seed {seed}: {group}"
        assert {cost(group, one.assignment) for one in optima} == {(optima[0].sum_of_squares, optima[0].moves)}
        assert [None] * 3 == [verify(group, one.assignment, one.certificate) for one in optima], f"seed {seed}"


@pytest.mark.parametrize("seed", range(12))
def test_flow_and_ilp_agree_on_medium_groups(seed: int) -> None:
    group = random_group(seed, members=12, topics=14, partitions=15)

    flow, ilp = solve(group), solve(group, "ilp")

    assert figures(flow) == figures(ilp)
    assert [None, None] == [verify(group, one.assignment, one.certificate) for one in (flow, ilp)]


@pytest.mark.parametrize("shape", ["chained", "nested", "disjoint", "one-topic-each"])
def test_structured_subscriptions_are_certified(shape: str) -> None:
    topics = {f"t{number:02}": (number * 7) % 23 + 1 for number in range(40)}
    names = list(topics)
    subscriptions = {
        "chained": [names[place : place + 2] for place in range(40)],
        "nested": [names[: place + 1] for place in range(40)],
        "disjoint": [names[place % 5 :: 5] for place in range(40)],
        "one-topic-each": [names[place : place + 1] for place in range(40)],
    }[shape]
    group = random_ownership(1, topics, {f"m{place:02}": mine for place, mine in enumerate(subscriptions)})

    optimum = solve(group)

    assert verify(group, optimum.assignment, optimum.certificate) is None
    assert sum(topics.values()) == optimum.moves + optimum.kept


def test_twenty_thousand_partitions_are_certified() -> None:
    rng, topics = Random(0), {f"t{number}": 400 for number in range(50)}
    group = random_ownership(0, topics, {f"m{number}": rng.sample(list(topics), 25) for number in range(200)})

    optimum = solve(group)

    assert (100,) * 200 == optimum.loads
    assert verify(group, optimum.assignment, optimum.certificate) is None


@pytest.mark.parametrize(
    ("engine", "partitions", "said"),
    [
        ("exhaustive", 30, "too many for the exhaustive engine"),
        ("ilp", 100_001, "the ilp engine supports at most"),
        ("flow", 2**31 - 1, "4294967294 partitions to assign: the oracle supports at most 10000000"),
    ],
)
def test_group_too_large_for_an_engine_is_refused(engine: Engine, partitions: int, said: str) -> None:
    group = group_of({"t": partitions, "u": partitions}, {"a": ["t", "u"], "b": ["t", "u"]})

    with pytest.raises(AssayError, match=said):
        solve(group, engine)


def test_renamed_members_get_the_same_balance_and_moves() -> None:
    for seed in range(100):
        group = random_group(seed, members=6, topics=5, partitions=5)
        last = len(group.members)
        renamed = replace(
            group, members=tuple(replace(m, id=f"n{last - place:02}") for place, m in enumerate(group.members))
        )

        before, after = OptimalAssignor().assign(group), OptimalAssignor().assign(renamed)

        assert sum_of_squares(group, before) == sum_of_squares(renamed, after)
        assert moves(group, before) == moves(renamed, after)


def test_no_answer_without_moves_is_more_even() -> None:
    for seed in range(100):
        group = random_group(seed, members=4, topics=3, partitions=3)
        answer = StickyYetFairAssignor().assign(group)
        owners = valid_owners(group)
        to_place = [partition for partition in unassigned_partitions(group, {}) if partition not in owners]

        best = min(_squares([*owners.values(), *ways]) for ways in product(*(_subscribers(group, p) for p in to_place)))

        assert (best, 0) == (sum_of_squares(group, answer), moves(group, answer)), f"seed {seed}"


def _squares(holders: list[str]) -> int:
    return sum(holders.count(member) ** 2 for member in set(holders))


def _subscribers(group: Group, partition: TopicPartition) -> list[str]:
    return [member.id for member in group.members if partition.topic in member.subscription]
