"""
Expected failure: server-uniform stops too early on long chains of members that share topics two by two.

Each lap moves a surplus a little further along the chain. Kafka's builder stops after 16 laps. If it gets its own
answer back, it continues where it stopped. The smallest group found has eight members and 171 partitions. Most groups
are even after a few laps: among 3,000 groups of the family `large`, two were not even after 16.
"""

from __future__ import annotations

import json

from kafka_assay.assignors.interface import ExpectedFailure

SURPLUS = (44, 24, 24, 22, 19, 19, 19)
"""Partitions of each topic of the chain. Its first subscriber owns all of them; its second is the next member."""


def sixteen_laps_group() -> str:
    """The smallest group found, as JSON text."""
    last = len(SURPLUS)
    members = [
        {
            "id": f"m{place}",
            "subscription": [f"t{topic}" for topic in (place - 1, place) if 0 <= topic < last],
            **({"owned": {f"t{place}": list(range(SURPLUS[place]))}, "generation": 1} if place < last else {}),
        }
        for place in range(last + 1)
    ]
    topics = {f"t{topic}": partitions for topic, partitions in enumerate(SURPLUS)}
    return json.dumps({"format": "assay-group/1", "topics": topics, "members": members})


STOPPED_TOO_EARLY: tuple[ExpectedFailure, ...] = tuple(
    ExpectedFailure(law=law, family="clean", reason=reason, group=sixteen_laps_group())
    for law, reason in (
        ("locally-balanced", "Kafka stops after 16 laps, even if a long chain of members is not level by then"),
        ("stable-group-moves-nothing", "Kafka stops after 16 laps, and goes on levelling when it is asked again"),
    )
)
"""The expected failures of the unequal path, on groups that need many laps."""
