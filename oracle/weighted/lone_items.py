"""Items that are alone on their member in every optimal plan, so that bounds need not count their size."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.oracle.weighted.component import Component


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneItems:
    """
    The `count` of the heaviest items that are alone, the mean weight of the other members (the `level`, rounded down),
    and by how much the `squares` shrink where each lone item is replaced by one of that weight.
    """

    count: int
    level: int
    squares: int


NO_LONE_ITEMS = LoneItems(count=0, level=0, squares=0)
"""Where plans count that are not the most even."""


def find_lone_items(component: Component) -> LoneItems:
    """
    The lone items where every member can hold every item; none where members differ.

    Why: let an item weigh w, at least the mean of all others over the other members. Were another item x with it, some
    member would weigh l < w, and taking x there lowers the sum of squares by 2x(w - l) at least and raises no maximum.
    """
    weight, members, rest = component.weight, len(component.members), sum(component.weight)
    count, squares = 0, 0
    if len(component.reach) == 1:
        while members - count > 1 and count < len(weight) and _outweighs(weight[count], rest, members - count):
            rest -= weight[count]
            squares += weight[count] ** 2
            count += 1
    level = rest // (members - count)
    return LoneItems(count=count, level=level, squares=squares - count * level * level)


def _outweighs(weight: int, total: int, members: int) -> bool:
    return weight * (members - 1) >= total - weight
