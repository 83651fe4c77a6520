"""
Shortest paths in a large network, over whole arrays.

The search runs breadth first along steps of price 0. Where no such step leads on, it raises the potentials.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


def search_by_array(*arrays: array[int]) -> dict[int, list[int]]:
    """
    Node -> the last steps of the shortest paths to the nearest nodes with a deficit. Raises the potentials.

    The arguments are 64-bit integers: the tail, the head, the cost and the remaining capacity of each step, and the
    excess and the potential of each node.
    """
    tails, heads, costs, left, excess, potential = map(np.asarray, arrays)
    step = np.flatnonzero(left)
    tail, head = tails[step], heads[step]
    price = costs[step] + potential[tail] - potential[head]
    while True:
        free = np.flatnonzero(price == 0)
        at, to, hops = tail[free], head[free], _hops(excess, tail[free], head[free])
        if ((hops > 0) & (excess < 0)).any():
            break
        rise = price[(hops[tail] >= 0) & (hops[head] < 0)].min()
        price += rise * ((hops[tail] < 0).astype(np.int64) - (hops[head] < 0))
        potential[hops < 0] += rise
    onward = (hops[at] >= 0) & (hops[to] == hops[at] + 1)
    step, at, to = step[free][onward], at[onward], to[onward]
    useful = _leads_to(excess < 0, at, to, hops)[to]
    last_steps: dict[int, list[int]] = {}
    for number, node in zip(step[useful].tolist(), to[useful].tolist(), strict=True):
        last_steps.setdefault(node, []).append(number)
    return last_steps


def _hops(excess: Ints, at: Ints, to: Ints) -> Ints:
    """The number of steps from the nodes with an excess to each node; -1 where no steps lead."""
    hops, farthest = np.where(excess > 0, 0, -1), 0
    while True:
        unreached = hops[to] < 0
        at, to = at[unreached], to[unreached]
        new = to[hops[at] == farthest]
        if not new.size:
            return hops
        farthest += 1
        hops[new] = farthest


def _leads_to(wanted: Bools, at: Ints, to: Ints, hops: Ints) -> Bools:
    """The nodes `wanted`, and the nodes from which steps lead to them. Each step is one hop farther."""
    order = np.argsort(hops[to], kind="stable")
    at, to = at[order], to[order]
    bounds = [*np.flatnonzero(np.diff(hops[to], prepend=0)), len(to)]
    for first, last in reversed(list(pairwise(bounds))):
        wanted[at[first:last][wanted[to[first:last]]]] = True
    return wanted
