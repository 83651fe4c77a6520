"""
The level on which each crew would stand if weights could be split at will, rounded down.

A set of hubs and crews is asked whether it can share evenly; where it cannot, a minimum cut shows which hubs have too
few members, and the two sides are asked for themselves. The flow's numbers are rounded where they do not fit into 64
bits: levels are a means to bounds that hold for any levels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oracle.flow.arcs import Arcs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LARGEST = 2**60
MOST_EDGES = 2_000_000
"""Beyond so many pairs of a hub and a crew one level is taken for all."""


def crew_levels(hubs: Sequence[int], crews_of: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int]:
    """
    The level of each crew; hub h weighs `hubs[h]` and goes to the crews `crews_of[h]` of so many members.

    >>> crew_levels([10, 1], [(0,), (0, 1)], [1, 1])
    [10, 1]
    >>> crew_levels([3, 4], [(0,), (0, 1)], [1, 1])
    [3, 3]
    """
    level = [0] * len(sizes)
    waiting = [(list(range(len(hubs))), list(range(len(sizes))))]
    if sum(map(len, crews_of)) > MOST_EDGES:
        return [sum(hubs) // sum(sizes)] * len(sizes)
    while waiting:
        some, crews = waiting.pop()
        weight, members = sum(hubs[hub] for hub in some), sum(sizes[crew] for crew in crews)
        mean = weight // members
        for limit in (mean, mean + 1):
            near = _beyond(limit, some, crews, hubs, crews_of, sizes)
            if near is not None:
                near_hubs, near_crews = near
                waiting.append(([hub for hub in some if hub in near_hubs], [one for one in crews if one in near_crews]))
                waiting.append(
                    ([hub for hub in some if hub not in near_hubs], [one for one in crews if one not in near_crews])
                )
                break
        else:
            for crew in crews:
                level[crew] = mean
    return level


def _beyond(
    limit: int,
    some: Sequence[int],
    crews: Sequence[int],
    hubs: Sequence[int],
    crews_of: Sequence[Sequence[int]],
    sizes: Sequence[int],
) -> tuple[set[int], set[int]] | None:
    """
    The hubs that hold more than `limit` for each of their members, and these members' crews; None if all or none do.
    """
    from ortools.graph.python.max_flow import SimpleMaxFlow

    if len(crews) == 1:
        return None
    place = {crew: len(some) + number for number, crew in enumerate(crews)}
    tails = [number for number, hub in enumerate(some) for crew in crews_of[hub] if crew in place]
    heads = [place[crew] for hub in some for crew in crews_of[hub] if crew in place]
    total = max(sum(hubs[hub] for hub in some), limit * sum(sizes[crew] for crew in crews))
    shrunk = -(-total // LARGEST)
    source = len(some) + len(crews)
    arcs = Arcs()
    arcs.lay(source, np.arange(len(some)), _array(hubs[hub] // shrunk for hub in some))
    arcs.lay(_array(tails), _array(heads), min(LARGEST, total))
    arcs.lay(np.arange(len(some), source), source + 1, _array(limit * sizes[crew] // shrunk for crew in crews))
    flow = SimpleMaxFlow()
    flow.add_arcs_with_capacity(*arcs.ends())
    flow.solve(source, source + 1)
    near = set(flow.get_source_side_min_cut())
    near_hubs = {hub for number, hub in enumerate(some) if number in near}
    near_crews = {crew for crew in crews if place[crew] in near}
    if not near_hubs or not near_crews or len(near_crews) == len(crews):
        return None
    return near_hubs, near_crews


def _array(numbers: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.fromiter(numbers, dtype=np.int64)
