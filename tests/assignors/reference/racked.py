"""Racks for random groups."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kafka_assay.assignors.model import Group

RACKS = ("ra", "rb", "rc", "")


def with_racks(random: Random, group: Group) -> Group:
    """Return the same group with members and replicas on up to four racks, some without any or with an unnamed rack."""
    pool = RACKS[: random.randint(1, len(RACKS))]
    known = random.choice((0.5, 1, 1))
    return replace(
        group,
        topics=tuple(
            replace(
                topic,
                replica_racks=tuple(
                    tuple(random.choices(pool, k=random.choice((0, 1, 1, 2, 3)))) for _ in range(topic.partitions)
                )
                if random.random() < 0.8
                else None,
            )
            for topic in group.topics
        ),
        members=tuple(
            replace(member, rack=random.choice(RACKS) if random.random() < known else None) for member in group.members
        ),
    )
