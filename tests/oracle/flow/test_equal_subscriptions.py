"""Tests of the closed form for equal subscriptions against the flow engine."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.oracle.certificate.certificate import verify_columns
from kafka_assay.oracle.columns import Columns, check_columns
from kafka_assay.oracle.flow.engine import solve_columns, solve_graph
from kafka_assay.oracle.flow.equal_subscriptions import solve_equal_subscriptions
from kafka_assay.oracle.flow.holders import deal_flow
from kafka_assay.oracle.potentials import potentials_of
from kafka_assay.oracle.reduced_problem import reduce_columns


@pytest.mark.parametrize("seed", range(100))
def test_closed_form_and_flow_give_the_same_plan(seed: int) -> None:
    columns = equal_columns(Random(seed))
    problem = reduce_columns(columns)

    found = solve_columns(columns)

    dealt = deal_flow(problem, solve_graph(problem.graph)[1])
    assert solve_equal_subscriptions(problem.columns) is not None
    assert dealt.holder.tolist() == found.holder.tolist()
    assert (dealt.load.tolist(), dealt.owned - dealt.kept) == (found.loads.tolist(), found.moves)


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


def test_unequal_subscriptions_are_left_to_the_flow() -> None:
    one_on_nothing = Columns(
        partitions=np.array([2]), start=np.array([0, 1, 1]), topics=np.array([0]), owner=np.array([0, NOBODY])
    )
    two_topic_classes = Columns(
        partitions=np.array([1, 1]),
        start=np.array([0, 1, 3]),
        topics=np.array([0, 0, 1]),
        owner=np.array([NOBODY, NOBODY]),
    )

    assert solve_equal_subscriptions(check_columns(one_on_nothing)) is None
    assert solve_equal_subscriptions(check_columns(two_topic_classes)) is None


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
