"""
A plan made more even: two members at a time share anew what both can hold.
"""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING

from oracle.weighted.halves import halved

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.weighted.part import Part, Plan

PARTNERS = 6
"""So many of the lightest members are asked for each hub of which the heavier one has something."""

MOST_PARTNERS = 16
"""And so many in all, in one pass."""

EFFORTS = (0, 60, 600)
"""How far two members look for an even share, once an easier look does not help any more."""

MOST_SEARCHED = 40
"""Of more items than this differencing alone leaves next to nothing."""


def polished(part: Part, plan: Plan, steps: int, seconds_left: Callable[[], float]) -> Plan:
    """
    A plan whose maximum and sum of squares are not above those of `plan`.

    It ends after `steps` items looked at, so that it does not depend on the machine unless the seconds run out.
    """
    return _Polish(part, plan, steps, seconds_left).run()


class _Polish:
    def __init__(self, part: Part, plan: Plan, steps: int, seconds_left: Callable[[], float]) -> None:
        self.part, self.steps, self.seconds_left = part, steps, seconds_left
        self.load = part.loads(plan)
        self.held: list[list[int]] = [[] for _ in part.members]
        for item, holder in enumerate(plan):
            self.held[holder].append(item)
        self.version = [0] * len(part.members)
        self.tried: dict[tuple[int, int], tuple[int, int, int]] = {}
        self.able = [frozenset(crews) for crews in part.crews_of]

    def run(self) -> Plan:
        effort = 0
        while effort < len(EFFORTS) and self.steps > 0 and self.seconds_left() > 0:
            effort += not self._pass(effort)
        plan = [0] * len(self.part.weight)
        for member, items in enumerate(self.held):
            for item in items:
                plan[item] = member
        return plan

    def _pass(self, effort: int) -> bool:
        """
        Whether sharing anew helped anywhere, from the heaviest members down.
        """
        rising = sorted(range(len(self.load)), key=self._standing)
        lightest = [nsmallest(PARTNERS, reach, key=self._standing) for reach in self.part.reach]
        helped = False
        for heavy in reversed(rising):
            if self.steps <= 0 or self.seconds_left() <= 0:
                break
            hubs = {self.part.hub[item] for item in self.held[heavy]}
            partners = {light for hub in hubs for light in lightest[hub]}
            for light in nsmallest(MOST_PARTNERS, partners, key=self._standing):
                if self.load[heavy] - self.load[light] > 1 and self._is_new(heavy, light, effort):
                    helped |= self._share_anew(heavy, light, EFFORTS[effort])
        return helped

    def _standing(self, member: int) -> tuple[int, int]:
        return self.load[member], member

    def _is_new(self, heavy: int, light: int, effort: int) -> bool:
        now = self.version[heavy], self.version[light], effort
        if self.tried.get((heavy, light)) == now:
            return False
        self.tried[heavy, light] = now
        return True

    def _share_anew(self, heavy: int, light: int, looks: int) -> bool:
        part = self.part
        one, other = part.crew[heavy], part.crew[light]
        shared: list[int] = []
        stays: tuple[list[int], list[int]] = ([], [])
        for place, member in enumerate((heavy, light)):
            for item in self.held[member]:
                able = self.able[part.hub[item]]
                (shared if one in able and other in able else stays[place]).append(item)
        self.steps -= len(shared) + 1 + (looks if len(shared) <= MOST_SEARCHED else 0)
        if not shared:
            return False
        bound = sum(part.weight[item] for item in stays[0]) - sum(part.weight[item] for item in stays[1])
        # What cannot be exchanged is one number more, on the side of whoever has more of it.
        looks = looks if len(shared) <= MOST_SEARCHED else 0
        difference, first = halved([abs(bound), *(part.weight[item] for item in shared)], looks)
        if difference >= self.load[heavy] - self.load[light]:
            return False
        mine = first[0] if bound >= 0 else not first[0]
        both = (heavy, light)
        for place, member in enumerate(both):
            taken = [item for item, side in zip(shared, first[1:], strict=True) if (side == mine) == (place == 0)]
            self.held[member] = stays[place] + taken
            self.load[member] = sum(part.weight[item] for item in self.held[member])
            self.version[member] += 1
        return True
