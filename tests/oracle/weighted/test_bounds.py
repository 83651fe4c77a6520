"""Tests of weights, of the figures of an answer, and that bounds hold for every plan and are tight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, TopicPartition, group_of
from kafka_assay.oracle.weighted.bounds import maximum_bound, moved_bound, squares_bound
from kafka_assay.oracle.weighted.component import Component, components_of
from kafka_assay.oracle.weighted.integer_program import find_lone_items
from kafka_assay.oracle.weighted.weights import member_weights, plan_figures, weights_of
from tests.oracle.groups import weighted_cost, weighted_group
from tests.support.engines.every_plan import count_plans
from tests.support.engines.random_groups import random_answer


def small_components() -> Iterator[Component]:
    """The components of some random groups that are small enough for brute force."""
    for seed in range(250):
        group = weighted_group(seed)
        if count_plans(group) <= 1_500:
            units = weights_of(group, "weights").units
            yield from components_of(group, {partition: unit for partition, unit in units.items() if unit})


def test_no_plan_is_below_a_bound() -> None:
    """At least half of the bounds are reached."""
    met = []
    for component in small_components():
        plans = product(*(component.reach[number] for number in component.topic_class))
        figures = [component.figures(list(plan)) for plan in plans]

        most, squares = maximum_bound(component), squares_bound(component)

        assert most <= min(figures).most
        assert squares <= min(one.squares for one in figures)
        assert moved_bound(component, min(figures).most) <= min(figures).moved
        met += [most == min(figures).most, squares == min(one.squares for one in figures)]
    assert sum(met) > len(met) / 2 > 50


def test_lone_items_are_alone_in_every_most_even_plan() -> None:
    lonely = 0
    for component in small_components():
        plans = [list(plan) for plan in product(*(component.reach[number] for number in component.topic_class))]
        least = min(component.figures(plan).squares for plan in plans)

        alone = find_lone_items(component).count

        lonely += alone
        for plan in (plan for plan in plans if component.figures(plan).squares == least):
            assert all(1 == plan.count(plan[item]) for item in range(alone))
    assert lonely > 20


def test_bound_follows_from_the_pigeonhole_principle() -> None:
    """Items of 10, 10 and 11 on two members: one member has two of them, so at least 20."""
    group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]})
    units = {TopicPartition("t", 0): 10, TopicPartition("t", 1): 10, TopicPartition("t", 2): 11}

    (component,) = components_of(group, units)

    assert 20 == maximum_bound(component)


def group(*topics: Topic) -> Group:
    """One member that subscribes to all `topics`."""
    return Group(topics=topics, members=(Member(id="a", subscription=tuple(topic.name for topic in topics)),))


BEHIND = Topic(name="t", partitions=2, end_offsets=(90, 50), committed_offsets=(10, None))


@pytest.mark.parametrize(
    ("by", "topics", "units", "unit"),
    [
        ("weights", [Topic(name="t", partitions=3, weights=(0.1, 0.3, 1e3))], [1, 3, 10_000], Fraction(1, 10)),
        ("lag", [BEHIND, Topic(name="u", partitions=1)], [1, 0, 0], Fraction(80)),
    ],
)
def test_weights_are_exact(by: str, topics: list[Topic], units: list[int], unit: Fraction) -> None:
    """Lag follows from the offsets and the reset policy. Topics without subscribers need no weight."""
    read = group(*topics)

    for asked in (read, replace(read, topics=(*topics, Topic(name="unread", partitions=1)))):
        amounts = weights_of(asked, by)

        assert (units, unit) == (list(amounts.units.values()), amounts.unit)


@pytest.mark.parametrize(
    ("by", "topic", "said"),
    [
        ("lags", Topic(name="t", partitions=1), "did you mean 'lag'"),
        ("lag", Topic(name="t", partitions=1), "needs a subscribed topic with end_offsets"),
        ("weights", Topic(name="t", partitions=1), "topic 't' has no weights"),
        ("weights", Topic(name="t", partitions=2, weights=(0, -1.5)), r"topics\.t\.weights\[1\]: -1\.5"),
    ],
)
def test_unknown_missing_or_negative_weight_is_refused(by: str, topic: Topic, said: str) -> None:
    with pytest.raises(AssayError, match=said):
        weights_of(group(topic), by)


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

    assert weighted_cost(group, answer) == plan_figures(group, weights_of(group, "weights"), answer).sort_key()


def test_moved_is_the_weight_that_leaves_its_valid_owner() -> None:
    """A partition without an owner leaves its valid owner too. Partitions that do not exist weigh nothing."""
    weights = weights_of(LAGGING, "lag")

    assert 60 == plan_figures(LAGGING, weights, {"a": {"t": [0]}, "b": {"t": [1, 2]}}).moved
    assert 160 == plan_figures(LAGGING, weights, {}).moved
    assert {"a": Fraction(160), "b": Fraction(0)} == member_weights(LAGGING, weights, {"a": {"t": [0, 1, 7], "x": [0]}})
