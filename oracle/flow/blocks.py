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

from oracle.loops import components
from oracle.loops.compiled import loops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oracle.columns import Ints
    from oracle.problem import Shape

    Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """
    The block of each hub, crew and member, and of each block the least load and how many members have one more.

    The last block holds the members on nothing.
    """

    of_hub: Ints
    of_crew: Ints
    of_member: Ints
    floor: Ints
    extras: Ints


def one_level_each(shape: Shape) -> Blocks:
    """
    The blocks there are if each connected component can share evenly: a guess, to be proved by doing it.
    """
    hub_class, crew_class = np.zeros_like(shape.supply), np.zeros_like(shape.size)
    return connected_blocks(shape, hub_class, crew_class, classes=min(1, len(hub_class)))


def connected_blocks(shape: Shape, hub_class: Ints, crew_class: Ints, *, classes: int) -> Blocks:
    """
    The connected components of hubs and crews, where only those of the same class are connected; hubs are of so many
    `classes`.
    """
    connected = loops(components, shape.extent).connected
    of_hub, of_crew, _ = connected(shape.row_start, shape.row_hub, hub_class, crew_class, classes)
    supply, size = totals(shape, of_hub, of_crew)
    return Blocks(
        of_hub=of_hub,
        of_crew=of_crew,
        of_member=np.append(of_crew, len(size))[shape.crew],
        floor=np.append(supply // size, 0),
        extras=np.append(supply % size, 0),
    )


def totals(shape: Shape, of_hub: Ints, of_crew: Ints) -> tuple[Ints, Ints]:
    """
    The partitions and the members of each set of hubs and crews.
    """
    number = 1 + max(of_hub.max(initial=-1), of_crew.max(initial=-1))
    return summed(of_hub, shape.supply, number), summed(of_crew, shape.size, number)


def summed(label: Ints, value: Ints, number: int) -> Ints:
    """
    The sum of the values under each label below `number`.
    """
    # bincount adds in floats, exact up to 2**53: no group has so many partitions.
    return np.bincount(label, weights=value, minlength=number).astype(np.int64)
