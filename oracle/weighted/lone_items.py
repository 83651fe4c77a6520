"""Items that are alone on their member in every optimal plan, so that bounds need not count their size."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.oracle.weighted.component import Component


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneItems:
    """
    The `count` heaviest items are alone.

    `level` is the mean weight of the other members, rounded down. `squares` is the decrease of the sum of squares if an
    item of that weight replaced each lone item.
    """

    count: int
    level: int
    squares: int


NO_LONE_ITEMS = LoneItems(count=0, level=0, squares=0)
"""For bounds that must hold for plans that are not the most even."""


def find_lone_items(component: Component) -> LoneItems:
    """
    The lone items if every member can hold every item; none if members differ.

    Reason: let an item weigh w, at least the mean of all other items over the other members. If another item x were
    with it, some member would weigh l < w. Moving x there lowers the sum of squares by at least 2x(w - l) and raises no
    maximum.
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
