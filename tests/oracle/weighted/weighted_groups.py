"""Random groups with partition weights, and the cost of plans, computed without the oracle."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import valid_owners
from studies.engines.random_groups import random_group


def weighted_group(seed: int, *, members: int = 4, topics: int = 3, partitions: int = 3) -> Group:
    """A random group, dirty claims included, with small, large, decimal, equal or no weights."""
    rng = Random(f"weights {seed}")
    highest, nothing, parts = rng.choice([1, 2, 5, 30, 1000, 10**12]), rng.choice([0, 0.3]), rng.choice([1, 1, 10])

    def weight() -> float:
        whole = 0 if rng.random() < nothing else rng.randint(1, highest)
        return whole if parts == 1 else whole / parts

    group = random_group(seed, members=members, topics=topics, partitions=partitions)
    known = tuple(replace(one, weights=tuple(weight() for _ in range(one.partitions))) for one in group.topics)
    return replace(group, topics=known)


def cost(group: Group, answer: Assignment) -> tuple[Fraction, Fraction, Fraction]:
    """The largest load, the sum of squares, and the weight moved."""
    weights = {(t.name, p): Fraction(repr(weight)) for t in group.topics for p, weight in enumerate(t.weights or ())}
    holders = {(topic, p): member for member, topics in answer.items() for topic, ids in topics.items() for p in ids}
    loads = {member.id: Fraction(0) for member in group.members}
    for partition, member in holders.items():
        loads[member] += weights[partition]
    moved = [weights[p] for p, owner in valid_owners(group).items() if holders[p] != owner]
    squares = sum((load * load for load in loads.values()), Fraction(0))
    return max(loads.values(), default=Fraction(0)), squares, sum(moved, Fraction(0))
