"""
Exchanges: what could change hands in an answer without harm to its balance, and which exchange saves most moves.

A network of members, topics, cohorts and load levels. A member may give up a partition that is new to it, to the topic
or straight to its valid owner, or one of its own, to the topic; a topic may give one to a cohort's members, or to a
holder of somebody's own, which then goes home. A member of load v may end with one more if one of load v + 1 or higher
ends with one less: levels lead from the one to the other, and such a pair never raises the sum of squares. A
circulation in this network is another answer, and its cost counts what changes hands.

The cheapest circulation comes from a solver, and the solver is not believed: that no closed walk of steps left over
costs less than nothing is proved by the shortest distances along these steps, which exist only where there is none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from kafka_assay.oracle.improvement.holdings import Holdings

    Ints: TypeAlias = NDArray[np.int64]
    Counts: TypeAlias = dict[tuple[str, str], int]
    Arc: TypeAlias = tuple[int, int, int]
    """Tail, head and capacity."""

MOST_COST = 2**60
"""What the solver can reckon with: the dearest step times the number of nodes."""


MOST_STRAIGHT = 20_000
"""Of more moves than that only the homecomings are counted: all that changes hands would take three times as long."""

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """
    How many partitions change hands. (member, topic) -> those new to it that are `released`, those of its `own` that it
    gives up, those that come home `swapped` for another, those that it is `given`; and (owner, topic, holder) -> those
    that come home straight.
    """

    released: Counts
    own: Counts
    straight: dict[tuple[str, str, str], int]
    swapped: Counts
    given: Counts

    @property
    def saves(self) -> bool:
        """Whether anything comes home: nothing else saves a move."""
        return bool(self.straight or self.swapped)


def cheapest_exchange(ledger: Holdings) -> Exchange | None:
    """
    The exchange that saves most moves; of several one that brings the fewest partitions home; of several one in which
    the fewest others change hands (unless more than 20,000 have moved). None where nothing saves a move. Raises
    `RuntimeError` where the solver was wrong.
    """
    network = _Network(ledger)
    flow = network.solved()
    network.refuse_unproved(flow)
    exchange = network.exchange(flow) if flow.any() else None
    return exchange if exchange and exchange.saves else None


class _Network:
    """
    The arcs by kind, one kind after the other. What is new to a member and what it lost of a topic are nodes, too.
    """

    def __init__(self, ledger: Holdings) -> None:
        self.ledger = ledger
        self.partitions = sum(ledger.loads.values())
        self.names: list[Any] = []
        self.topic = self._numbered(ledger.reach)
        self.member = self._numbered(ledger.loads)
        self.cohort = self._numbered(range(len(ledger.member_classes)))
        self.level = self._numbered(sorted(set(ledger.loads.values())))
        self.fresh = self._numbered((member, topic) for member, topics in ledger.fresh.items() for topic in topics)
        self.lost = self._numbered((member, topic) for member, topics in ledger.lost.items() for topic in topics)
        self.kinds = {kind: list(arcs) for kind, arcs in self._arcs()}
        arcs = np.array([arc for arcs in self.kinds.values() for arc in arcs], dtype=np.int64).reshape(-1, 3)
        self.tail, self.head, self.capacity = arcs.T
        prices = self._prices()
        self.cost = np.repeat([prices.get(kind, 0) for kind in self.kinds], [len(arcs) for arcs in self.kinds.values()])

    def _numbered(self, names: Iterable[Name]) -> dict[Name, int]:
        """Further nodes, by name."""
        start = len(self.names)
        self.names += names
        return {name: number for number, name in enumerate(self.names[start:], start)}

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.names)

    def _prices(self) -> dict[str, int]:
        """A move counts more than all homecomings, a homecoming more than all else that changes hands."""
        gift, homecoming = 1, self.partitions + 1
        move = homecoming * (self.ledger.moves + 1)
        if move * (self.nodes + 1) > MOST_COST:
            gift, homecoming, move = 0, 1, self.ledger.moves + 1
        return {"own": move, "swapped": gift, "home": homecoming - move, "given": gift}

    def _arcs(self) -> Iterator[tuple[str, Iterable[Arc]]]:
        ledger, most = self.ledger, self.partitions
        yield "offered", ((self.member[m], node, len(ledger.fresh[m][t])) for (m, t), node in self.fresh.items())
        yield "released", ((node, self.topic[t], len(ledger.fresh[m][t])) for (m, t), node in self.fresh.items())
        yield (
            "own",
            ((self.member[m], self.topic[t], len(ids)) for m, kept in ledger.kept.items() for t, ids in kept.items()),
        )
        yield "straight", self._straight()
        yield "swapped", ((self.topic[t], node, len(ledger.lost[m][t])) for (m, t), node in self.lost.items())
        yield "home", ((node, self.member[m], len(ledger.lost[m][t])) for (m, t), node in self.lost.items())
        yield "given", ((self.topic[t], self.cohort[c], most) for t, cohorts in ledger.reach.items() for c in cohorts)
        yield (
            "taken",
            ((self.cohort[c], self.member[m], most) for c in self.cohort for m in ledger.member_classes[c].members),
        )
        yield "levelled", self._levelled()

    def _straight(self) -> Iterator[Arc]:
        """
        From whoever has something of a member's own to that member; not where more has moved than anybody looks at.
        """
        if self.ledger.moves > MOST_STRAIGHT:
            return
        holder = {
            (topic, p): member
            for member, fresh in self.ledger.fresh.items()
            for topic, ids in fresh.items()
            for p in ids
        }
        for (member, topic), node in self.lost.items():
            for giver, count in Counter(holder[topic, p] for p in self.ledger.lost[member][topic]).items():
                yield self.fresh[giver, topic], node, count

    def _levelled(self) -> Iterator[Arc]:
        below = dict(pairwise(reversed(self.level)))
        for load, lower in below.items():
            yield self.level[lower], self.level[load], self.partitions
        for member, load in self.ledger.loads.items():
            yield self.member[member], self.level[load], 1
            if load in below:
                yield self.level[below[load]], self.member[member], 1

    def solved(self) -> Ints:
        """What flows along each arc in a cheapest circulation."""
        from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

        solver = SimpleMinCostFlow()
        ends = self.tail.astype(np.int32), self.head.astype(np.int32)
        solver.add_arcs_with_capacity_and_unit_cost(*ends, self.capacity, self.cost)
        if (status := solver.solve()) != solver.OPTIMAL:
            raise RuntimeError(f"there is a circulation, and no cheapest one: {status}")
        flow: Ints = solver.flows(np.arange(len(self.tail), dtype=np.int32))
        return flow

    def refuse_unproved(self, flow: Ints) -> None:
        """Raise `RuntimeError` where `flow` is no circulation, or steps that are left would make it cheaper."""
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
        """What a circulation means."""
        flows, start = flow.tolist(), 0
        moving: dict[str, list[tuple[Any, Any, int]]] = {}
        for kind, arcs in self.kinds.items():
            carried = zip(arcs, flows[start : start + len(arcs)], strict=True)
            moving[kind] = [(self.names[tail], self.names[head], count) for (tail, head, _), count in carried if count]
            start += len(arcs)
        given: dict[int, list[str]] = {}
        for topic, cohort, count in moving["given"]:
            given.setdefault(cohort, []).extend([topic] * count)
        # The gifts to a cohort are dealt to its members one after another.
        dealt = Counter(
            (member, given[cohort].pop()) for cohort, member, count in moving["taken"] for _ in range(count)
        )
        return Exchange(
            released={offer: count for offer, _, count in moving["released"]},
            own={(member, topic): count for member, topic, count in moving["own"]},
            straight={(owner, topic, holder): count for (holder, topic), (owner, _), count in moving["straight"]},
            swapped={lost: count for _, lost, count in moving["swapped"]},
            given=dict(dealt),
        )
