"""
Random groups that are too large to enumerate, for at least two engines.

Brute force can still try every assignment of the smaller ones. An integer program still answers the middling ones.
"""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import unassigned_partitions
from tests.support.engines.every_group import MEMBERS, PARTITIONS, TOPICS
from tests.support.engines.every_plan import count_plans
from tests.support.engines.random_groups import random_group, random_ownership

FEWEST_WAYS = 64
"""Groups with fewer assignments than this are too easy."""

LEAST, MOST = 100, 1000
"""The least and most assignable partitions of a middling group."""

KINDS = ("dirty", "equal", "nested", "disjoint", "chained", "by chance")


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
    """
    A group with 100 to 1,000 partitions to assign, of one of six kinds in turn.

    `dirty` groups are as `random_group` draws them. In the others every partition has a random valid owner.
    """
    rng, kind = Random(seed), KINDS[seed % len(KINDS)]
    while True:
        group = _dirty(rng) if kind == "dirty" else _draw_claims(rng, kind)
        if LEAST <= len(unassigned_partitions(group, {})) <= MOST:
            return group


def _dirty(rng: Random) -> Group:
    topics = rng.choice([3, 6, 12, 25, 50])
    return random_group(
        rng.randrange(2**31),
        members=rng.choice([6, 12, 24, 48]),
        topics=topics,
        partitions=3 * rng.randint(LEAST, MOST) // topics,
    )


def _draw_claims(rng: Random, kind: str) -> Group:
    topics, members = rng.choice([4, 10, 20, 40]), rng.choice([3, 6, 12, 24, 40])
    most = 2 * rng.randint(LEAST, MOST) // topics
    sizes = {f"t{topic}": rng.randint(1, most) for topic in range(topics)}
    names = list(sizes)
    subscriptions = {f"m{place}": _subscription(rng, kind, names, place, members) for place in range(members)}
    return random_ownership(rng.randrange(2**31), sizes, subscriptions)


def _subscription(rng: Random, kind: str, names: list[str], place: int, members: int) -> list[str]:
    match kind:
        case "nested":
            return names[: 1 + place * len(names) // members]
        case "disjoint":
            return names[place % 3 :: 3]
        case "chained":
            return names[place % len(names) : place % len(names) + 2]
        case "by chance":
            return [name for name in names if rng.random() < 0.3]
        case _:
            return names
