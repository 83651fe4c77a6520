"""Simpler racks: renamed to ra, rb ... everywhere, in the same sort order."""

from __future__ import annotations

import re
from dataclasses import replace
from string import ascii_lowercase

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.order import kafka_order

PLAIN = re.compile(r"r[a-z]", re.ASCII)


def racks_of(group: Group) -> list[str]:
    """The racks of the members and replicas of `group`, each once, sorted."""
    racks = {member.rack for member in group.members if member.rack}
    for topic in group.topics:
        racks.update(rack for replicas in topic.replica_racks or () for rack in replicas if rack)
    return sorted(racks, key=kafka_order)


def odd_racks(group: Group) -> list[str]:
    """The racks of `group` that do not have a plain name."""
    return [rack for rack in racks_of(group) if not PLAIN.fullmatch(rack)]


def with_plain_racks(group: Group) -> Group:
    """`group` with plain racks; unchanged if it has more racks than there are letters."""
    racks = racks_of(group)
    if len(racks) > len(ascii_lowercase):
        return group
    plain = {rack: f"r{letter}" for rack, letter in zip(racks, ascii_lowercase, strict=False)}
    return replace(
        group,
        topics=tuple(
            topic
            if topic.replica_racks is None
            else replace(
                topic,
                replica_racks=tuple(tuple(plain.get(rack, rack) for rack in racks) for racks in topic.replica_racks),
            )
            for topic in group.topics
        ),
        members=tuple(
            replace(member, rack=plain.get(member.rack, member.rack)) if member.rack else member
            for member in group.members
        ),
    )
