"""A sample of a family's groups, to compare two targets on: a function of family, size and seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.model import Group
from kafka_assay.properties.strategies.draws import StopBatch, batch_seed, find_first
from kafka_assay.properties.strategies.families import InputFamily, family_called

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


MOST_EMPTY_BATCHES = 3
"""After this many batches in a row without a new group, the family counts as exhausted."""


T = TypeVar("T", "Group", "Example")


def sample(name: str, count: int, seed: int, wanted: Callable[[Group], bool] = lambda _: True) -> list[Group]:
    """`count` different `wanted` groups of the family called `name`; fewer if it has no more. Raises `AssayError`."""
    mine = family_called(name)
    return _draw_different(mine, mine.groups().strategy, count, seed, wanted)


def sample_draws(name: str, count: int, seed: int) -> list[Example]:
    """
    `count` different draws of the family called `name`; fewer if it has no more. Raises `AssayError`.

    They include lives if a search of the family draws lives.
    """
    mine = family_called(name)
    return _draw_different(mine, mine.draws().strategy, count, seed, lambda _: True)


def _draw_different(
    mine: InputFamily, strategy: SearchStrategy[T], count: int, seed: int, wanted: Callable[[T], bool]
) -> list[T]:
    found: dict[T, None] = {}

    def collect(example: T) -> bool:
        if wanted(example):
            found.setdefault(example)
        if len(found) >= count:
            raise StopBatch
        return False

    number = empty = 0
    while empty < MOST_EMPTY_BATCHES:
        before = len(found)
        try:
            find_first(strategy, collect, batch_seed(seed, mine.name, number), vary=not mine.many_kinds)
        except StopBatch:
            break
        number += 1
        empty = empty + 1 if len(found) == before else 0
    return list(found)
