"""What each input family draws, and the seeded generator: an example is a function of its family, seed and number."""

from __future__ import annotations

from functools import cache
from random import Random

from kafka_assay.assignors.life import Example
from kafka_assay.properties.input_families import (
    CLEAN,
    CLEAN_BY_TRAITS,
    EVERYDAY,
    HISTORIES,
    LARGE,
    MIXED,
    SEQUENCES,
    family_called,
)
from kafka_assay.properties.strategies.choices import Choice, Draw, SeededDraw, integers, made, whole
from kafka_assay.properties.strategies.clean import TINY
from kafka_assay.properties.strategies.everyday import draw_everyday
from kafka_assay.properties.strategies.groups import groups_of
from kafka_assay.properties.strategies.large import draw_large
from kafka_assay.properties.strategies.lives import draw_history, draw_life
from kafka_assay.properties.strategies.policies import policy_at


@cache
def draws_of(family: str, *, tiny: bool = False) -> Choice[Example]:
    """
    What a search of the family called `family` draws, of any size or tiny (at most 3 members and 4 partitions).

    These are groups, except lives in `sequences` and `histories`, and sometimes in `mixed`. Raises `AssayError`.
    """
    name = family_called(family).name
    size = TINY if tiny else None
    if name == HISTORIES:
        return made(draw_history, size)
    if name == SEQUENCES:
        return made(draw_life, CLEAN, size)
    if name in (EVERYDAY, LARGE) and not tiny:
        return whole(draw_large if name == LARGE else draw_everyday)
    groups = groups_of(CLEAN if name in CLEAN_BY_TRAITS else name, size)
    return made(_life_or_group, made(draw_life, MIXED, size), groups) if name == MIXED else groups


def _life_or_group(draw: Draw, lives: Choice[Example], groups: Choice[Example]) -> Example:
    return draw(lives if draw(integers(0, 3)) == 3 else groups)


def drawn_example(family: str, seed: int, number: int) -> Example:
    """
    The example with this `number` of the family called `family`: a group, or a life. Raises `AssayError`.

    Any example can be drawn again alone, in any process. Examples of one stretch share a policy; apart from that they
    are drawn independently. A bound on a rate that holds for independent draws holds for them (`policies`).

    >>> drawn_example("clean", 0, 7) == drawn_example("clean", 0, 7)
    True
    """
    choice = draws_of(family)
    return choice.pick(SeededDraw(Random(f"{seed}/{family}/{number}"), policy_at(family, seed, number).rules))
