from __future__ import annotations

from fractions import Fraction

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.oracle.weighted.partition_weights import weights_of
from kafka_assay.oracle.weighted.plan_weights import member_weights, plan_figures
from studies.engines.random_groups import random_answer
from tests.oracle.weighted.weighted_groups import cost, weighted_group

LAGGING = Group(
    topics=(Topic(name="t", partitions=3, end_offsets=(100, 60, 5), committed_offsets=(0, 0, 0)),),
    members=(
        Member(id="a", subscription=("t",), owned=(("t", (0, 1, 7)),), generation=1),
        Member(id="b", subscription=("t",)),
    ),
)


@pytest.mark.parametrize("seed", range(40))
def test_figures_equal_the_cost_of_the_plan(seed: int) -> None:
    group = weighted_group(seed, members=7, topics=5, partitions=5)
    answer = random_answer(seed, group)

    assert cost(group, answer) == plan_figures(group, weights_of(group, "weights"), answer).sort_key()


def test_partitions_that_do_not_exist_weigh_nothing() -> None:
    """So do members without partitions."""
    weights = weights_of(LAGGING, "lag")

    assert {"a": Fraction(160), "b": Fraction(0)} == member_weights(LAGGING, weights, {"a": {"t": [0, 1, 7], "x": [0]}})


def test_moved_is_the_weight_that_leaves_its_valid_owner() -> None:
    """A partition without an owner leaves its valid owner too."""
    weights = weights_of(LAGGING, "lag")

    assert 60 == plan_figures(LAGGING, weights, {"a": {"t": [0]}, "b": {"t": [1, 2]}}).moved
    assert 160 == plan_figures(LAGGING, weights, {}).moved
