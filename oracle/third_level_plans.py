"""
The plans of the third levels: one minimum-cost flow for balance, moves and a third level, in lexicographic order.

Each of the three outweighs all later ones. Any two optima differ by at most one in each member's load (Frank and Murota
2018, decreasing minimisation on M-convex sets). So every member gets its load in a given optimum less one, and has two
more places. A place on top of n costs the rank of n among the loads that occur. In such sets the least majorised
vectors are those with the least sum of any strictly convex function. So ranks serve as well as squares and keep the
numbers small.

Each function here takes the holders in any optimal plan. It returns the holders in the best one, and its value.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.flow.class_plan import deal_plan, index_in_run, sum_by_label
from kafka_assay.oracle.flow.priced_flow import ArcNetwork, Places, Prices, cheapest_plan
from kafka_assay.oracle.reduced_problem import ClassGraph, ReducedProblem

MOST_ARCS = 6_000_000
"""About 1 GiB of a solver's memory."""

RADIUS = 2
"""The radius of a window of `spread_topics` at first."""


def _last_places(loads: Ints, *, spread_of_third: int, owned: int) -> Prices:
    """
    The price of a move, and the last two places that any optimum fills, at the price of balance.

    They come from the `loads` of one optimum. The third level has costs of 1. A move outweighs the whole third level,
    and a step of balance all moves: two plans differ on the third level by at most `spread_of_third`, and by at most
    `owned` moves.
    """
    move = spread_of_third + 1
    member = np.concatenate((np.flatnonzero(loads > 0), np.arange(len(loads))))
    _, rank = np.unique(np.concatenate((loads[loads > 0] - 1, loads)), return_inverse=True)
    places = Places(node=member, price=rank * move * (owned + 1))
    return Prices(keep=0, move=move, floor=np.maximum(loads - 1, 0), places=places)


def _refuse_too_many_arcs(arcs: int) -> None:
    """Raise `AssayError` where a network of `arcs` arcs would not fit into memory."""
    if arcs > MOST_ARCS:
        raise AssayError(f"the third level has {arcs:,} choices or more: expected at most {MOST_ARCS:,}")


def spread_hosts(group: Group, problem: ReducedProblem, holder: Ints) -> tuple[Ints, int]:
    """
    `host-spread`: the least sum of squared loads of hosts.

    The problem is polynomial. Members are the leaves of a tree of two levels, and a flow has convex costs on both.
    Raises `AssayError` where a member has no known host, because the total is then unknown.
    """
    hosts = {member.id: member.host for member in group.members if member.host is not None}
    without = next((member.id for member in group.members if member.host is None), None)
    if without is not None:
        raise AssayError(f"host-spread: member {without!r} has no host: expected a host for each member")
    if not len(holder):
        return holder, 0
    graph, loads = problem.graph, np.bincount(holder, minlength=problem.graph.members)
    _, host = np.unique([hosts[member] for member in problem.member_ids], return_inverse=True)
    number = int(host.max()) + 1
    least, most = (sum_by_label(host, of_members, number) for of_members in (np.maximum(loads - 1, 0), loads + 1))
    spread = int((most * most - least * least).sum())
    last = _last_places(loads, spread_of_third=spread, owned=int(graph.claim_count.sum()))
    more = np.repeat(np.arange(number), most - least)
    _refuse_too_many_arcs(graph.extent + 2 * len(more))
    host_places = Places(node=more, price=2 * (least[more] + index_in_run(more)) + 1)
    prices = replace(last, host=host, host_places=host_places)
    plan = cheapest_plan(graph, prices)
    of_hosts = sum_by_label(host, plan.loads(graph), number)
    return deal_plan(problem, plan), int((of_hosts * of_hosts).sum())


