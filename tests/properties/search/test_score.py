"""Tests of the score that a search maximises."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.search.structured_search import Score, score_of
from kafka_assay.properties.trials.trial import Trial

PAIR = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
UNEQUAL = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}, {"a": {"t": [0]}, "b": {"t": [1], "u": [0]}})
DISPUTED = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [0]}})


@pytest.mark.parametrize(
    ("group", "answer", "score"),
    [
        (PAIR, {"a": {"t": [0]}, "b": {"t": [1]}}, Score(spread=0, claimants=1, excess=0)),
        (PAIR, {"a": {"t": [1]}, "b": {"t": [0]}}, Score(spread=0, claimants=1, excess=2)),
        (PAIR, {"a": {"t": [0, 1]}, "b": {}}, Score(spread=2, claimants=1, excess=1)),
        (UNEQUAL, {"a": {"t": [1]}, "b": {"t": [0], "u": [0]}}, Score(spread=1, claimants=1, excess=2)),
        (DISPUTED, {"a": {"t": [0]}, "b": {}}, Score(spread=1, claimants=2, excess=0)),
    ],
)
def test_score_counts_spread_claimants_and_needless_moves(group: Group, answer: Assignment, score: Score) -> None:
    assert score == score_of(Trial(group, answer=answer), with_excess=True)


def test_invalid_answer_has_no_excess() -> None:
    trial = Trial(UNEQUAL, answer={"a": {}, "b": {"t": [0]}})

    assert 0 == score_of(trial, with_excess=True).excess


def test_score_of_a_life_is_the_maximum_over_its_rebalances() -> None:
    assert Score(3, 2, 1) == Score(spread=3, claimants=1).highest_of(Score(spread=0, claimants=2, excess=1))
