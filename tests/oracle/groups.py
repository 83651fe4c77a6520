"""Random groups with unequal shares, with hosts and racks, or with weights, and their costs without the oracle."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.properties.measures.places import rack_matches
from tests.support.engines.random_groups import random_group

RACKS = ("ra", "rb", "rc")


def skewed_group(seed: int) -> Group:
    """A random group in which members share few topics and some members own much more than the rest."""
    rng = Random(seed)
    names = [f"C{number}" for number in range(rng.randint(3, 6))]
    kind = rng.choice(["chain", "star", "random"])
    topics: dict[str, int] = {}
    members: dict[str, list[str]] = {name: [] for name in names}
    owned: dict[str, dict[str, list[int]]] = {}
    greed = [rng.random() ** 2 + 0.01 for _ in names]
    for number in range(rng.randint(2, 6)):
        topic, at = f"t{number}", number % (len(names) - 1)
        pair = {"chain": [at, at + 1], "star": [0, at + 1]}.get(kind) or rng.sample(range(len(names)), 2)
        topics[topic] = rng.choice([1, 1, 2, 3])
        for place in pair:
            members[names[place]].append(topic)
        for partition in range(topics[topic]):
            if rng.random() < 0.85:
                owner = rng.choices(pair, [greed[place] for place in pair])[0]
                owned.setdefault(names[owner], {}).setdefault(topic, []).append(partition)
    return group_of(topics, members, owned)


def placed_group(seed: int, *, members: int = 4, topics: int = 3, partitions: int = 3) -> Group:
    """A random group, dirty claims included, on a few hosts and racks; some members and topics have no rack."""
    rng = Random(f"places {seed}")
    group = random_group(seed, members=members, topics=topics, partitions=partitions)
    placed = tuple(
        replace(member, host=f"h{rng.randrange(3)}", rack=rng.choice([*RACKS, None])) for member in group.members
    )
    known = tuple(
        replace(
            topic,
            replica_racks=None
            if rng.random() < 0.2
            else tuple(tuple(rng.sample(RACKS, rng.randint(0, 2))) for _ in range(topic.partitions)),
        )
        for topic in group.topics
    )
    return replace(group, members=placed, topics=known)


def third_cost(by: str, group: Group, answer: Assignment) -> int:
    """The cost that the third level `by` minimises."""
    if by == "rack-match":
        return -rack_matches(group, answer)
    if by == "topic-spread":
        return sum(len(ids) ** 2 for topics in answer.values() for ids in topics.values())
    hosts = {member.id: member.host for member in group.members}
    loads: Counter[str | None] = Counter()
    for member, topics in answer.items():
        loads[hosts[member]] += sum(map(len, topics.values()))
    return sum(load**2 for load in loads.values())


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


def weighted_cost(group: Group, answer: Assignment) -> tuple[Fraction, Fraction, Fraction]:
    """The largest load, the sum of squares, and the weight moved."""
    weights = {(t.name, p): Fraction(repr(weight)) for t in group.topics for p, weight in enumerate(t.weights or ())}
    holders = {(topic, p): member for member, topics in answer.items() for topic, ids in topics.items() for p in ids}
    loads = {member.id: Fraction(0) for member in group.members}
    for partition, member in holders.items():
        loads[member] += weights[partition]
    moved = [weights[p] for p, owner in valid_owners(group).items() if holders[p] != owner]
    squares = sum((load * load for load in loads.values()), Fraction(0))
    return max(loads.values(), default=Fraction(0)), squares, sum(moved, Fraction(0))
