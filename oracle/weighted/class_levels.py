"""
The level of each member class: the weight of its members if weights were divisible, rounded down.

A maximum flow tests whether a set of topic classes and member classes can share evenly. If it cannot, a minimum cut
shows which topic classes have too few members, and the two sides are tested separately. The flow's numbers are rounded
where they do not fit into 64 bits. This is safe, because the levels only serve bounds that hold for any levels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kafka_assay.oracle.flow.solver_arcs import SolverArcs

LARGEST = 2**60
MOST_EDGES = 2_000_000
"""With more pairs of a topic class and a member class than this, all classes get one level."""


def member_class_levels(weights: Sequence[int], reach: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int]:
    """
    The level of each member class.

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
    from ortools.graph.python.max_flow import SimpleMaxFlow

    if len(takers) == 1:
        return None
    place = {taker: len(givers) + number for number, taker in enumerate(takers)}
    tails = [number for number, giver in enumerate(givers) for taker in reach[giver] if taker in place]
    heads = [place[taker] for giver in givers for taker in reach[giver] if taker in place]
    total = max(sum(weights[giver] for giver in givers), limit * sum(sizes[taker] for taker in takers))
    divisor = -(-total // LARGEST)
    source = len(givers) + len(takers)
    arcs = SolverArcs()
    arcs.add(source, np.arange(len(givers)), _int_array(weights[giver] // divisor for giver in givers))
    arcs.add(_int_array(tails), _int_array(heads), min(LARGEST, total))
    limits = _int_array(limit * sizes[taker] // divisor for taker in takers)
    arcs.add(np.arange(len(givers), source), source + 1, limits)
    flow = SimpleMaxFlow()
    flow.add_arcs_with_capacity(*arcs.solver_arrays())
    flow.solve(source, source + 1)
    near = set(flow.get_source_side_min_cut())
    near_givers = {giver for number, giver in enumerate(givers) if number in near}
    near_takers = {taker for taker in takers if place[taker] in near}
    if not near_givers or not near_takers or len(near_takers) == len(takers):
        return None
    return near_givers, near_takers


def _int_array(numbers: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.fromiter(numbers, dtype=np.int64)
