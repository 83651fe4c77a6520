"""
Random groups that are too large to enumerate, for at least two engines.

Brute force can still try every assignment of the smaller ones. An integer program still answers the middling ones.
"""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.properties.strategies.large import draw_large
from tests.support.engines.every_group import MEMBERS, PARTITIONS, TOPICS
from tests.support.engines.every_plan import count_plans
from tests.support.engines.random_groups import random_group

FEWEST_WAYS = 64
"""Groups with fewer assignments than this are too easy."""

LEAST, MOST = 100, 1000
"""The least and most assignable partitions of a middling group."""


def larger_group(seed: int) -> Group:
    """A group as `random_group` draws it, with more members, topics or partitions than any enumerated group."""
    rng = Random(seed)
    while True:
        group = random_group(rng.randrange(2**31), members=7, topics=5, partitions=5)
        partitions = sum(topic.partitions for topic in group.topics)
        enumerated = len(group.members) <= MEMBERS and len(group.topics) <= TOPICS and partitions <= PARTITIONS
        if not enumerated and count_plans(group) >= FEWEST_WAYS:
            return group


def middling_group(seed: int) -> Group:
    """A group of the family `large` with 100 to 1,000 partitions to assign."""
    rng = Random(seed)
    while not LEAST <= len(unassigned_partitions(group := draw_large(rng), {})) <= MOST:
        pass
    return group
