"""
A plan made more even, two members at a time: one item goes over, or two are exchanged; where that does not help any
more, they share anew what both can hold.
"""

from __future__ import annotations

from bisect import bisect_left
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from oracle.weighted.halves import halved

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.weighted.part import Part, Plan

PARTNERS = 6
"""So many of the lightest members are asked for each hub of which the heavier one has something."""

MOST_PARTNERS = 16
"""And so many in all, in one pass."""


class Effort(NamedTuple):
    """
    How two members come nearer: by handing over so many of their lightest items anew, and how far they look for it.

    None of them: by one exchange.
    """

    lightest: int
    looks: int


EXCHANGE = Effort(0, 0)
GENTLE = (EXCHANGE,)
ALL = 10**9
THOROUGH = (EXCHANGE, Effort(12, 30), Effort(20, 300), Effort(ALL, 0), Effort(40, 600))
"""Each where those before do not help any more. Exchanges move least, and light items less than heavy ones."""


def polished(
    part: Part, plan: Plan, steps: int, seconds_left: Callable[[], float], efforts: tuple[Effort, ...] = THOROUGH
) -> Plan:
    """
    A plan whose maximum and sum of squares are not above those of `plan`.

    It ends after `steps` items looked at, so that it does not depend on the machine unless the seconds run out.
    """
    return _Polish(part, plan, steps, seconds_left).run(efforts)


class _Polish:
    def __init__(self, part: Part, plan: Plan, steps: int, seconds_left: Callable[[], float]) -> None:
        self.part, self.steps, self.seconds_left = part, steps, seconds_left
        self.load = part.loads(plan)
        self.held: list[list[int]] = [[] for _ in part.members]
        for item, holder in enumerate(plan):
            self.held[holder].append(item)
        self.version = [0] * len(part.members)
        self.tried: dict[tuple[int, int], tuple[int, int, Effort]] = {}
        self.able = [frozenset(crews) for crews in part.crews_of]

    def run(self, efforts: tuple[Effort, ...]) -> Plan:
        effort = 0
        while effort < len(efforts) and self.steps > 0 and self.seconds_left() > 0:
            effort += not self._pass(efforts[effort])
        plan = [0] * len(self.part.weight)
        for member, items in enumerate(self.held):
            for item in items:
                plan[item] = member
        return plan

    def _pass(self, effort: Effort) -> bool:
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
                    helped |= self._share(heavy, light, effort)
        return helped

    def _standing(self, member: int) -> tuple[int, int]:
        return self.load[member], member

    def _is_new(self, heavy: int, light: int, effort: Effort) -> bool:
        now = self.version[heavy], self.version[light], effort
        if self.tried.get((heavy, light)) == now:
            return False
        self.tried[heavy, light] = now
        return True

    def _share(self, heavy: int, light: int, effort: Effort) -> bool:
        """
        Whether the two could be brought nearer to each other.
        """
        mine, stays = self._exchangeable(heavy, light)
        others, stay_there = self._exchangeable(light, heavy)
        self.steps -= 1 + (len(mine) + len(others)) // 4
        if effort == EXCHANGE:
            return bool(mine) and self._exchange((heavy, light), mine, others)
        shared = sorted(mine + others, reverse=True)[: effort.lightest]
        if not shared:
            return False
        self.steps -= len(shared) + effort.looks
        anew = set(shared)
        stays = [*stays, *(item for item in mine if item not in anew)]
        stay_there = [*stay_there, *(item for item in others if item not in anew)]
        return self._share_anew((heavy, light), shared, (stays, stay_there), effort.looks)

    def _exchangeable(self, member: int, other: int) -> tuple[list[int], list[int]]:
        """
        What `member` has that `other` could hold, and what it has that it could not.
        """
        if len(self.able) == 1:
            return self.held[member], []
        takes, hub = self.part.crew[other], self.part.hub
        goes: list[int] = []
        stays: list[int] = []
        for item in self.held[member]:
            (goes if takes in self.able[hub[item]] else stays).append(item)
        return goes, stays

    def _exchange(self, both: tuple[int, int], mine: list[int], others: list[int]) -> bool:
        """
        Hand over one item, or one for another, so that the two come as near to each other as that can bring them.
        """
        weight, (heavy, light) = self.part.weight, both
        apart = self.load[heavy] - self.load[light]
        # Nothing in return is a thing that weighs nothing.
        returns = sorted([(0, -1), *((weight[item], item) for item in others)])
        best = (apart, -1, -1)
        for item in mine:
            wished = bisect_left(returns, (weight[item] - apart // 2, -1))
            for back, other in returns[max(0, wished - 1) : wished + 1]:
                best = min(best, (abs(apart - 2 * (weight[item] - back)), item, other))
        if best[0] >= apart:
            return False
        _, item, other = best
        self.held[heavy].remove(item)
        self.held[light].append(item)
        if other >= 0:
            self.held[light].remove(other)
            self.held[heavy].append(other)
        self._weigh(both, weight[item] - (weight[other] if other >= 0 else 0))
        return True

    def _share_anew(
        self, both: tuple[int, int], shared: list[int], stays: tuple[list[int], list[int]], looks: int
    ) -> bool:
        weight, (heavy, light) = self.part.weight, both
        bound = sum(weight[item] for item in stays[0]) - sum(weight[item] for item in stays[1])
        # What cannot be exchanged is one number more, on the side of whoever has more of it.
        difference, first = halved([abs(bound), *(weight[item] for item in shared)], looks)
        if difference >= self.load[heavy] - self.load[light]:
            return False
        mine = first[0] if bound >= 0 else not first[0]
        for place, member in enumerate(both):
            taken = [item for item, side in zip(shared, first[1:], strict=True) if (side == mine) == (place == 0)]
            self.held[member] = stays[place] + taken
        self._weigh(both, self.load[heavy] - sum(weight[item] for item in self.held[heavy]))
        return True

    def _weigh(self, both: tuple[int, int], handed_over: int) -> None:
        for member, more in zip(both, (-handed_over, handed_over), strict=True):
            self.load[member] += more
            self.version[member] += 1
