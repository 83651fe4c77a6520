"""
The cheapest circulation in a network, by successive shortest paths with potentials.

First every arc of negative cost is filled. Then the excess of a node flows along shortest paths to nodes with a
deficit, along many paths of one cost at a time. At the end no remaining step, along an arc or back, costs less than the
potential of its head minus that of its tail. This proves that no circulation is cheaper.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeAlias

Arc: TypeAlias = "tuple[int, int, int, int]"
"""Tail, head, capacity, and cost of one unit."""
LastSteps: TypeAlias = "dict[int, list[int]]"
"""Node -> the last steps of the shortest paths from nodes with an excess."""

MANY_ARCS = 800
"""From this number on, a search over whole arrays is faster than a heap."""


def cheapest_circulation(nodes: int, arcs: Sequence[Arc]) -> tuple[list[int], list[int]]:
    """
    The flow on each arc of a cheapest circulation, and a potential for each node, which proves it.

    >>> cheapest_circulation(2, [(0, 1, 3, -5), (1, 0, 2, 4)])
    ([2, 2], [0, -5])
    """
    flow = _Flow(nodes, arcs)
    search = _search_by_array if len(arcs) >= MANY_ARCS else _search_by_heap
    while any(flow.excess):
        flow.augment(search(flow))
    return flow.left[1::2].tolist(), flow.potential.tolist()


class _Flow:
    """A flow: `left` is the remaining capacity of each step. Step 2i follows arc i, step 2i + 1 goes back."""

    def __init__(self, nodes: int, arcs: Sequence[Arc]) -> None:
        self.excess, self.potential = (array("q", [0]) * nodes for _ in range(2))
        self.tails, self.heads, self.costs, self.left = (array("q", [0]) * (2 * len(arcs)) for _ in range(4))
        for number, (tail, head, capacity, cost) in enumerate(arcs):
            step, back = 2 * number, 2 * number + 1
            self.tails[step] = self.heads[back] = tail
            self.heads[step] = self.tails[back] = head
            self.costs[step], self.costs[back] = cost, -cost
            self.left[back if cost < 0 else step] = capacity
            if cost < 0:
                self.excess[tail] -= capacity
                self.excess[head] += capacity

    @cached_property
    def leaving(self) -> list[list[int]]:
        """The steps from each node."""
        leaving: list[list[int]] = [[] for _ in self.excess]
        for step, tail in enumerate(self.tails):
            leaving[tail].append(step)
        return leaving

    def augment(self, last_steps: LastSteps) -> None:
        """Send as much as possible along shortest paths, found backwards. Uses up `last_steps`."""
        for sink in [node for node in last_steps if self.excess[node] < 0]:
            while self.excess[sink] and (path := self._path_to(sink, last_steps)):
                source = self.tails[path[-1]]
                amount = min(self.excess[source], -self.excess[sink], *[self.left[step] for step in path])
                for step in path:
                    self.left[step] -= amount
                    self.left[step ^ 1] += amount
                self.excess[source] -= amount
                self.excess[sink] += amount

    def _path_to(self, sink: int, last_steps: LastSteps) -> list[int]:
        """The steps of a path from a node with an excess, last step first; empty if there is none. Drops dead ends."""
        tails, left, excess = self.tails, self.left, self.excess
        node, path = sink, list[int]()
        while excess[node] <= 0:
            steps = last_steps.get(node)
            if steps and left[steps[-1]]:
                path.append(steps[-1])
                node = tails[steps[-1]]
            elif steps:
                steps.pop()
            elif path:
                node = self.heads[path.pop()]
                last_steps[node].pop()
            else:
                break
        return path


def _search_by_heap(flow: _Flow) -> LastSteps:
    """The last steps of the shortest paths to the nearest nodes with a deficit. Raises the potentials."""
    heads, left, costs, potential, excess = flow.heads, flow.left, flow.costs, flow.potential, flow.excess
    # The length of a path is its cost times the number of nodes, plus the number of its steps.
    scale, end = len(potential), 0
    length = {node: 0 for node, amount in enumerate(excess) if amount > 0}
    waiting = [(0, node) for node in length]
    last_steps: LastSteps = {}
    while waiting and not 0 < end <= waiting[0][0]:
        here, node = heappop(waiting)
        if excess[node] < 0:
            end = end or (here // scale + 1) * scale
        elif here == length[node]:
            base = here + potential[node] * scale + 1
            for step in flow.leaving[node]:
                if left[step]:
                    head = heads[step]
                    there = base + (costs[step] - potential[head]) * scale
                    if head not in length or there < length[head]:
                        length[head] = there
                        last_steps[head] = [step]
                        heappush(waiting, (there, head))
                    elif there == length[head]:
                        last_steps[head].append(step)
    for node, there in length.items():
        if there < end:
            potential[node] += there // scale + 1 - end // scale
        else:
            del last_steps[node]
    return last_steps


def _search_by_array(flow: _Flow) -> LastSteps:
    """The same search for many arcs."""
    # A late import: small groups need no numpy, and importing it takes a tenth of a short check.
    from kafka_assay.oracle.improvement.paths_by_array import search_by_array

    return search_by_array(flow.tails, flow.heads, flow.costs, flow.left, flow.excess, flow.potential)