def match_racks(group: Group, problem: ReducedProblem, holder: Ints) -> tuple[Ints, int]:
    """
    `rack-match`: most partitions on the rack of one of their replicas.

    The problem is polynomial: a match is a linear cost on the arcs of the flow that finds the optimum. Partitions of
    one topic class with the same valid owner and the same racks are interchangeable: they form a *partition class*.
    Members of one member class on the same rack form a *taker*. Raises `AssayError` where no rack can match.
    """
    racks = {member.id: member.rack for member in group.members if member.rack is not None}
    if not racks:
        raise AssayError("rack-match: needs a member with a rack")
    if all(topic.replica_racks is None for topic in group.topics):
        raise AssayError("rack-match: needs a topic with replica_racks")
    if not len(holder):
        return holder, 0
    names = {rack: number for number, rack in enumerate(sorted(set(racks.values())))}
    rack_of_member = np.array([names.get(racks.get(member, ""), -1) for member in problem.member_ids], dtype=np.int64)
    rack_set, matches = _rack_sets(group, problem, names)
    members = problem.graph.members + 1
    keys = (problem.topic_class[problem.topic_of] * members + problem.owner + 1) * len(matches) + rack_set
    keys, class_of, supply = np.unique(keys, return_inverse=True, return_counts=True)
    topic_class, owner = keys // len(matches) // members, keys // len(matches) % members - 1
    graph, rack_of_taker = _rack_graph(problem.graph, topic_class, owner, supply, rack_of_member, len(names) + 1)

    def misses(partition_class: Ints, rack: Ints) -> Ints:
        """1 where a partition of the class has no replica on the rack (-1: a member without a rack), else 0."""
        found: Ints = 1 - matches[keys[partition_class] % len(matches), rack + 1]
        return found

    (edge_class, edge_taker), loads = graph.edges, np.bincount(holder, minlength=graph.members)
    last = _last_places(loads, spread_of_third=len(holder), owned=int(graph.claim_count.sum()))
    _refuse_too_many_arcs(graph.extent + 2 * graph.members)
    prices = replace(
        last,
        keep=misses(graph.claim_class, rack_of_member[graph.claim_member]),
        move=np.where(owner[edge_class] >= 0, last.move, 0) + misses(edge_class, rack_of_taker[edge_taker]),
    )
    plan = cheapest_plan(graph, prices)
    # Owners keep the first partitions of each class.
    kept = graph.claim_class, graph.claim_member, plan.kept
    classes, takers, counts = map(np.concatenate, zip(kept, plan.grants.rows(), strict=True))
    by_class = np.argsort(classes, kind="stable")
    best = np.empty_like(holder)
    best[np.argsort(class_of, kind="stable")] = np.repeat(takers[by_class], counts[by_class])
    return best, len(best) - int(misses(class_of, rack_of_member[best]).sum())


