"""
`rack-match`: of all optimal plans, one with most partitions on the rack of one of their replicas.

Polynomial: a match is a linear cost on the arcs of the flow that finds the optimum. Partitions of one hub with the same
valid owner and the same racks are interchangeable and make a *lot*; members of one crew on the same rack take from
their lots through one node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assignors.errors import AssayError
from oracle.flow.blocks import summed
from oracle.flow.plan import matched
from oracle.third_level.flow import Network, Prices, places_around

if TYPE_CHECKING:
    from assignors.model import Group
    from oracle.problem import Ints, Problem


def racks_of(group: Group) -> dict[str, str]:
    """
    The rack of each member that has one. Raises `AssayError` where nothing can match.
    """
    racks = {member.id: member.rack for member in group.members if member.rack is not None}
    if not racks:
        raise AssayError("rack-match: no member has a rack: expected one that has")
    if all(topic.replica_racks is None for topic in group.topics):
        raise AssayError("rack-match: no topic has replica_racks: expected one that has")
    return racks


def match_racks(group: Group, problem: Problem, holder: Ints) -> tuple[Ints, int]:
    """
    The holders in the best plan and how many of them match, from those of any optimal plan.
    """
    lots = _Lots(group, problem)
    shape, places = problem.shape, places_around(np.bincount(holder, minlength=problem.shape.members))
    prices = Prices(spread_of_third=len(holder), owned=int((problem.owner >= 0).sum()))
    line, member = len(lots.supply), len(lots.supply) + len(lots.line_crew)
    sink = member + shape.members
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[:line], supply[member:sink] = lots.supply, -places.base
    supply[sink] = -supply.sum()

    owned, on_something = np.flatnonzero(lots.owner >= 0), np.flatnonzero(shape.crew >= 0)
    lot, to_line = lots.served()
    network = Network(supply=supply)
    homes = lots.owner[owned]
    kept = network.lay(owned, member + homes, lots.supply[owned], lots.misses(owned, lots.rack_of_member[homes]))
    moved = np.where(lots.owner[lot] >= 0, prices.move, 0)
    served = network.lay(lot, line + to_line, lots.supply[lot], moved + lots.misses(lot, lots.line_rack[to_line]))
    lines = lots.line_of_member[on_something]
    network.lay(line + lines, member + on_something, len(holder))
    taken = network.lay(member + places.member, sink, 1, places.rank * prices.balance)
    flows = network.flows()

    keeps = np.zeros_like(lots.supply)
    keeps[owned] = flows[kept.start : kept.stop]
    load = places.base + summed(places.member, flows[taken.start : taken.stop], shape.members)
    need = load - summed(homes, keeps[owned], shape.members)
    gifts = matched(to_line, lot, flows[served.start : served.stop], lines, on_something, need[on_something])
    best = lots.dealt(keeps, gifts.hub, gifts.member, gifts.count)
    return best, len(best) - int(lots.misses(lots.of_partition, lots.rack_of_member[best]).sum())


class _Lots:
    """
    The lots of a problem, and the lines in which members of one crew and rack stand.

    Lot k has `supply[k]` partitions of hub `hub[k]` whose valid owner is `owner[k]` (-1: nobody).
    """

    def __init__(self, group: Group, problem: Problem) -> None:
        shape, racks = problem.shape, racks_of(group)
        names = {rack: number for number, rack in enumerate(sorted(set(racks.values())))}
        mine = [racks.get(member) for member in problem.member_ids]
        self.shape, self.owner_of = shape, problem.owner
        self.rack_of_member = np.array([-1 if rack is None else names[rack] for rack in mine], dtype=np.int64)
        sets, self.match = _rack_sets(group, problem, names)
        width = len(names) + 1
        lines, self.line_of_member = np.unique(shape.crew * width + self.rack_of_member + 1, return_inverse=True)
        self.line_crew, self.line_rack = lines // width, lines % width - 1
        members, hubs = shape.members + 1, problem.hub[problem.topic_of]
        keys = (hubs * members + problem.owner + 1) * len(self.match) + sets
        lots, self.of_partition, self.supply = np.unique(keys, return_inverse=True, return_counts=True)
        self.racks = lots % len(self.match)
        self.owner = lots // len(self.match) % members - 1
        self.hub = lots // len(self.match) // members

    def served(self) -> tuple[Ints, Ints]:
        """
        Which lot can go to which line, as pairs.
        """
        of_crew = [np.flatnonzero(self.line_crew == crew) for crew in range(len(self.shape.size))]
        ends = np.searchsorted(self.shape.edge_hub, np.arange(len(self.shape.supply) + 1))
        of_hub = [
            np.concatenate([of_crew[crew] for crew in self.shape.edge_crew[start:stop].tolist()])
            for start, stop in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
        ]
        lines = [of_hub[hub] for hub in self.hub.tolist()]
        return np.repeat(np.arange(len(self.hub)), [len(some) for some in lines]), np.concatenate(lines)

    def misses(self, lot: Ints, rack: Ints) -> Ints:
        """
        1 where a partition of the lot has no replica on the rack (-1: a member without one), else 0.
        """
        misses: Ints = 1 - self.match[self.racks[lot], rack + 1]
        return misses

    def dealt(self, kept: Ints, lot: Ints, member: Ints, count: Ints) -> Ints:
        """
        The holder of each partition: of each lot its owner keeps the first, and the rest are given as told.
        """
        order = np.argsort(self.of_partition, kind="stable")
        rows = np.concatenate((np.arange(len(kept)), lot))
        takers, counts = np.concatenate((self.owner, member)), np.concatenate((kept, count))
        by_lot = np.argsort(rows, kind="stable")
        holder = np.empty(len(order), dtype=np.int64)
        holder[order] = np.repeat(takers[by_lot], counts[by_lot])
        return holder


def _rack_sets(group: Group, problem: Problem, names: dict[str, int]) -> tuple[Ints, Ints]:
    """
    The number of each partition's set of members' racks, and for each set where it matches: rack r at place r + 1.
    """
    topics = {topic.name: topic.replica_racks for topic in group.topics}
    numbers: dict[frozenset[int], int] = {frozenset(): 0}
    sets: list[int] = []
    for position, topic in enumerate(problem.topic_names):
        listed = topics[topic]
        if listed is None:
            sets += [0] * int(problem.first[position + 1] - problem.first[position])
            continue
        found = (frozenset(names[rack] for rack in racks if rack in names) for racks in listed)
        sets += [numbers.setdefault(one, len(numbers)) for one in found]
    match = np.zeros((len(numbers), len(names) + 1), dtype=np.int64)
    for one, number in numbers.items():
        match[number, [rack + 1 for rack in one]] = 1
    return np.array(sets, dtype=np.int64), match
