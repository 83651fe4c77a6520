"""
Exchanges: what could change hands in an answer without harm to its balance, and which exchange saves most moves.

A network of topics, cohorts, members and load levels. A member may give up a partition of a topic that is new to it, or
one of its own; a topic may give a member one of its own back, or any to a cohort's members. A member of load v may end
with one more if one of load v + 1 or higher ends with one less: levels lead from the one to the other, and such a pair
never raises the sum of squares. A circulation in this network is another answer.

The cheapest circulation comes from a solver, and the solver is not believed: that no closed walk of steps left over
costs less than nothing is proved by the shortest distances along these steps, which exist only where there is none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from oracle.ledger import Ledger, Shelf

    Ints: TypeAlias = NDArray[np.int64]
    Counts: TypeAlias = dict[tuple[str, str], int]
    Arc: TypeAlias = tuple[int, int, int]
    """Tail, head and capacity."""

MOST_COST = 2**60
"""What the solver can reckon with: the dearest step times the number of nodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """
    (member, topic) -> how many partitions: of those new to it and of its own what it gives up, of its own what comes
    home to it, and how many others it is given.
    """

    fresh: Counts
    own: Counts
    home: Counts
    given: Counts


def cheapest_exchange(ledger: Ledger) -> Exchange | None:
    """
    The exchange that saves most moves; of several one that brings the fewest partitions home; of several one with the
    fewest others given. None where nothing saves a move. Raises `RuntimeError` where the solver was wrong.
    """
    network = _Network(ledger)
    flow = network.solved()
    network.refuse_unproved(flow)
    # What costs nothing is no exchange worth making: only homecomings save moves.
    exchange = network.exchange(flow) if flow.any() else None
    return exchange if exchange and exchange.home else None


class _Network:
    """
    The arcs by kind, one kind after the other: `fresh` and `own` lead from members to topics, `home` back, `given` to
    cohorts, `taken` to their members, `levelled` from members that may have one more to those that may have one less.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.topic = {topic: number for number, topic in enumerate(ledger.reach)}
        self.member = {member: number for number, member in enumerate(ledger.loads, start=len(self.topic))}
        self.first_cohort = len(self.topic) + len(self.member)
        first_level = self.first_cohort + len(ledger.cohorts)
        levels = sorted(set(ledger.loads.values()))
        self.level = {load: number for number, load in enumerate(levels, start=first_level)}
        self.nodes = first_level + len(levels)
        self.partitions = sum(ledger.loads.values())
        self.kinds = {
            "fresh": list(self._given_up(ledger.fresh)),
            "own": list(self._given_up(ledger.kept)),
            "home": [(topic, member, most) for member, topic, most in self._given_up(ledger.lost)],
            "given": list(self._given()),
            "taken": list(self._taken()),
            "levelled": list(self._levelled()),
        }
        arcs = np.array([arc for arcs in self.kinds.values() for arc in arcs], dtype=np.int64).reshape(-1, 3)
        self.tail, self.head, self.capacity = arcs.T
        self.cost = np.repeat(self._prices(), [len(arcs) for arcs in self.kinds.values()])

    def _prices(self) -> list[int]:
        """
        Of each kind: a move counts more than all homecomings, a homecoming more than all gifts.
        """
        gift, homecoming = 1, self.partitions + 1
        move = homecoming * (self.ledger.moves + 1)
        if move * (self.nodes + 1) > MOST_COST:
            gift, homecoming, move = 0, 1, self.ledger.moves + 1
        return [0, move, homecoming - move, gift, 0, 0]

    def _given_up(self, shelf: Shelf) -> Iterator[Arc]:
        for member, topics in shelf.items():
            number = self.member[member]
            for topic, ids in topics.items():
                yield number, self.topic[topic], len(ids)

    def _given(self) -> Iterator[Arc]:
        for topic, cohorts in self.ledger.reach.items():
            for cohort in cohorts:
                yield self.topic[topic], self.first_cohort + cohort, self.partitions

    def _taken(self) -> Iterator[Arc]:
        for number, cohort in enumerate(self.ledger.cohorts, start=self.first_cohort):
            for member in cohort.members:
                yield number, self.member[member], self.partitions

    def _levelled(self) -> Iterator[Arc]:
        below = dict(pairwise(reversed(self.level)))
        for load, lower in below.items():
            yield self.level[lower], self.level[load], self.partitions
        for member, load in self.ledger.loads.items():
            yield self.member[member], self.level[load], 1
            if load in below:
                yield self.level[below[load]], self.member[member], 1

    def solved(self) -> Ints:
        """
        What flows along each arc in a cheapest circulation.
        """
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

        solver = SimpleMinCostFlow()
        ends = self.tail.astype(np.int32), self.head.astype(np.int32)
        solver.add_arcs_with_capacity_and_unit_cost(*ends, self.capacity, self.cost)
        if (status := solver.solve()) != solver.OPTIMAL:
            raise RuntimeError(f"there is a circulation, and no cheapest one: {status}")
        flow: Ints = solver.flows(np.arange(len(self.tail), dtype=np.int32))
        return flow

    def refuse_unproved(self, flow: Ints) -> None:
        """
        Raise `RuntimeError` where `flow` is no circulation, or steps that are left would make it cheaper.
        """
        balance = np.bincount(self.tail, flow, self.nodes) - np.bincount(self.head, flow, self.nodes)
        if balance.any() or (flow < 0).any() or (flow > self.capacity).any():
            raise RuntimeError("the solver's answer is no circulation")
        onward, back = flow < self.capacity, flow > 0
        tail = np.concatenate((self.tail[onward], self.head[back]))
        head = np.concatenate((self.head[onward], self.tail[back]))
        cost = np.concatenate((self.cost[onward], -self.cost[back]))
        distance = np.zeros(self.nodes, dtype=np.int64)
        # A shortest path has fewer steps than there are nodes: distances still falling then fall for ever.
        for _ in range(self.nodes + 1):
            shorter = distance.copy()
            np.minimum.at(shorter, head, distance[tail] + cost)
            if (shorter == distance).all():
                return
            distance = shorter
        raise RuntimeError("the solver's answer is not the cheapest")

    def exchange(self, flow: Ints) -> Exchange:
        """
        What a circulation means.
        """
        flows, start = flow.tolist(), 0
        found: dict[str, list[tuple[int, int, int]]] = {}
        for kind, arcs in self.kinds.items():
            moving = zip(arcs, flows[start : start + len(arcs)], strict=True)
            found[kind] = [(tail, head, count) for (tail, head, _), count in moving if count]
            start += len(arcs)
        names = [*self.topic, *self.member]
        given: dict[int, list[int]] = {}
        for topic, cohort, count in found["given"]:
            given.setdefault(cohort, []).extend([topic] * count)
        # The gifts to a cohort are dealt to its members one after another.
        dealt = Counter((member, given[cohort].pop()) for cohort, member, count in found["taken"] for _ in range(count))
        return Exchange(
            fresh={(names[member], names[topic]): count for member, topic, count in found["fresh"]},
            own={(names[member], names[topic]): count for member, topic, count in found["own"]},
            home={(names[member], names[topic]): count for topic, member, count in found["home"]},
            given={(names[member], names[topic]): count for (member, topic), count in dealt.items()},
        )
