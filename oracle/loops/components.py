"""
The loop that finds which hubs and crews are connected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from oracle.columns import Ints

MAKES_ARRAYS = True


def connected(
    row_start: Ints, row_hub: Ints, hub_class: Ints, crew_class: Ints, classes: int
) -> tuple[Ints, Ints, int]:
    """
    The connected component of each hub and each crew, and how many there are.

    Edges between different classes do not connect. Once the hubs of all `classes` are one each, edges tell nothing new.
    """
    root, apart = np.arange(len(hub_class)), len(hub_class) - classes
    for crew in range(len(crew_class)):
        first = -1
        for edge in range(row_start[crew], row_start[crew + 1]):
            if apart == 0:
                break
            if hub_class[row_hub[edge]] == crew_class[crew]:
                top = _top(root, row_hub[edge])
                if first < 0:
                    first = top
                elif first != top:
                    low, high = min(first, top), max(first, top)
                    root[high] = low
                    first = low
                    apart -= 1
    return _labels(row_start, row_hub, hub_class, crew_class, root)


def _top(root: Ints, hub: int) -> int:
    """
    The hub that stands for the component of `hub`; paths are halved on the way.
    """
    while root[hub] != hub:
        root[hub] = root[root[hub]]
        hub = root[hub]
    return hub


def _labels(row_start: Ints, row_hub: Ints, hub_class: Ints, crew_class: Ints, root: Ints) -> tuple[Ints, Ints, int]:
    """
    The components by number. A crew belongs to any hub of its class; without one it is a component of its own.
    """
    hubs, crews = len(hub_class), len(crew_class)
    of_hub, number = np.empty(hubs, np.int64), 0
    for hub in range(hubs):
        top = _top(root, hub)
        if top == hub:
            of_hub[hub] = number
            number += 1
        else:
            of_hub[hub] = of_hub[top]
    of_crew = np.full(crews, -1, np.int64)
    for crew in range(crews):
        for edge in range(row_start[crew], row_start[crew + 1]):
            if hub_class[row_hub[edge]] == crew_class[crew]:
                of_crew[crew] = of_hub[row_hub[edge]]
                break
        if of_crew[crew] < 0:
            of_crew[crew] = number
            number += 1
    return of_hub, of_crew, number
