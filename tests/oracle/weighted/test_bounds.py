"""Bounds hold for every plan, and are met where that can be seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kafka_assay.assignors.model import TopicPartition, group_of
from kafka_assay.oracle.weighted.bounds import maximum_bound, moved_bound, squares_bound
from kafka_assay.oracle.weighted.component import Component, components_of
from kafka_assay.oracle.weighted.lone_items import find_lone_items
from kafka_assay.oracle.weighted.partition_weights import weights_of
from studies.engines.every_plan import count_plans
from tests.oracle.weighted.weighted_groups import weighted_group


def small_components() -> Iterator[Component]:
    """The parts of some random groups in which every plan can be tried."""
    for seed in range(250):
        group = weighted_group(seed)
        if count_plans(group) <= 1_500:
            units = weights_of(group, "weights").units
            yield from components_of(group, {partition: unit for partition, unit in units.items() if unit})


def test_no_plan_is_below_a_bound() -> None:
    """Maximum, squares, and moves at the least maximum; half of the bounds at least are met."""
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
    """Of all plans with the least squares none puts anything beside an item that is said to be alone."""
    lonely = 0
    for component in small_components():
        plans = [list(plan) for plan in product(*(component.reach[number] for number in component.topic_class))]
        least = min(component.figures(plan).squares for plan in plans)

        alone = find_lone_items(component).count

        lonely += alone
        for plan in (plan for plan in plans if component.figures(plan).squares == least):
            assert all(1 == plan.count(plan[item]) for item in range(alone))
    assert lonely > 20


def test_a_member_has_two_of_three_equal_items() -> None:
    """The mean is 15, and no plan is below 20: pigeonholes."""
    group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]})
    units = {TopicPartition("t", 0): 10, TopicPartition("t", 1): 10, TopicPartition("t", 2): 11}

    (component,) = components_of(group, units)

    assert 20 == maximum_bound(component)
