"""
`host-spread`: among all optimal plans, one with the least sum of squared loads of hosts.

The problem is polynomial. Members are the leaves of a tree of two levels, and a flow has convex costs on both: topic
classes -> member classes -> members -> hosts. It is cheapest where balance, moves and then the hosts' squares are
least. An arc without a price leads to each owner for its own partitions. All other arcs cost a move.
"""

from __future__ import annotations

import numpy as np

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.flow.blocks import sum_by_label
from kafka_assay.oracle.flow.class_plan import index_in_run, match_grants
from kafka_assay.oracle.flow.holders import deal_plan
from kafka_assay.oracle.reduced_problem import Ints, ReducedProblem
from kafka_assay.oracle.third_level.lexicographic_flow import LevelPrices, PricedNetwork, last_places


def hosts_of(group: Group) -> dict[str, str]:
    """
    The host of each member. Raises `AssayError` where a member has no known host, because the total is then unknown.
    """
    hosts = {member.id: member.host for member in group.members if member.host is not None}
    without = next((member.id for member in group.members if member.host is None), None)
    if without is not None:
        raise AssayError(f"host-spread: member {without!r} has no host: expected a host for each member")
    return hosts


def spread_hosts(group: Group, problem: ReducedProblem, holder: Ints) -> tuple[Ints, int]:
    """The holders in the best plan and its sum of squared host loads, from the holders in any optimal plan."""
    hosts, graph = hosts_of(group), problem.graph
    _, host = np.unique([hosts[member] for member in problem.member_ids], return_inverse=True)
    number = int(host.max()) + 1
    places = last_places(np.bincount(holder, minlength=graph.members))
    base = sum_by_label(host, places.base, number)
    room = np.bincount(host[places.member], minlength=number)
    third = LevelPrices(spread_of_third=int(((base + room) ** 2 - base**2).sum()), owned=int(graph.claim_count.sum()))

    first_class, first_member = len(graph.supply), len(graph.supply) + len(graph.size)
    first_host = first_member + graph.members
    sink = first_host + number
    on_something = np.flatnonzero(graph.member_class >= 0)
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[:first_class], supply[first_member:first_host] = graph.supply, -places.base
    supply[sink] = -supply.sum()
    network = PricedNetwork(supply=supply)
    kept = network.add_arcs(graph.claim_class, first_member + graph.claim_member, graph.claim_count)
    edge_class, edge_taker = graph.edge_topic_class, graph.edge_member_class
    served = network.add_arcs(edge_class, first_class + edge_taker, graph.supply[edge_class], third.move)
    classes = graph.member_class[on_something]
    network.add_arcs(first_class + classes, first_member + on_something, graph.supply.sum())
    taken = network.add_arcs(
        first_member + places.member, first_host + host[places.member], 1, places.rank * third.balance
    )
    more = np.repeat(np.arange(number), room)
    network.add_arcs(first_host + more, sink, 1, 2 * (base[more] + index_in_run(more)) + 1)
    flows = network.cheapest_flow()

    load = places.base + sum_by_label(places.member, flows[taken.start : taken.stop], graph.members)
    kept_counts = flows[kept.start : kept.stop]
    need = load - sum_by_label(graph.claim_member, kept_counts, graph.members)
    flow = flows[served.start : served.stop]
    grants = match_grants(edge_taker, edge_class, flow, classes, on_something, need[on_something])
    of_hosts = sum_by_label(host, load, number)
    return deal_plan(problem, kept_counts, grants), int((of_hosts * of_hosts).sum())
