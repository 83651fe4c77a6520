"""Tests that bounds hold for every plan and are tight where that can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kafka_assay.assignors.model import TopicPartition, group_of
from kafka_assay.oracle.weighted.bounds import maximum_bound, moved_bound, squares_bound
from kafka_assay.oracle.weighted.component import Component, components_of
from kafka_assay.oracle.weighted.integer_program import find_lone_items
from kafka_assay.oracle.weighted.weights import weights_of
from tests.oracle.groups import weighted_group
from tests.support.engines.every_plan import count_plans


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
