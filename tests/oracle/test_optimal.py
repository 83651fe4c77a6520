"""Tests of the assignor `optimal`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.oracle.optimal import OptimalAssignor
from kafka_assay.properties.judging.judgement import judge_trial
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.trials.trial import Trial
from studies.engines.plan_figures import moves, sum_of_squares
from studies.engines.random_groups import random_group


def test_optimal_is_an_entry_point() -> None:
    assert isinstance(reference_assignor("optimal"), OptimalAssignor)


@pytest.mark.parametrize("name", ["optimal", "sticky-yet-fair"])
def test_every_promised_law_is_kept(name: str) -> None:
    assignor = reference_assignor(name)
    for seed in range(300):
        trial = Trial(random_group(seed, members=5, topics=4, partitions=5), ask=assignor.assign)

        judged = judge_trial(trial, assignor.promises)

        assert {"kept"} == {one.verdict.word for one in judged}, f"seed {seed}: {judged}"


def test_answer_fed_back_moves_nothing() -> None:
    for seed in range(100):
        group = random_group(seed, members=6, topics=5, partitions=5)
        answer = OptimalAssignor().assign(group)

        assert answer == OptimalAssignor().assign(feed_back(group, answer)), f"seed {seed}"


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
