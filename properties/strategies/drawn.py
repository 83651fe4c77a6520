"""The seeded generator: each example is a function of its family, a seed and its number, and of nothing else."""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.strategies.families import family_called


def drawn_example(family: str, seed: int, number: int) -> Example:
    """
    The example with this `number` of the family called `family`: a group, or a life. Raises `AssayError`.

    Examples are drawn independently of each other, so any of them can be drawn again alone, in any process. Counts
    over them are counts over a random sample.

    >>> drawn_example("clean", 0, 7) == drawn_example("clean", 0, 7)
    True
    """
    return family_called(family).draws().pick(Random(f"{seed}/{family}/{number}"))
