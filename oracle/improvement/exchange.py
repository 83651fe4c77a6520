"""
Exchanges: what could change hands in an answer without harm to its balance, and which exchange saves most moves.

A network of members, topics, cohorts and load levels. A member may give up a partition that is new to it, to the topic
or straight to its valid owner, or one of its own, to the topic; a topic may give one to a cohort's members, or to a
holder of somebody's own, which then goes home. A member of load v may end with one more if one of load v + 1 or higher
ends with one less: levels lead from the one to the other, and such a pair never raises the sum of squares. A
circulation in this network is another answer, and its cost counts what changes hands.

`cheapest_circulation` proposes, and is not believed: that no closed walk of steps left over costs less than nothing is
proved by a potential for each node, of which every step that is left takes no less than the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from kafka_assay.oracle.improvement.cheapest_circulation import cheapest_circulation
from kafka_assay.oracle.improvement.holdings import Holdings, IdsByMember

Counts: TypeAlias = dict[tuple[str, str], int]
Arc: TypeAlias = tuple[int, int, int]
"""Tail, head and capacity."""

MOST_COST = 2**60
"""The dearest step times the number of nodes must fit into 64 bits."""

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
    flows, potential = cheapest_circulation(network.nodes, network.arcs)
    network.refuse_unproved(flows, potential)
    exchange = network.exchange(flows)
    return exchange if exchange.saves else None


class _Network:
    """
    The arcs by kind, one kind after the other. What is new to a member and what it lost of a topic are nodes, too,
    unless so much has moved that nothing goes straight from the one to the other.
    """

    def __init__(self, ledger: Holdings) -> None:
        self.ledger = ledger
        self.partitions = sum(ledger.loads.values())
        self.traces_owners = ledger.moves <= MOST_STRAIGHT
        self.names: list[Any] = []
        self.topic = self._number_nodes(ledger.reach)
        self.member = self._number_nodes(ledger.loads)
        self.cohort = self._number_nodes(range(len(ledger.member_classes)))
        self.level = self._number_nodes(sorted(set(ledger.loads.values())))
        self.fresh = self._number_holdings(ledger.fresh)
        self.lost = self._number_holdings(ledger.lost)
        self.kinds = {kind: list(arcs) for kind, arcs in self._arcs_by_kind()}
        prices = self._prices()
        self.arcs = [(*arc, prices.get(kind, 0)) for kind, arcs in self.kinds.items() for arc in arcs]

    def _number_nodes(self, names: Iterable[Name]) -> dict[Name, int]:
        """Number further nodes, by name."""
        start = len(self.names)
        self.names += names
        return {name: number for number, name in enumerate(self.names[start:], start)}

    def _number_holdings(self, ids: IdsByMember) -> dict[tuple[str, str], int]:
        """Number what each member has of a topic: a node of its own, or the member's."""
        holdings = [(member, topic) for member, topics in ids.items() for topic in topics]
        return (
            self._number_nodes(holdings)
            if self.traces_owners
            else {holding: self.member[holding[0]] for holding in holdings}
        )

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
        home = homecoming - move
        return {"own": move, "swapped": gift if self.traces_owners else gift + home, "home": home, "given": gift}

    def _arcs_by_kind(self) -> Iterator[tuple[str, Iterable[Arc]]]:
        ledger, most = self.ledger, self.partitions
        if self.traces_owners:
            yield "offered", ((self.member[m], node, len(ledger.fresh[m][t])) for (m, t), node in self.fresh.items())
            yield "straight", self._straight_arcs()
            yield "home", ((node, self.member[m], len(ledger.lost[m][t])) for (m, t), node in self.lost.items())
        yield "released", ((node, self.topic[t], len(ledger.fresh[m][t])) for (m, t), node in self.fresh.items())
        yield (
            "own",
            ((self.member[m], self.topic[t], len(ids)) for m, kept in ledger.kept.items() for t, ids in kept.items()),
        )
        yield "swapped", ((self.topic[t], node, len(ledger.lost[m][t])) for (m, t), node in self.lost.items())
        yield "given", ((self.topic[t], self.cohort[c], most) for t, cohorts in ledger.reach.items() for c in cohorts)
        yield (
            "taken",
            ((self.cohort[c], self.member[m], most) for c in self.cohort for m in ledger.member_classes[c].members),
        )
        yield "between loads", self._level_arcs()

    def _straight_arcs(self) -> Iterator[Arc]:
        """From whoever has something of a member's own to that member."""
        holder = {
            (topic, p): member
            for member, fresh in self.ledger.fresh.items()
            for topic, ids in fresh.items()
            for p in ids
        }
        for (member, topic), node in self.lost.items():
            for giver, count in Counter(holder[topic, p] for p in self.ledger.lost[member][topic]).items():
                yield self.fresh[giver, topic], node, count

    def _level_arcs(self) -> Iterator[Arc]:
        below = dict(pairwise(reversed(self.level)))
        for load, lower in below.items():
            yield self.level[lower], self.level[load], self.partitions
        for member, load in self.ledger.loads.items():
            yield self.member[member], self.level[load], 1
            if load in below:
                yield self.level[below[load]], self.member[member], 1

    def refuse_unproved(self, flows: Sequence[int], potential: Sequence[int]) -> None:
        """Raise `RuntimeError` where `flows` are no circulation, or `potential` does not prove it to be cheapest."""
        surplus = [0] * self.nodes
        for (tail, head, capacity, cost), flow in zip(self.arcs, flows, strict=True):
            gain = potential[head] - potential[tail] - cost
            if not 0 <= flow <= capacity or (gain > 0 and flow < capacity) or (gain < 0 and flow):
                raise RuntimeError("the exchange proposed is not proved to be the cheapest")
            surplus[tail] -= flow
            surplus[head] += flow
        if any(surplus):
            raise RuntimeError("the exchange proposed is no circulation")

    def exchange(self, flows: Sequence[int]) -> Exchange:
        """What a circulation means."""
        carried: dict[str, list[int]] = {}
        start = 0
        for kind, arcs in self.kinds.items():
            carried[kind] = list(flows[start : start + len(arcs)])
            start += len(arcs)
        given: dict[int, list[str]] = {}
        for topic, cohort, count in self._moving("given", carried):
            given.setdefault(cohort, []).extend([topic] * count)
        # The gifts to a cohort are dealt to its members one after another.
        dealt = Counter(
            (member, given[cohort].pop())
            for cohort, member, count in self._moving("taken", carried)
            for _ in range(count)
        )
        straight = self._moving("straight", carried) if self.traces_owners else ()
        return Exchange(
            released={offer: count for offer, count in zip(self.fresh, carried["released"], strict=True) if count},
            own={(member, topic): count for member, topic, count in self._moving("own", carried)},
            straight={(owner, topic, holder): count for (holder, topic), (owner, _), count in straight},
            swapped={loss: count for loss, count in zip(self.lost, carried["swapped"], strict=True) if count},
            given=dict(dealt),
        )

    def _moving(self, kind: str, carried: dict[str, list[int]]) -> Iterator[tuple[Any, Any, int]]:
        """Tail, head and flow of the arcs of a kind along which something flows."""
        for (tail, head, _), count in zip(self.kinds[kind], carried[kind], strict=True):
            if count:
                yield self.names[tail], self.names[head], count
