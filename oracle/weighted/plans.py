"""
Plans of a component without a solver: every plan of a small one, a first plan of a large one, and a plan with less
moves.
"""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heapreplace
from math import prod
from typing import Any, TypeAlias

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


MOST_MEMBERS = 500
"""In a larger member class shares stay where they are, because the assignment problem grows with the cube."""

MOST_PAIRS = 5_000_000
"""With more pairs of a holder and an owner of the same item type, shares stay as well."""

ItemType: TypeAlias = tuple[int, int]
"""Topic class and weight. Items of one type differ only in their owner."""


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


def deal_heaviest_first(component: Component, *, keep: bool) -> ItemPlan:
    """
    Graham's rule ("Bounds on multiprocessing timing anomalies", 1969), among the members that can hold the item.

    With `keep` owners keep their items, and only items without an owner are dealt.
    """
    plan = [owner if keep else -1 for owner in component.owner]
    load = [0] * len(component.members)
    for holder, weight in zip(plan, component.weight, strict=True):
        if holder >= 0:
            load[holder] += weight
    heaps: list[list[tuple[int, int]] | None] = [None] * len(component.reach)
    for item, holder in enumerate(plan):
        if holder >= 0:
            continue
        topic_class = component.topic_class[item]
        heap = heaps[topic_class]
        if heap is None:
            heap = heaps[topic_class] = [(load[member], member) for member in component.reach[topic_class]]
            heapify(heap)
        # Loads only grow. So an up-to-date first entry is the least of all, even if others are outdated.
        while heap[0][0] != load[heap[0][1]]:
            heapreplace(heap, (load[heap[0][1]], heap[0][1]))
        plan[item] = member = heap[0][1]
        load[member] += component.weight[item]
    return plan


def deal_items(component: Component, counts: dict[ItemType, dict[int, int]]) -> ItemPlan:
    """
    The plan in which each member holds `counts` items of each type. Owners keep their items where they hold the type.
    """
    room = {item_type: dict(holders) for item_type, holders in counts.items()}
    plan = [-1] * len(component.weight)
    for item, owner in enumerate(component.owner):
        left = room[component.topic_class[item], component.weight[item]]
        if left.get(owner, 0) > 0:
            left[owner] -= 1
            plan[item] = owner
    takers = {type_: iter([m for m, count in left.items() for _ in range(count)]) for type_, left in room.items()}
    for item, holder in enumerate(plan):
        if holder < 0:
            plan[item] = next(takers[component.topic_class[item], component.weight[item]])
    return plan


def reduce_moves(component: Component, plan: ItemPlan) -> ItemPlan:
    """
    A plan with the same weights in every member class, in which shares and items go to their owners where that is free.

    Members of one class may exchange their whole shares, which is an assignment problem (Kuhn 1955).
    """
    types = list(zip(component.topic_class, component.weight, strict=True))
    counts: dict[ItemType, dict[int, int]] = {item_type: {} for item_type in types}
    for (item_type, holder), count in sorted(Counter(zip(types, plan, strict=True)).items()):
        counts[item_type][holder] = count
    owned: dict[ItemType, Counter[int]] = {item_type: Counter() for item_type in counts}
    for item_type, owner in zip(types, component.owner, strict=True):
        if owner >= 0:
            owned[item_type][owner] += 1
    alike: dict[int, list[int]] = {}
    for member, member_class in enumerate(component.member_class):
        alike.setdefault(member_class, []).append(member)
    goes_to = list(range(len(component.members)))
    for members in alike.values():
        if 1 < len(members) <= MOST_MEMBERS:
            for share, taker in _reassign_shares(members, counts, owned):
                goes_to[share] = taker
    moved = {type_: {goes_to[holder]: count for holder, count in some.items()} for type_, some in counts.items()}
    return deal_items(component, moved)


def _reassign_shares(
    members: list[int], counts: dict[ItemType, dict[int, int]], owned: dict[ItemType, Counter[int]]
) -> list[tuple[int, int]]:
    """Pairs of a member and the new holder of its share, so that most weight stays with its owners."""
    from scipy.optimize import linear_sum_assignment

    if sum(len(holders) * len(owned[item_type]) for item_type, holders in counts.items()) > MOST_PAIRS:
        return []
    # Weights may exceed any float. Their fractions of the total do not.
    total = sum(item_type[1] for item_type in counts)
    place = {member: number for number, member in enumerate(members)}
    gain = np.zeros((len(members), len(members)))
    for item_type, holders in counts.items():
        owners = [(place[owner], count) for owner, count in owned[item_type].items() if owner in place]
        for holder, count in holders.items() if owners else ():
            if holder in place:
                for owner, had in owners:
                    gain[place[holder], owner] += item_type[1] * min(count, had) / total
    # A member that gains nothing from an exchange keeps its share.
    gain += np.eye(len(members)) * 1e-9 * (gain.max() or 1.0)
    shares, takers = linear_sum_assignment(gain, maximize=True)
    return [(members[one], members[other]) for one, other in zip(shares.tolist(), takers.tolist(), strict=True)]
