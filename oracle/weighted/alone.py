"""
Items that are alone on their member in every optimal plan, so that the rest can be looked at without their size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.weighted.part import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """
    How many of the heaviest items are `alone`, what members of the others weigh on the mean (the `level`, rounded
    down), and by how much the `squares` shrink where each of the lonely items is taken for one of that weight.
    """

    items: int
    level: int
    squares: int


NOBODY = Alone(items=0, level=0, squares=0)
"""Where plans count that are not the most even."""


def alone_in(part: Part) -> Alone:
    """
    The items that are alone, where every member can hold every item; elsewhere none is said to be.

    Why: let an item weigh w, at least the mean of all others over the other members. Were another item x with it, some
    member would weigh l < w, and taking x there lowers the sum of squares by 2x(w - l) at least and raises no maximum.
    """
    members, rest = len(part.members), sum(part.weight)
    items, squares = 0, 0
    if len(part.reach) == 1:
        while (
            members - items > 1 and items < len(part.weight) and _outweighs(part.weight[items], rest, members - items)
        ):
            rest -= part.weight[items]
            squares += part.weight[items] ** 2
            items += 1
    level = rest // (members - items)
    return Alone(items=items, level=level, squares=squares - items * level * level)


def _outweighs(weight: int, total: int, members: int) -> bool:
    return weight * (members - 1) >= total - weight
