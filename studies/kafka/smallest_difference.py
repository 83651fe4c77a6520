"""Shrink a group on which a reference and Kafka's class differ, while they differ in the same way."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random

from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import is_member_of
from kafka_assay.properties.shrink.examples import simplify_example
from kafka_assay.properties.shrink.sizes import size_of
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.drawn import draws_of
from studies.kafka.likeness import ask_kafka, likeness

TINY = 3_000
"""The number of tiny groups to try."""


class _TimeIsUp(Exception):
    pass


class _SameDifference:
    """Whether a group of the family shows the same difference. `smallest` is the smallest such group so far."""

    def __init__(self, name: str, kafka: Target, kind: str, first: Group, *, family: str, end: float) -> None:
        self.name = name
        self.kafka = kafka
        self.kind = kind
        self.family = family
        self.end = end
        self.smallest = first

    def __call__(self, group: Group) -> bool:
        if time.monotonic() > self.end:
            raise _TimeIsUp
        if not is_member_of(self.family, group):
            return False
        try:
            same = likeness(self.name, group, ask_kafka(self.kafka, group)) == self.kind
        except CannotBeAsked:
            return False
        if same and size_of(group) < size_of(self.smallest):
            self.smallest = group
        return same


def find_smallest_difference(
    name: str, kafka: Target, kind: str, first: Group, *, family: str, seconds: float
) -> Group:
    """
    The smallest group of `family` found within `seconds` with the same kind of difference as `first`.

    Things are removed from the group, and tiny groups of the family are tried.
    """
    start = time.monotonic()
    same = _SameDifference(name, kafka, kind, first, family=family, end=start + seconds / 2)
    with suppress(_TimeIsUp):
        simplify_example(same.smallest, same)
    same.end = start + seconds
    with suppress(_TimeIsUp):
        draw, choice, largest = SeededDraw(Random(0)), draws_of(family, tiny=True), same.smallest
        for _ in range(TINY):
            tiny = draw(choice)
            if isinstance(tiny, Group) and size_of(tiny) < size_of(largest) and same(tiny):
                break
        simplify_example(same.smallest, same)
    return same.smallest
