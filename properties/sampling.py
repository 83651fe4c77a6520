"""
Groups of a family by number: the sample that two targets are compared on, a function of family, size and seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from properties.draws import Enough, batch_seed, first_found
from properties.families import family

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.model import Group

MOST_EMPTY_BATCHES = 3
"""So many batches in a row without a new group end the sampling: the family has no more of that size."""


def sample(name: str, count: int, seed: int, wanted: Callable[[Group], bool] = lambda _: True) -> list[Group]:
    """
    `count` different groups of the family called `name` that are `wanted`, or fewer where it has no more of them.
    Raises `AssayError`.
    """
    mine = family(name)
    strategy = mine.groups()
    found: dict[Group, None] = {}

    def collect(group: Group) -> bool:
        if wanted(group):
            found.setdefault(group)
        if len(found) >= count:
            raise Enough
        return False

    number = empty = 0
    while empty < MOST_EMPTY_BATCHES:
        before = len(found)
        try:
            first_found(strategy, collect, batch_seed(seed, name, number), vary=not mine.many_kinds)
        except Enough:
            break
        number += 1
        empty = empty + 1 if len(found) == before else 0
    return list(found)
