"""
Bounds hold for every plan, and are met where that can be seen.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from assignors.model import TopicPartition, group_of
from oracle.weighted.alone import alone_in
from oracle.weighted.amounts import amounts_of
from oracle.weighted.bounds import least_most, least_moved, least_squares
from oracle.weighted.part import parts_of
from tests.oracle.every_plan import number_of_plans
from tests.oracle.weighted.weighing import weighted_group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.weighted.part import Part


def small_parts() -> Iterator[Part]:
    """
    The parts of some random groups in which every plan can be tried.
    """
    for seed in range(250):
        group = weighted_group(seed)
        if number_of_plans(group) <= 1_500:
            units = amounts_of(group, "weights").units
            yield from parts_of(group, {partition: unit for partition, unit in units.items() if unit})


def test_no_plan_is_below_a_bound() -> None:
    """
    Maximum, squares, and moves at the least maximum; half of the bounds at least are met.
    """
    met = []
    for part in small_parts():
        standings = [part.standing(list(plan)) for plan in product(*(part.reach[hub] for hub in part.hub))]

        most, squares = least_most(part), least_squares(part)

        assert most <= min(standings).most
        assert squares <= min(standing.squares for standing in standings)
        assert least_moved(part, min(standings).most) <= min(standings).moved
        met += [most == min(standings).most, squares == min(standing.squares for standing in standings)]
    assert sum(met) > len(met) / 2 > 50


def test_lonely_items_are_alone_in_every_most_even_plan() -> None:
    """
    Of all plans with the least squares none puts anything beside an item that is said to be alone.
    """
    lonely = 0
    for part in small_parts():
        plans = [list(plan) for plan in product(*(part.reach[hub] for hub in part.hub))]
        least = min(part.standing(plan).squares for plan in plans)

        alone = alone_in(part).items

        lonely += alone
        for plan in (plan for plan in plans if part.standing(plan).squares == least):
            assert all(1 == plan.count(plan[item]) for item in range(alone))
    assert lonely > 20


def test_a_member_has_two_of_three_equal_items() -> None:
    """
    The mean is 15, and no plan is below 20: pigeonholes.
    """
    group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]})
    units = {TopicPartition("t", 0): 10, TopicPartition("t", 1): 10, TopicPartition("t", 2): 11}

    (part,) = parts_of(group, units)

    assert 20 == least_most(part)
