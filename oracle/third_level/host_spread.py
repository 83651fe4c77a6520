"""
`host-spread`: of all optimal plans, one with the least sum of squared loads of hosts.

Polynomial: members are the leaves of a tree of two levels, and a flow with convex costs on both, hubs -> crews ->
members -> hosts, is cheapest where balance, moves and then the hosts' squares are least. Its own partitions reach an
owner by an arc without a price, all others at the price of a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assignors.errors import AssayError
from oracle.flow.blocks import summed
from oracle.flow.deal import dealt
from oracle.flow.plan import Plan, matched, rank
from oracle.third_level.flow import Network, Prices, places_around

if TYPE_CHECKING:
    from assignors.model import Group
    from oracle.problem import Ints, Problem


def hosts_of(group: Group) -> dict[str, str]:
    """
    The host of each member. Raises `AssayError` where one is not known: nothing could be said of the whole then.
    """
    hosts = {member.id: member.host for member in group.members if member.host is not None}
    without = next((member.id for member in group.members if member.host is None), None)
    if without is not None:
        raise AssayError(f"host-spread: member {without!r} has no host: expected a host for each member")
    return hosts


def spread_hosts(group: Group, problem: Problem, holder: Ints) -> tuple[Ints, int]:
    """
    The holders in the best plan and the sum of squared loads of its hosts, from those of any optimal plan.
    """
    hosts, shape = hosts_of(group), problem.shape
    _, host = np.unique([hosts[member] for member in problem.member_ids], return_inverse=True)
    number = int(host.max()) + 1
    places = places_around(np.bincount(holder, minlength=shape.members))
    base = summed(host, places.base, number)
    room = np.bincount(host[places.member], minlength=number)
    third = Prices(spread_of_third=int(((base + room) ** 2 - base**2).sum()), owned=int(shape.keep_count.sum()))

    crew, member = len(shape.supply), len(shape.supply) + len(shape.size)
    first_host = member + shape.members
    sink = first_host + number
    on_something = np.flatnonzero(shape.crew >= 0)
    supply = np.zeros(sink + 1, dtype=np.int64)
    supply[:crew], supply[member:first_host] = shape.supply, -places.base
    supply[sink] = -supply.sum()
    network = Network(supply=supply)
    kept = network.lay(shape.keep_hub, member + shape.keep_member, shape.keep_count)
    served = network.lay(shape.edge_hub, crew + shape.edge_crew, shape.supply[shape.edge_hub], third.move)
    network.lay(crew + shape.crew[on_something], member + on_something, shape.supply.sum())
    taken = network.lay(member + places.member, first_host + host[places.member], 1, places.rank * third.balance)
    more = np.repeat(np.arange(number), room)
    network.lay(first_host + more, sink, 1, 2 * (base[more] + rank(more)) + 1)
    flows = network.flows()

    load = places.base + summed(places.member, flows[taken.start : taken.stop], shape.members)
    keeps = flows[kept.start : kept.stop]
    need = load - summed(shape.keep_member, keeps, shape.members)
    gifts = matched(
        shape.edge_crew,
        shape.edge_hub,
        flows[served.start : served.stop],
        shape.crew[on_something],
        on_something,
        need[on_something],
    )
    of_hosts = summed(host, load, number)
    return dealt(problem, Plan(load=load, kept=keeps, gifts=[gifts])), int((of_hosts * of_hosts).sum())
