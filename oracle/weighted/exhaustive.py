"""Try every plan of a small component: simple enough to trust, with numbers of any size."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from kafka_assay.oracle.weighted.component import Component, ItemPlan

MOST_PLANS = 600_000
"""
The most plans to try if the squares of all weights fit into 64 bits: a fraction of a second (3 members, 12 items).
"""

MOST_OF_LARGE = 10_000
"""The most plans to try if they do not: the same time."""

MOST_LOADS = 10_000_000
"""The most loads of members to hold at once."""

LARGEST = 2**31


def is_small(component: Component) -> bool:
    """Whether the search tries all plans of `component`."""
    most = MOST_PLANS if sum(component.weight) < LARGEST else MOST_OF_LARGE
    # The first few items decide. The product of thousands of numbers would itself be a huge number.
    choices = [choice for topic_class in component.topic_class if (choice := len(component.reach[topic_class])) > 1]
    plans = prod(choices[: MOST_PLANS.bit_length() + 1])
    return plans <= min(most, MOST_LOADS // len(component.members)) and len(component.topic_class) <= MOST_PLANS


class PlanTable:
    """The figures of every plan of a component. The holder of the last item changes fastest."""

    def __init__(self, component: Component) -> None:
        """Try all plans of `component`, which is small."""
        self.component = component
        kind = np.int64 if sum(component.weight) < LARGEST else np.object_
        loads: Any = np.zeros((1, len(component.members)), dtype=kind)
        self.moved: Any = np.zeros(1, dtype=kind)
        for topic_class, weight, owner in zip(component.topic_class, component.weight, component.owner, strict=True):
            reach = np.array(component.reach[topic_class])
            away = np.where((reach != owner) & (owner >= 0), 1, 0).astype(kind) * weight
            self.moved = np.repeat(self.moved, len(reach)) + np.tile(away, len(loads))
            holder = np.tile(reach, len(loads))
            loads = np.repeat(loads, len(reach), axis=0)
            loads[np.arange(len(loads)), holder] += weight
        self.most, self.squares = loads.max(axis=1), (loads * loads).sum(axis=1)

    def best_plan(self, most: int) -> ItemPlan:
        """The first of the best plans if a maximum below `most` brings no gain."""
        left = np.arange(len(self.most))
        for figures in (np.maximum(self.most, most), self.squares, self.moved):
            left = left[figures[left] == figures[left].min()]
        number, plan = int(left[0]), []
        for topic_class in reversed(self.component.topic_class):
            number, place = divmod(number, len(self.component.reach[topic_class]))
            plan.append(self.component.reach[topic_class][place])
        return plan[::-1]
