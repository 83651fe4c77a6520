"""Tests of the assignors `optimal` and `sticky-yet-fair`."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from kafka_assay.assignors.model import Group, TopicPartition
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.oracle.assignors import OptimalAssignor, StickyYetFairAssignor
from tests.support.engines.plan_figures import moves, sum_of_squares
from tests.support.engines.random_groups import random_group


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
