"""The seeded generator: each example is a function of its family, a seed and its number, and of nothing else."""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.families import family_called
from kafka_assay.properties.strategies.policies import policy_at


def drawn_example(family: str, seed: int, number: int) -> Example:
    """
    The example with this `number` of the family called `family`: a group, or a life. Raises `AssayError`.

    Any example can be drawn again alone, in any process. Examples of one stretch share a policy; apart from that they
    are drawn independently. A bound on a rate that holds for independent draws holds for them (`policies`).

    >>> drawn_example("clean", 0, 7) == drawn_example("clean", 0, 7)
    True
    """
    choice = family_called(family).draws()
    return choice.pick(SeededDraw(Random(f"{seed}/{family}/{number}"), policy_at(family, seed, number).rules))
