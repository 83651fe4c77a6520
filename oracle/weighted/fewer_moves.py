"""
Keep the weights and move less: whole shares go to the members that owned most of them, and equal items to their owners.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from kafka_assay.oracle.weighted.component import Component, ItemPlan

MOST_MEMBERS = 500
"""In a larger member class shares stay where they are, because the assignment problem grows with the cube."""

MOST_PAIRS = 5_000_000
"""With more pairs of a holder and an owner of the same item type, shares stay as well."""

ItemType: TypeAlias = tuple[int, int]
"""Topic class and weight. Items of one type differ only in their owner."""


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


def count_items(component: Component, plan: ItemPlan) -> dict[ItemType, dict[int, int]]:
    """The number of items of each type that each member holds, with members in order."""
    types = list(zip(component.topic_class, component.weight, strict=True))
    counts: dict[ItemType, dict[int, int]] = {item_type: {} for item_type in types}
    for (item_type, holder), count in sorted(Counter(zip(types, plan, strict=True)).items()):
        counts[item_type][holder] = count
    return counts


def reduce_moves(component: Component, plan: ItemPlan) -> ItemPlan:
    """
    A plan with the same weights in every member class, in which shares and items go to their owners where that is free.

    Members of one class may exchange their whole shares, which is an assignment problem (Kuhn 1955).
    """
    counts = count_items(component, plan)
    owned: dict[ItemType, Counter[int]] = {item_type: Counter() for item_type in counts}
    for topic_class, weight, owner in zip(component.topic_class, component.weight, component.owner, strict=True):
        if owner >= 0:
            owned[topic_class, weight][owner] += 1
    alike: list[list[int]] = [[] for _ in range(component.member_class_count)]
    for member, member_class in enumerate(component.member_class):
        alike[member_class].append(member)
    goes_to = list(range(len(component.members)))
    for members in alike:
        if 1 < len(members) <= MOST_MEMBERS:
            for share, taker in _reassign_shares(members, counts, owned):
                goes_to[share] = taker
    moved = {type_: {goes_to[holder]: count for holder, count in some.items()} for type_, some in counts.items()}
    return deal_items(component, moved)


def _reassign_shares(
    members: list[int], counts: dict[ItemType, dict[int, int]], owned: dict[ItemType, Counter[int]]
) -> list[tuple[int, int]]:
    """Pairs of a member and the new holder of its share, so that most weight stays with its owners."""
    import numpy as np
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
