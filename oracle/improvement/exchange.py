"""
Exchanges: the hand-overs that save most moves of an answer without harm to its balance.

The search uses a network of members, topics, member classes and load levels. A member may give up a new partition, to
the topic or directly to its valid owner. It may also give up one of its own, to the topic. A topic may give a partition
to the members of a class, or to the holder of another member's partition, which then returns to its owner.

A member of load v may end with one more if a member of load v + 1 or higher ends with one less. Levels connect such
pairs, which never raise the sum of squares. A circulation in this network is another answer. Its cost counts the
partitions that change hands.

The result of `cheapest_circulation` is verified. A potential for each node proves that no closed walk of remaining
steps has a negative cost: no remaining step costs less than its difference of potentials.
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
"""The limit on the most expensive step times the number of nodes, so that it fits into 64 bits."""

MOST_STRAIGHT = 20_000
"""
The most moves for which the cost counts every hand-over, not only returns to owners.

With more moves, counting all would take three times as long.
"""

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """
    How many partitions change hands.

    Keys (member, topic): `released` new partitions that the member gives up, `own` partitions that it gives up, its
    partitions that return `swapped` for another, and partitions that it is `given`. Keys (owner, topic, holder):
    partitions that return `straight` to the owner.
    """

    released: Counts
    own: Counts
    straight: dict[tuple[str, str, str], int]
    swapped: Counts
    given: Counts


def cheapest_exchange(ledger: Holdings) -> Exchange | None:
    """
    The exchange that saves most moves; None where no exchange saves a move.

    Among several it returns the fewest partitions to their owners. Among those the fewest other partitions change
    hands, unless more than 20,000 moved. Raises `RuntimeError` where the solver's result is wrong.
    """
    network = _Network(ledger)
    flows, potential = cheapest_circulation(network.nodes, network.arcs)
    network.refuse_unproved(flows, potential)
    exchange = network.exchange(flows)
    # Nothing saves a move but a partition that returns to its owner.
    return exchange if exchange.straight or exchange.swapped else None


class _Network:
    """
    The arcs, grouped by kind.

    A member's new partitions of a topic, and those that it lost, are separate nodes. Above `MOST_STRAIGHT` moves
    nothing goes straight from one to the other, and these nodes are left out.
    """

    def __init__(self, ledger: Holdings) -> None:
        self.ledger = ledger
        self.partitions = sum(ledger.loads.values())
        self.traces_owners = ledger.moves <= MOST_STRAIGHT
        self.names: list[Any] = []
        self.topic = self._number_nodes(ledger.reach)
        self.member = self._number_nodes(ledger.loads)
        self.member_class = self._number_nodes(range(len(ledger.member_classes)))
        self.level = self._number_nodes(sorted(set(ledger.loads.values())))
        self.fresh = self._number_holdings(ledger.fresh)
        self.lost = self._number_holdings(ledger.lost)
        self.nodes = len(self.names)
        self.kinds = {kind: list(arcs) for kind, arcs in self._arcs_by_kind()}
        prices = self._prices()
        self.arcs = [(*arc, prices.get(kind, 0)) for kind, arcs in self.kinds.items() for arc in arcs]

    def _number_nodes(self, names: Iterable[Name]) -> dict[Name, int]:
        """Number further nodes, by name."""
        start = len(self.names)
        self.names += names
        return {name: number for number, name in enumerate(self.names[start:], start)}

    def _number_holdings(self, ids: IdsByMember) -> dict[tuple[str, str], int]:
        """Number what each member has of a topic: a separate node, or the member's node."""
        holdings = [(member, topic) for member, topics in ids.items() for topic in topics]
        return (
            self._number_nodes(holdings)
            if self.traces_owners
            else {holding: self.member[holding[0]] for holding in holdings}
        )

    def _prices(self) -> dict[str, int]:
        """A move counts more than all returns to owners. A return counts more than all other hand-overs."""
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
        yield (
            "given",
            ((self.topic[t], self.member_class[c], most) for t, classes in ledger.reach.items() for c in classes),
        )
        yield (
            "taken",
            (
                (self.member_class[c], self.member[m], most)
                for c in self.member_class
                for m in ledger.member_classes[c].members
            ),
        )
        yield "between loads", self._level_arcs()

    def _straight_arcs(self) -> Iterator[Arc]:
        """Arcs from each holder of a member's own partitions to that member."""
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
        """
        Raise `RuntimeError` where `flows` are no circulation, or `potential` does not prove that it is a cheapest one.
        """
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
        """The exchange that a circulation describes."""
        carried: dict[str, list[int]] = {}
        start = 0
        for kind, arcs in self.kinds.items():
            carried[kind] = list(flows[start : start + len(arcs)])
            start += len(arcs)
        given: dict[int, list[str]] = {}
        for topic, member_class, count in self._moving("given", carried):
            given.setdefault(member_class, []).extend([topic] * count)
        # The partitions of a class are dealt to its members one after another.
        dealt = Counter(
            (member, given[member_class].pop())
            for member_class, member, count in self._moving("taken", carried)
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
        """Tail, head and flow of the arcs of a kind that carry flow."""
        for (tail, head, _), count in zip(self.kinds[kind], carried[kind], strict=True):
            if count:
                yield self.names[tail], self.names[head], count
