"""
Blocks: hubs and crews that share their partitions evenly among each other, and with nobody else.

In every optimum each member of a block has the block's `floor` of partitions, and `extras` of them have one more.
Blocks come from the loads that would be best if partitions could be split: an optimum's loads stand less than one away
from these (Frank and Murota 2022, "Decreasing minimization on base-polyhedra: relation between discrete and continuous
cases"), and no optimum hands a partition from one level of floors to another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from oracle.flow.arcs import Arcs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oracle.problem import Ints, Shape

    Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """
    The block of each hub, crew and member, and of each block the least load and how many members have one more.

    `inside` says which edges stay within a block, `stays` which keeps do, `had[m]` sums up those of member m: what it
    can keep at most. The last block holds the members on nothing.
    """

    of_hub: Ints
    of_crew: Ints
    of_member: Ints
    floor: Ints
    extras: Ints
    inside: Mask
    stays: Mask
    had: Ints

    def complete(self, shape: Shape) -> Mask:
        """
        Which blocks let every hub serve every crew.
        """
        number = len(self.floor)
        edges = np.bincount(self.of_hub[shape.edge_hub[self.inside]], minlength=number)
        hubs, crews = np.bincount(self.of_hub, minlength=number), np.bincount(self.of_crew, minlength=number)
        complete: Mask = edges == hubs * crews
        return complete


def one_level_each(shape: Shape) -> Blocks:
    """
    The blocks there are if each connected component can share evenly: a guess, to be proved by doing it.
    """
    return _blocks(shape, np.ones(len(shape.edge_hub), dtype=bool))


def level_blocks(shape: Shape, blocks: Blocks, uneven: Mask) -> Blocks:
    """
    The blocks there are in truth, where those in `uneven` may not be able to share evenly.

    A set of hubs and crews that cannot reach its average is cut in two where the flow is stuck: the hubs on the near
    side can only serve the overloaded crews, and the others need not serve these. Then each half tries its own average.
    """
    of_hub, of_crew, unsettled = blocks.of_hub, blocks.of_crew, uneven
    while unsettled.any():
        near_hub, near_crew, stuck = _cut_where_stuck(shape, blocks.inside, of_hub, of_crew, unsettled)
        halves = np.concatenate((of_hub * 2 + near_hub, of_crew * 2 + near_crew))
        names, labels = np.unique(halves, return_inverse=True)
        of_hub, of_crew, unsettled = labels[: len(of_hub)], labels[len(of_hub) :], stuck[names // 2]
    supply, size = _totals(shape, of_hub, of_crew)
    level = 2 * (supply // size) + (supply % size > 0)
    # Between the same two whole loads partitions may be exchanged across sets; between different levels they never are.
    return _blocks(shape, blocks.inside & (level[of_hub[shape.edge_hub]] == level[of_crew[shape.edge_crew]]))


def _cut_where_stuck(
    shape: Shape, inside: Mask, of_hub: Ints, of_crew: Ints, unsettled: Mask
) -> tuple[Mask, Mask, Mask]:
    """
    Which hubs and crews lie on the near side of a cut, and which of the `unsettled` sets had to be cut.

    One flow for all sets. Partitions are multiplied by the set's members, so that each member's share is whole.
    """
    from ortools.graph.python.max_flow import SimpleMaxFlow

    supply, size = _totals(shape, of_hub, of_crew)
    hubs, crews = np.flatnonzero(unsettled[of_hub]), np.flatnonzero(unsettled[of_crew])
    set_of_edge = of_hub[shape.edge_hub]
    edges = np.flatnonzero(inside & unsettled[set_of_edge] & (set_of_edge == of_crew[shape.edge_crew]))
    first_crew, source = len(shape.supply), len(shape.supply) + len(shape.size)
    arcs = Arcs()
    sources = arcs.lay(source, hubs, shape.supply[hubs] * size[of_hub[hubs]])
    arcs.lay(shape.edge_hub[edges], first_crew + shape.edge_crew[edges], sources.capacity.sum())
    arcs.lay(first_crew + crews, source + 1, shape.size[crews] * supply[of_crew[crews]])
    flow = SimpleMaxFlow()
    flow.add_arcs_with_capacity(*arcs.ends())
    flow.solve(source, source + 1)
    stuck = np.zeros(len(unsettled), dtype=bool)
    stuck[of_hub[hubs[flow.flows(sources.numbers) < sources.capacity]]] = True
    near = np.zeros(source + 2, dtype=bool)
    near[flow.get_source_side_min_cut()] = True
    return near[:first_crew] & stuck[of_hub], near[first_crew:source] & stuck[of_crew], stuck


def _totals(shape: Shape, of_hub: Ints, of_crew: Ints) -> tuple[Ints, Ints]:
    """
    The partitions and the members of each set.
    """
    number = 1 + max(of_hub.max(initial=-1), of_crew.max(initial=-1))
    return summed(of_hub, shape.supply, number), summed(of_crew, shape.size, number)


def summed(label: Ints, value: Ints, number: int) -> Ints:
    """
    The sum of the values under each label below `number`.
    """
    # bincount adds in floats, exact up to 2**53: no group has so many partitions.
    return np.bincount(label, weights=value, minlength=number).astype(np.int64)


def _blocks(shape: Shape, inside: Mask) -> Blocks:
    of_hub, of_crew = _connected(shape, inside)
    supply, size = _totals(shape, of_hub, of_crew)
    of_member = np.append(of_crew, len(size))[shape.crew]
    stays = of_hub[shape.keep_hub] == of_member[shape.keep_member]
    return Blocks(
        of_hub=of_hub,
        of_crew=of_crew,
        of_member=of_member,
        floor=np.append(supply // size, 0),
        extras=np.append(supply % size, 0),
        inside=inside,
        stays=stays,
        had=summed(shape.keep_member[stays], shape.keep_count[stays], shape.members),
    )


def _connected(shape: Shape, inside: Mask) -> tuple[Ints, Ints]:
    """
    The connected component of each hub and each crew along the edges `inside`.

    Each end of an edge points at the lower of the ends' representatives, until nothing changes: few rounds, because
    pointers are followed twice as far in each.
    """
    first_crew = len(shape.supply)
    one, other = shape.edge_hub[inside], first_crew + shape.edge_crew[inside]
    before, lowest = None, np.arange(first_crew + len(shape.size))
    while before is None or (lowest != before).any():
        before, lowest = lowest, lowest.copy()
        low = np.minimum(before[one], before[other])
        np.minimum.at(lowest, before[one], low)
        np.minimum.at(lowest, before[other], low)
        lowest = lowest[lowest]
    _, label = np.unique(lowest, return_inverse=True)
    return label[:first_crew], label[first_crew:]
