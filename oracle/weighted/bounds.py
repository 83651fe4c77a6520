"""
Lower bounds for every plan of a component, in the component's units: exact whole numbers of any size.

Squares. A load x is a whole number, so x*x >= (2k + 1)x - k(k + 1) for any whole level k. The difference is
(x - k)(x - k - 1). It is at least the same expression for each single item of a member that is heavier than k by more
than one. The sum over members with any levels, each item at its lowest member class, is a bound. With unit weights and
the levels of the optimum the bound is the sum of squares itself (Frank and Murota 2018). The levels come from flows
(`member_class_levels`). The bound holds for any levels.

Maximum. There are three bounds. The first is the mean over a set of topic classes and the members that can hold them,
rounded up. The second is the heaviest item. The third is the pigeonhole bound: with n members and the n * k + 1
heaviest items, some member has k + 1 of them. They weigh at least as much as the k + 1 lightest of these items.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

import numpy as np

from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.priced_flow import ArcNetwork
from kafka_assay.oracle.weighted.component import Component

MOST_ROUNDS = 16
"""How often heavy items are cut down to the level that they leave to the others."""

LARGEST = 2**60
MOST_EDGES = 2_000_000
"""With more pairs of a topic class and a member class than this, all classes get one level."""


def maximum_bound(component: Component) -> int:
    """The least possible weight of the heaviest member."""
    sizes = component.class_sizes
    falling: list[list[int]] = [[] for _ in component.reach]
    for topic_class, one in zip(component.topic_class, component.weight, strict=True):
        falling[topic_class].append(one)
    weights = list(map(sum, falling))
    level = member_class_levels(weights, component.class_reach, sizes)
    top = max(level)
    # If all member classes of a topic class are on the highest level, it has no members outside that level.
    members = sum(size for size, one in zip(sizes, level, strict=True) if one == top)
    reach_of_weights = zip(weights, component.class_reach, strict=True)
    weight = sum(one for one, reach in reach_of_weights if all(level[number] == top for number in reach))
    bounds = [-(-weight // members), component.weight[0]]
    bounds.append(_pigeonhole_bound(component.weight, len(component.members)))
    for mine, reach, all_of_it in zip(falling, component.reach, weights, strict=True):
        bounds += [_pigeonhole_bound(mine, len(reach)), -(-all_of_it // len(reach))]
    return max(bounds)


def squares_bound(component: Component) -> int:
    """The least possible sum of the squares of the members' weights."""
    sizes = component.class_sizes
    cut, best = [sum(component.weight)] * len(component.reach), 0
    for _ in range(MOST_ROUNDS):
        weights = [0] * len(component.reach)
        for topic_class, weight in zip(component.topic_class, component.weight, strict=True):
            weights[topic_class] += min(weight, cut[topic_class] + 1)
        level = member_class_levels(weights, component.class_reach, sizes)
        lowest = [min(level[number] for number in reach) for reach in component.class_reach]
        best = max(best, _tangent_bound(component, level, lowest))
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


def _tangent_bound(component: Component, level: Sequence[int], lowest: Sequence[int]) -> int:
    """The bound for these levels of member classes. `lowest` is that of those that can hold each topic class."""
    bound = -sum(size * one * (one + 1) for size, one in zip(component.class_sizes, level, strict=True))
    for topic_class, weight in zip(component.topic_class, component.weight, strict=True):
        over = weight - lowest[topic_class]
        bound += weight * (2 * lowest[topic_class] + 1) + (over * (over - 1) if over > 1 else 0)
    return bound


def _pigeonhole_bound(falling: Sequence[int], members: int) -> int:
    sums = [0, *accumulate(falling)]
    return max(
        (sums[last + 1] - sums[last - last // members] for last in range(members, len(falling), members)), default=0
    )


def member_class_levels(weights: Sequence[int], reach: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int]:
    """
    The level of each member class: the weight of its members if weights were divisible, rounded down.

    A maximum flow tests whether a set of topic classes and member classes can share evenly. If it cannot, a minimum cut
    shows which topic classes have too few members, and the two sides are tested separately. The flow's numbers are
    rounded where they do not fit into 64 bits. This is safe, because the levels only serve bounds that hold for any
    levels.

    Topic class t weighs `weights[t]` and can go to the member classes `reach[t]`. Member class c has `sizes[c]`
    members.

    >>> member_class_levels([10, 1], [(0,), (0, 1)], [1, 1])
    [10, 1]
    >>> member_class_levels([3, 4], [(0,), (0, 1)], [1, 1])
    [3, 3]
    """
    level = [0] * len(sizes)
    waiting = [(list(range(len(weights))), list(range(len(sizes))))]
    if sum(map(len, reach)) > MOST_EDGES:
        return [sum(weights) // sum(sizes)] * len(sizes)
    while waiting:
        givers, takers = waiting.pop()
        mean = sum(weights[giver] for giver in givers) // sum(sizes[taker] for taker in takers)
        for limit in (mean, mean + 1):
            near = _find_overloaded(limit, givers, takers, weights, reach, sizes)
            if near is not None:
                near_givers, near_takers = near
                waiting.append(
                    ([one for one in givers if one in near_givers], [one for one in takers if one in near_takers])
                )
                far_givers = [one for one in givers if one not in near_givers]
                waiting.append((far_givers, [one for one in takers if one not in near_takers]))
                break
        else:
            for taker in takers:
                level[taker] = mean
    return level


def _find_overloaded(
    limit: int,
    givers: Sequence[int],
    takers: Sequence[int],
    weights: Sequence[int],
    reach: Sequence[Sequence[int]],
    sizes: Sequence[int],
) -> tuple[set[int], set[int]] | None:
    """
    The topic classes of `givers` that hold more than `limit` for each of their members, and their classes in `takers`.

    None if all or none of them do.
    """
    if len(takers) == 1:
        return None
    place = {taker: len(givers) + number for number, taker in enumerate(takers)}
    tails = [number for number, giver in enumerate(givers) for taker in reach[giver] if taker in place]
    heads = [place[taker] for giver in givers for taker in reach[giver] if taker in place]
    total = max(sum(weights[giver] for giver in givers), limit * sum(sizes[taker] for taker in takers))
    divisor = -(-total // LARGEST)
    source = len(givers) + len(takers)
    network = ArcNetwork()
    network.add_arcs(source, np.arange(len(givers)), _int_array(weights[giver] // divisor for giver in givers))
    network.add_arcs(_int_array(tails), _int_array(heads), min(LARGEST, total))
    limits = _int_array(limit * sizes[taker] // divisor for taker in takers)
    network.add_arcs(np.arange(len(givers), source), source + 1, limits)
    near = network.source_side(source, source + 1)
    near_givers = {giver for number, giver in enumerate(givers) if number in near}
    near_takers = {taker for taker in takers if place[taker] in near}
    if not near_givers or not near_takers or len(near_takers) == len(takers):
        return None
    return near_givers, near_takers


def _int_array(numbers: Iterable[int]) -> Ints:
    return np.fromiter(numbers, dtype=np.int64)
