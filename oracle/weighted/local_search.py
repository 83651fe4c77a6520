"""
Local search: make a plan more even, two members at a time.

A step hands over one item or exchanges two. Where that no longer helps, the two members divide again all items that
both can hold.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush, nsmallest
from typing import NamedTuple, TypeAlias

from kafka_assay.oracle.weighted.component import Component, ItemPlan

PARTNERS = 6
"""How many of the lightest members are tried for each topic class of which the heavier member holds something."""

MOST_PARTNERS = 16
"""The most members tried in one pass."""

Merge: TypeAlias = tuple[int, int, bool]
"""Two numbers merged into one: their indices, and whether they are on different sides."""


class PairEffort(NamedTuple):
    """
    How two members get closer: they divide again this many of their `lightest` items, in this many `looks`.

    With 0 items they make one exchange.
    """

    lightest: int
    looks: int


EXCHANGE = PairEffort(0, 0)
GENTLE = (EXCHANGE,)
ALL = 10**9
THOROUGH = (EXCHANGE, PairEffort(12, 30), PairEffort(20, 300), PairEffort(ALL, 0), PairEffort(40, 600))
"""Each effort runs once the earlier ones no longer help. Exchanges move least, and light items less than heavy ones."""


def improve_plan(
    component: Component,
    plan: ItemPlan,
    steps: int,
    seconds_left: Callable[[], float],
    efforts: tuple[PairEffort, ...] = THOROUGH,
) -> ItemPlan:
    """
    A plan whose maximum and sum of squares are not above those of `plan`.

    It ends after looking at `steps` items, so the result depends on the machine only if the seconds run out.
    """
    return _LocalSearch(component, plan, steps, seconds_left).run(efforts)


class _LocalSearch:
    def __init__(self, component: Component, plan: ItemPlan, steps: int, seconds_left: Callable[[], float]) -> None:
        self.component, self.steps, self.seconds_left = component, steps, seconds_left
        self.load = component.loads(plan)
        self.held: list[list[int]] = [[] for _ in component.members]
        for item, holder in enumerate(plan):
            self.held[holder].append(item)
        self.version = [0] * len(component.members)
        self.tried: dict[tuple[int, int], tuple[int, int, PairEffort]] = {}
        self.able = [frozenset(reach) for reach in component.class_reach]

    def run(self, efforts: tuple[PairEffort, ...]) -> ItemPlan:
        effort = 0
        while effort < len(efforts) and self.steps > 0 and self.seconds_left() > 0:
            effort += not self._run_pass(efforts[effort])
        plan = [0] * len(self.component.weight)
        for member, items in enumerate(self.held):
            for item in items:
                plan[item] = member
        return plan

    def _run_pass(self, effort: PairEffort) -> bool:
        """Balance pairs from the heaviest members down; True if that helped anywhere."""
        rising = sorted(range(len(self.load)), key=self._load_order)
        lightest = [nsmallest(PARTNERS, reach, key=self._load_order) for reach in self.component.reach]
        helped = False
        for heavy in reversed(rising):
            if self.steps <= 0 or self.seconds_left() <= 0:
                break
            topic_classes = {self.component.topic_class[item] for item in self.held[heavy]}
            partners = {light for topic_class in topic_classes for light in lightest[topic_class]}
            for light in nsmallest(MOST_PARTNERS, partners, key=self._load_order):
                now = self.version[heavy], self.version[light], effort
                if self.load[heavy] - self.load[light] > 1 and self.tried.get((heavy, light)) != now:
                    self.tried[heavy, light] = now
                    helped |= self._balance_pair(heavy, light, effort)
        return helped

    def _load_order(self, member: int) -> tuple[int, int]:
        return self.load[member], member

    def _balance_pair(self, heavy: int, light: int, effort: PairEffort) -> bool:
        """Bring the loads of the two closer; False if that fails."""
        mine, stays = self._split_items(heavy, light)
        others, stay_there = self._split_items(light, heavy)
        self.steps -= 1 + (len(mine) + len(others)) // 4
        if effort == EXCHANGE:
            return bool(mine) and self._exchange_items((heavy, light), mine, others)
        shared = sorted(mine + others, reverse=True)[: effort.lightest]
        if not shared:
            return False
        self.steps -= len(shared) + effort.looks
        anew = set(shared)
        stays = [*stays, *(item for item in mine if item not in anew)]
        stay_there = [*stay_there, *(item for item in others if item not in anew)]
        return self._repartition((heavy, light), shared, (stays, stay_there), effort.looks)

    def _split_items(self, member: int, other: int) -> tuple[list[int], list[int]]:
        """The items of `member` that `other` could hold, and the items that it could not."""
        if len(self.able) == 1:
            return self.held[member], []
        takes, topic_class = self.component.member_class[other], self.component.topic_class
        goes: list[int] = []
        stays: list[int] = []
        for item in self.held[member]:
            (goes if takes in self.able[topic_class[item]] else stays).append(item)
        return goes, stays

    def _exchange_items(self, both: tuple[int, int], mine: list[int], others: list[int]) -> bool:
        """Hand over one item, or one for another, so that the loads of the two get as close as possible."""
        weight, (heavy, light) = self.component.weight, both
        apart = self.load[heavy] - self.load[light]
        # A hand-over without a return counts as an exchange for an item without weight.
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
        self._update_loads(both, weight[item] - (weight[other] if other >= 0 else 0))
        return True

    def _repartition(
        self, both: tuple[int, int], shared: list[int], stays: tuple[list[int], list[int]], looks: int
    ) -> bool:
        weight, (heavy, light) = self.component.weight, both
        bound = sum(weight[item] for item in stays[0]) - sum(weight[item] for item in stays[1])
        # The items that cannot be exchanged count as one more number, on the side of the member that has more of them.
        difference, first = partition_numbers([abs(bound), *(weight[item] for item in shared)], looks)
        if difference >= self.load[heavy] - self.load[light]:
            return False
        mine = first[0] if bound >= 0 else not first[0]
        for place, member in enumerate(both):
            taken = [item for item, side in zip(shared, first[1:], strict=True) if (side == mine) == (place == 0)]
            self.held[member] = stays[place] + taken
        self._update_loads(both, self.load[heavy] - sum(weight[item] for item in self.held[heavy]))
        return True

    def _update_loads(self, both: tuple[int, int], handed_over: int) -> None:
        for member, more in zip(both, (-handed_over, handed_over), strict=True):
            self.load[member] += more
            self.version[member] += 1


def partition_numbers(numbers: Sequence[int], looks: int) -> tuple[int, list[bool]]:
    """
    The difference of the two sums of `numbers`, and which numbers are on the first side.

    Karmarkar and Karp's differencing (1982): the two largest numbers go to different sides, and their difference
    replaces them. If the result is not perfect, up to `looks` steps of the complete search follow (Korf 1998, "A
    complete anytime algorithm for number partitioning"). There the two numbers may also go to the same side.

    >>> partition_numbers([8, 7, 6, 5, 4], 0)
    (2, [True, False, True, False, False])
    >>> partition_numbers([8, 7, 6, 5, 4], 100)
    (0, [True, True, False, False, False])
    """
    if len(numbers) == 1:
        return numbers[0], [True]
    heap = [(-number, place) for place, number in enumerate(numbers)]
    heapify(heap)
    merges: list[Merge] = []
    while len(heap) > 1:
        (large, one), (small, other) = heappop(heap), heappop(heap)
        heappush(heap, (large - small, len(numbers) + len(merges)))
        merges.append((one, other, True))
    difference, sides = -heap[0][0], _trace_sides(len(numbers), merges)
    perfect = sum(numbers) % 2
    if difference > perfect and looks:
        search = _CompleteSearch(numbers, looks, difference, perfect)
        search.run([(number, place) for place, number in sorted(enumerate(numbers), key=lambda one: (one[1], one[0]))])
        if search.found is not None:
            return search.difference, search.found
    return difference, sides


def _trace_sides(number: int, merges: Sequence[Merge]) -> list[bool]:
    """The sides after all `merges`, the last of which made the one remaining number."""
    side = [True] * (number + len(merges))
    for place in range(len(merges) - 1, -1, -1):
        one, other, apart = merges[place]
        side[one] = side[number + place]
        side[other] = side[number + place] != apart
    return [one == side[0] for one in side[:number]]


class _CompleteSearch:
    """The complete search: differences first, then sums, until the result is perfect or the looks are used up."""

    def __init__(self, numbers: Sequence[int], looks: int, difference: int, perfect: int) -> None:
        self.number, self.looks = len(numbers), looks
        self.difference, self.perfect = difference, perfect
        self.merges: list[Merge] = []
        self.found: list[bool] | None = None

    def run(self, rising: list[tuple[int, int]]) -> None:
        self.looks -= 1
        if self.looks < 0 or self.difference <= self.perfect:
            return
        large, one = rising[-1]
        rest = sum(value for value, _ in rising[:-1])
        if large >= rest:
            if large - rest < self.difference:
                self.difference = large - rest
                # All others go to the other side than the largest number.
                merges = self.merges.copy()
                for _, other in rising[:-1]:
                    merges.append((one, other, True))
                    one = self.number + len(merges) - 1
                self.found = _trace_sides(self.number, merges)
            return
        small, other = rising[-2]
        for apart in (True, False):
            left = rising[:-2]
            insort(left, (large - small if apart else large + small, self.number + len(self.merges)))
            self.merges.append((one, other, apart))
            self.run(left)
            self.merges.pop()
