"""
Lower bounds for every plan of a component, in the component's units: exact whole numbers of any size.

Squares. A load x is a whole number, so x*x >= (2k + 1)x - k(k + 1) for any whole level k. The difference is
(x - k)(x - k - 1). It is at least the same expression for each single item of a member that is heavier than k by more
than one. The sum over members with any levels, each item at its lowest member class, is a bound. With unit weights and
the levels of the optimum the bound is the sum of squares itself (Frank and Murota 2018). The levels come from flows
(`kafka_assay.oracle.weighted.class_levels`). The bound holds for any levels.

Maximum. There are three bounds. The first is the mean over a set of topic classes and the members that can hold them,
rounded up. The second is the heaviest item. The third is the pigeonhole bound: with n members and the n * k + 1
heaviest items, some member has k + 1 of them. They weigh at least as much as the k + 1 lightest of these items.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from kafka_assay.oracle.weighted.class_levels import member_class_levels
from kafka_assay.oracle.weighted.component import Component

MOST_ROUNDS = 16
"""How often heavy items are cut down to the level that they leave to the others."""


def maximum_bound(component: Component) -> int:
    """The least possible weight of the heaviest member."""
    sizes = _class_sizes(component)
    weights = [0] * len(component.reach)
    for topic_class, weight in zip(component.topic_class, component.weight, strict=True):
        weights[topic_class] += weight
    level = member_class_levels(weights, component.class_reach, sizes)
    top = max(level)
    # If all member classes of a topic class are on the highest level, it has no members outside that level.
    members = sum(size for size, one in zip(sizes, level, strict=True) if one == top)
    reach_of_weights = zip(weights, component.class_reach, strict=True)
    weight = sum(one for one, reach in reach_of_weights if all(level[number] == top for number in reach))
    bounds = [-(-weight // members), component.weight[0]]
    bounds.append(_pigeonhole_bound(component.weight, len(component.members)))
    falling: list[list[int]] = [[] for _ in component.reach]
    for topic_class, one in zip(component.topic_class, component.weight, strict=True):
        falling[topic_class].append(one)
    for mine, reach, all_of_it in zip(falling, component.reach, weights, strict=True):
        bounds += [_pigeonhole_bound(mine, len(reach)), -(-all_of_it // len(reach))]
    return max(bounds)


def squares_bound(component: Component) -> int:
    """The least possible sum of the squares of the members' weights."""
    sizes = _class_sizes(component)
    cut, best = [sum(component.weight)] * len(component.reach), 0
    for _ in range(MOST_ROUNDS):
        weights = [0] * len(component.reach)
        for topic_class, weight in zip(component.topic_class, component.weight, strict=True):
            weights[topic_class] += min(weight, cut[topic_class] + 1)
        level = member_class_levels(weights, component.class_reach, sizes)
        best = max(best, _tangent_bound(component, level, sizes))
        lowest = _lowest_levels(component, level)
        after = [min(before, one) for before, one in zip(cut, lowest, strict=True)]
        if after == cut:
            break
        cut = after
    return best


def moved_bound(component: Component, most: int) -> int:
    """The least weight that must leave its owners if no member may weigh more than `most`."""
    had = [0] * len(component.members)
    for owner, weight in zip(component.owner, component.weight, strict=True):
        if owner >= 0:
            had[owner] += weight
    return sum(max(0, weight - most) for weight in had)


def _class_sizes(component: Component) -> list[int]:
    sizes = [0] * component.member_class_count
    for member_class in component.member_class:
        sizes[member_class] += 1
    return sizes


def _lowest_levels(component: Component, level: Sequence[int]) -> list[int]:
    """For each topic class the lowest level of a member class that can hold it."""
    return [min(level[number] for number in reach) for reach in component.class_reach]


def _tangent_bound(component: Component, level: Sequence[int], sizes: Sequence[int]) -> int:
    lowest = _lowest_levels(component, level)
    bound = -sum(size * one * (one + 1) for size, one in zip(sizes, level, strict=True))
    for topic_class, weight in zip(component.topic_class, component.weight, strict=True):
        over = weight - lowest[topic_class]
        bound += weight * (2 * lowest[topic_class] + 1) + (over * (over - 1) if over > 1 else 0)
    return bound


def _pigeonhole_bound(falling: Sequence[int], members: int) -> int:
    sums = [0, *accumulate(falling)]
    return max(
        (sums[last + 1] - sums[last - last // members] for last in range(members, len(falling), members)), default=0
    )
