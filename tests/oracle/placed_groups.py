"""Random groups with hosts and racks, and the cost of each third level, computed without the oracle."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.places import rack_matches
from studies.engines.random_groups import random_group

RACKS = ("ra", "rb", "rc")


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


def cost_of(by: str, group: Group, answer: Assignment) -> int:
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
