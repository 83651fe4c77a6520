"""
`rack-match`: among all optimal plans, one with most partitions on the rack of one of their replicas.

The problem is polynomial: a match is a linear cost on the arcs of the flow that finds the optimum. Partitions of one
topic class with the same valid owner and the same racks are interchangeable. They form a *partition class*. Members of
one member class on the same rack form a *taker*: they take from partition classes through one node.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.flow.blocks import sum_by_label
from kafka_assay.oracle.flow.class_plan import match_grants
from kafka_assay.oracle.reduced_problem import Ints, ReducedProblem
from kafka_assay.oracle.third_level.lexicographic_flow import LevelPrices, PricedNetwork, last_places


def racks_of(group: Group) -> dict[str, str]:
    """The rack of each member that has one. Raises `AssayError` where no rack can match."""
    racks = {member.id: member.rack for member in group.members if member.rack is not None}
    if not racks:
        raise AssayError("rack-match: needs a member with a rack")
    if all(topic.replica_racks is None for topic in group.topics):
        raise AssayError("rack-match: needs a topic with replica_racks")
    return racks


def match_racks(group: Group, problem: ReducedProblem, holder: Ints) -> tuple[Ints, int]:
    """The holders in the best plan and its number of matches, from the holders in any optimal plan."""
    classes = _RackMatchClasses(group, problem)
    graph, places = problem.graph, last_places(np.bincount(holder, minlength=problem.graph.members))
    prices = LevelPrices(spread_of_third=len(holder), owned=int((problem.owner >= 0).sum()))
    first_taker, first_member = len(classes.supply), len(classes.supply) + len(classes.taker_class)
    sink = first_member + graph.members
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[:first_taker], supply[first_member:sink] = classes.supply, -places.base
    supply[sink] = -supply.sum()

    owned, on_something = np.flatnonzero(classes.owner >= 0), np.flatnonzero(graph.member_class >= 0)
    source, taker = classes.reachable_takers()
    network = PricedNetwork(supply=supply)
    owners = classes.owner[owned]
    home_misses = classes.misses(owned, classes.rack_of_member[owners])
    kept = network.add_arcs(owned, first_member + owners, classes.supply[owned], home_misses)
    price = np.where(classes.owner[source] >= 0, prices.move, 0) + classes.misses(source, classes.taker_rack[taker])
    served = network.add_arcs(source, first_taker + taker, classes.supply[source], price)
    takers = classes.taker_of_member[on_something]
    network.add_arcs(first_taker + takers, first_member + on_something, len(holder))
    taken = network.add_arcs(first_member + places.member, sink, 1, places.rank * prices.balance)
    flows = network.cheapest_flow()

    kept_counts = np.zeros_like(classes.supply)
    kept_counts[owned] = flows[kept.start : kept.stop]
    load = places.base + sum_by_label(places.member, flows[taken.start : taken.stop], graph.members)
    need = load - sum_by_label(owners, kept_counts[owned], graph.members)
    grants = match_grants(taker, source, flows[served.start : served.stop], takers, on_something, need[on_something])
    best = classes.deal_partitions(kept_counts, grants.topic_class, grants.member, grants.count)
    return best, len(best) - int(classes.misses(classes.of_partition, classes.rack_of_member[best]).sum())


class _RackMatchClasses:
    """
    The partition classes of a problem, and the takers: the members of one member class on one rack.

    Partition class k has `supply[k]` partitions of topic class `topic_class[k]`, whose valid owner is `owner[k]` (-1:
    none). Taker i has the members of member class `taker_class[i]` on rack `taker_rack[i]` (-1: no rack).
    """

    def __init__(self, group: Group, problem: ReducedProblem) -> None:
        graph, racks = problem.graph, racks_of(group)
        names = {rack: number for number, rack in enumerate(sorted(set(racks.values())))}
        mine = [racks.get(member) for member in problem.member_ids]
        self.graph = graph
        self.rack_of_member = np.array([-1 if rack is None else names[rack] for rack in mine], dtype=np.int64)
        sets, self.match = _rack_sets(group, problem, names)
        width = len(names) + 1
        takers = graph.member_class * width + self.rack_of_member + 1
        takers, self.taker_of_member = np.unique(takers, return_inverse=True)
        self.taker_class, self.taker_rack = takers // width, takers % width - 1
        members, topic_classes = graph.members + 1, problem.topic_class[problem.topic_of]
        keys = (topic_classes * members + problem.owner + 1) * len(self.match) + sets
        keys, self.of_partition, self.supply = np.unique(keys, return_inverse=True, return_counts=True)
        self.racks = keys % len(self.match)
        self.owner = keys // len(self.match) % members - 1
        self.topic_class = keys // len(self.match) // members

    def reachable_takers(self) -> tuple[Ints, Ints]:
        """The pairs of a partition class and a taker that can hold it."""
        of_class = [np.flatnonzero(self.taker_class == number) for number in range(len(self.graph.size))]
        reach = [
            np.concatenate([of_class[number] for number in some.tolist()]) for some in self.graph.subscriber_classes
        ]
        takers = [reach[topic_class] for topic_class in self.topic_class.tolist()]
        return np.repeat(np.arange(len(self.topic_class)), [len(some) for some in takers]), np.concatenate(takers)

    def misses(self, partition_class: Ints, rack: Ints) -> Ints:
        """1 where a partition of the class has no replica on the rack (-1: a member without a rack), else 0."""
        misses: Ints = 1 - self.match[self.racks[partition_class], rack + 1]
        return misses

    def deal_partitions(self, kept: Ints, partition_class: Ints, member: Ints, count: Ints) -> Ints:
        """
        The holder of each partition. The owner keeps the first of each class, and `member` gets `count` of the rest.
        """
        order = np.argsort(self.of_partition, kind="stable")
        rows = np.concatenate((np.arange(len(kept)), partition_class))
        takers, counts = np.concatenate((self.owner, member)), np.concatenate((kept, count))
        by_class = np.argsort(rows, kind="stable")
        holder = np.empty(len(order), dtype=np.int64)
        holder[order] = np.repeat(takers[by_class], counts[by_class])
        return holder


def _rack_sets(group: Group, problem: ReducedProblem, names: dict[str, int]) -> tuple[Ints, Ints]:
    """The number of each partition's set of racks, and the racks that each set matches: rack r at index r + 1."""
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