def _rack_graph(
    graph: ClassGraph, topic_class: Ints, owner: Ints, supply: Ints, rack_of_member: Ints, width: int
) -> tuple[ClassGraph, Ints]:
    """The graph of partition classes, sorted by topic class, and takers, and the rack of each taker (-1: none)."""
    takers, member_class = np.unique(graph.member_class * width + rack_of_member + 1, return_inverse=True)
    # Members without topics come first. They take nothing.
    idle = np.count_nonzero(takers < 0)
    takers, member_class = takers[idle:], np.maximum(member_class - idle, -1)
    classes = np.split(np.arange(len(supply)), np.searchsorted(topic_class, np.arange(1, len(graph.supply))))
    rows = [graph.row_class[graph.row_start[taken] : graph.row_start[taken + 1]] for taken in takers // width]
    row_classes = [np.concatenate([classes[number] for number in row.tolist()]) for row in rows]
    owned = np.argsort(owner, kind="stable")[np.count_nonzero(owner < 0) :]
    rack_graph = ClassGraph(
        supply=supply,
        size=np.bincount(member_class[member_class >= 0], minlength=len(takers)),
        member_class=member_class,
        row_start=np.cumsum([0, *map(len, row_classes)]),
        row_class=np.concatenate(row_classes),
        claim_start=np.searchsorted(owner[owned], np.arange(graph.members + 1)),
        claim_class=owned,
        claim_member=owner[owned],
        claim_count=supply[owned],
    )
    return rack_graph, takers % width - 1


def _rack_sets(group: Group, problem: ReducedProblem, names: dict[str, int]) -> tuple[Ints, Ints]:
    """The number of each partition's set of racks, and the racks that each set matches: rack r at index r + 1."""
    topics = {topic.name: topic.replica_racks for topic in group.topics}
    numbers: dict[frozenset[int], int] = {frozenset(): 0}
    sets: list[int] = []
    for topic, partitions in zip(problem.topic_names, problem.columns.partitions.tolist(), strict=True):
        listed = topics[topic] or ((),) * partitions
        found = (frozenset(names[rack] for rack in racks if rack in names) for racks in listed)
        sets += [numbers.setdefault(one, len(numbers)) for one in found]
    match = np.zeros((len(numbers), len(names) + 1), dtype=np.int64)
    for one, number in numbers.items():
        match[number, [rack + 1 for rack in one]] = 1
    return np.array(sets, dtype=np.int64), match


def spread_topics(_group: Group, problem: ReducedProblem, holder: Ints) -> tuple[Ints, int]:
    """
    `topic-spread`: the least sum of squared loads per topic and member.

    The problem is polynomial, by a convex flow: topics -> (topic, member) -> members. A member that validly owned `had`
    partitions of a topic and gets x of them keeps min(x, had). So partition number x costs a move exactly if x > had.
    It adds 2x - 1 to the sum of squares. Both costs only grow with x. So each (topic, member) is a row of arcs with
    rising prices, and a cheapest flow fills them from the first.

    There can be millions of such arcs, and a plan uses few arcs beyond its start. So only a window around the last plan
    has arcs. If the answer touches no edge of a window, it is best without the windows too, because a convex sum has no
    other local minimum. Otherwise the touched windows get wider, around the new plan.
    """
    if not len(holder):
        return holder, 0
    pairs = _TopicMemberPairs(problem)
    loads = np.bincount(holder, minlength=pairs.members)
    held, radius = pairs.count_partitions(holder), np.full(len(pairs.topic), RADIUS)
    while True:
        low, high = np.maximum(held - radius, 0), np.minimum(held + radius, pairs.most)
        held = _solve_window(pairs, loads, low, high)
        touched = ((held == low) & (low > 0)) | ((held == high) & (high < pairs.most))
        if not touched.any():
            return pairs.deal_partitions(held), int((held * held).sum())
        radius = np.where(touched, 2 * radius, radius)


class _TopicMemberPairs:
    """The pairs of a topic and a subscriber, sorted, with the partitions that each pair owned and its topic's total."""

    def __init__(self, problem: ReducedProblem) -> None:
        self.problem, graph = problem, problem.graph
        self.members, self.topics = len(problem.member_ids), len(problem.topic_names)
        of_class = [np.flatnonzero(graph.member_class == number) for number in range(len(graph.size))]
        reach = [np.sort(np.concatenate([of_class[one] for one in some.tolist()])) for some in graph.subscriber_classes]
        subscribers = [reach[topic_class] for topic_class in problem.topic_class.tolist()]
        self.topic = np.repeat(np.arange(self.topics), [len(some) for some in subscribers])
        self.member = np.concatenate(subscribers)
        self.keys = self.topic * self.members + self.member
        self.most = np.diff(problem.first)[self.topic]
        self.owned = problem.owner >= 0
        self.had = self.count_partitions(problem.owner)

    def count_partitions(self, holder: Ints) -> Ints:
        """The number of partitions of each pair if `holder[p]` holds partition p (-1: none)."""
        known = holder >= 0
        places = np.searchsorted(self.keys, self.problem.topic_of[known] * self.members + holder[known])
        return np.bincount(places, minlength=len(self.keys))

    def deal_partitions(self, held: Ints) -> Ints:
        """The holders if each pair holds `held`. Owners keep their first partitions; the rest is dealt by topic."""
        topic_of, owner = self.problem.topic_of, self.problem.owner
        holder = np.full(len(owner), -1, dtype=np.int64)
        owned = np.flatnonzero(self.owned)
        pair = np.searchsorted(self.keys, topic_of[owned] * self.members + owner[owned])
        order = np.argsort(pair, kind="stable")
        kept = owned[order][index_in_run(pair[order]) < held[pair[order]]]
        holder[kept] = owner[kept]
        need = held - np.minimum(held, self.had)
        # Topics ascend in both: the rest of a topic is exactly what its pairs still need.
        holder[np.flatnonzero(holder < 0)] = np.repeat(self.member, need)
        return holder


def _solve_window(pairs: _TopicMemberPairs, loads: Ints, low: Ints, high: Ints) -> Ints:
    """The number of partitions of each pair in the best plan within its window from `low` to `high`."""
    _refuse_too_many_arcs(int((high - low).sum()))
    spread = int((high * high - low * low).sum())
    last = _last_places(loads, spread_of_third=spread, owned=int(pairs.owned.sum()))
    sink = pairs.topics + pairs.members
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[: pairs.topics] = np.diff(pairs.problem.first) - sum_by_label(pairs.topic, low, pairs.topics)
    supply[pairs.topics : sink] = sum_by_label(pairs.member, low, pairs.members) - last.floor
    supply[sink] = -supply.sum()
    pair = np.repeat(np.arange(len(low)), high - low)
    below = low[pair] + index_in_run(pair)
    network = ArcNetwork()
    price = np.where(below >= pairs.had[pair], last.move, 0) + 2 * below + 1
    taken = network.add_arcs(pairs.topic[pair], pairs.topics + pairs.member[pair], 1, price)
    network.add_arcs(pairs.topics + last.places.node, sink, 1, last.places.price)
    return low + sum_by_label(pair, network.cheapest_flow(supply)[taken], len(low))
