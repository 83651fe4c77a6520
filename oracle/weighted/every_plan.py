"""
A part small enough to try every plan: too simple to be wrong, and in numbers of any size.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from oracle.weighted.part import Part, Plan

MOST_PLANS = 600_000
"""A fraction of a second where the squares of all weights fit into 64 bits; three members and twelve items, say."""

MOST_OF_LARGE = 10_000
"""As long, where they do not."""

MOST_LOADS = 10_000_000
"""How many loads of members are held at once."""

LARGEST = 2**31


def is_small(part: Part) -> bool:
    """
    Whether all plans of `part` are tried.
    """
    most = MOST_PLANS if sum(part.weight) < LARGEST else MOST_OF_LARGE
    # The first few items tell: the product of thousands of numbers is no small number itself.
    choices = [choice for hub in part.hub if (choice := len(part.reach[hub])) > 1][: MOST_PLANS.bit_length() + 1]
    return prod(choices) <= min(most, MOST_LOADS // len(part.members)) and len(part.hub) <= MOST_PLANS


class EveryPlan:
    """
    The standing of every plan of a part, the holder of the last item changing fastest.
    """

    def __init__(self, part: Part) -> None:
        """
        Try all plans of `part`, which is small.
        """
        self.part = part
        kind = np.int64 if sum(part.weight) < LARGEST else np.object_
        loads: Any = np.zeros((1, len(part.members)), dtype=kind)
        self.moved: Any = np.zeros(1, dtype=kind)
        for hub, weight, owner in zip(part.hub, part.weight, part.owner, strict=True):
            reach = np.array(part.reach[hub])
            away = np.where((reach != owner) & (owner >= 0), 1, 0).astype(kind) * weight
            self.moved = np.repeat(self.moved, len(reach)) + np.tile(away, len(loads))
            holder = np.tile(reach, len(loads))
            loads = np.repeat(loads, len(reach), axis=0)
            loads[np.arange(len(loads)), holder] += weight
        self.most, self.squares = loads.max(axis=1), (loads * loads).sum(axis=1)

    def best(self, most: int) -> Plan:
        """
        The first of the best plans where nothing is gained by a lower maximum than `most`.
        """
        left = np.arange(len(self.most))
        for figures in (np.maximum(self.most, most), self.squares, self.moved):
            left = left[figures[left] == figures[left].min()]
        number, plan = int(left[0]), []
        for hub in reversed(self.part.hub):
            number, place = divmod(number, len(self.part.reach[hub]))
            plan.append(self.part.reach[hub][place])
        return plan[::-1]
