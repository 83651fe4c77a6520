"""Put a group on racks: its members, and two replicas of each partition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kafka_assay.assignors.model import Group


def with_racks(group: Group, racks: Sequence[str]) -> Group:
    """
    The group with its members on `racks` in turn, and the replicas of each partition on two neighbouring racks.

    >>> from kafka_assay.assignors.model import group_of
    >>> group = with_racks(group_of({"t0": 3}, {"C0": ["t0"], "C1": ["t0"]}), ("ra", "rb"))
    >>> [member.rack for member in group.members], group.topics[0].replica_racks
    (['ra', 'rb'], (('ra', 'rb'), ('rb', 'ra'), ('ra', 'rb')))
    """
    pairs = tuple(zip(racks, (*racks[1:], racks[0]), strict=True))
    members = tuple(replace(one, rack=racks[place % len(racks)]) for place, one in enumerate(group.members))
    topics = tuple(
        replace(one, replica_racks=tuple(pairs[(place + p) % len(pairs)] for p in range(one.partitions)))
        for place, one in enumerate(group.topics)
    )
    return replace(group, members=members, topics=topics)
