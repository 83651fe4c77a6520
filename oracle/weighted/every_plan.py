"""
A part small enough to try every plan: too simple to be wrong, and in numbers of any size.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.weighted.part import Part, Plan, Standing

MOST_PLANS = 10_000
"""A tenth of a second."""


def is_small(part: Part) -> bool:
    """
    Whether all plans of `part` can be tried.
    """
    # The first few items tell: the product of thousands of numbers is no small number itself.
    return len(part.hub) < MOST_PLANS.bit_length() * 4 and prod(len(part.reach[hub]) for hub in part.hub) <= MOST_PLANS


def every_standing(part: Part) -> dict[Standing, Plan]:
    """
    Every standing that a plan can have, with the first plan that has it.
    """
    found: dict[Standing, Plan] = {}
    for holders in product(*(part.reach[hub] for hub in part.hub)):
        plan = list(holders)
        found.setdefault(part.standing(plan), plan)
    return found
