"""Racks again, by name, for the slow versions of the sticky rules: which members match which partition."""

from __future__ import annotations

from collections.abc import Iterable

from kafka_assay.assignors.model import Group, TopicPartition


class RacksSlowly:
    """The racks of one group. They are ignored where racks do not count."""

    def __init__(self, group: Group, partitions: Iterable[TopicPartition]) -> None:
        """Collect the racks of the members and of the replicas of `partitions`."""
        lists = {topic.name: topic.replica_racks for topic in group.topics}
        of = {member.id: member.rack for member in group.members if member.rack and member.metadata_version >= 3}
        near: dict[TopicPartition, set[str]] = {}
        for tp in partitions:
            racks = lists[tp.topic]
            near[tp] = set(racks[tp.partition]) if racks else set()
        everywhere = set().union(*near.values())
        self.count = any(rack in everywhere for rack in of.values()) and any(
            some != everywhere for some in near.values()
        )
        self.of = of if self.count else {}
        self.near = near

    def wrong(self, member: str, tp: TopicPartition) -> bool:
        """Return whether the member is on a rack without a replica."""
        return member in self.of and not self.right(member, tp)

    def right(self, member: str, tp: TopicPartition) -> bool:
        """Return whether the member is on a rack with a replica."""
        return member in self.of and self.of[member] in self.near[tp]

    def crowd(self, tp: TopicPartition) -> int:
        """Return how many members are on a rack with a replica."""
        return sum(self.right(member, tp) for member in self.of)
