"""Range with racks (KIP-881) again, slow and simple. It shares no code with the reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kafka_assay.assignors.model import Assignment, Group, Member, Topic

Given: TypeAlias = dict[int, str]
"""Partition of one topic -> its member."""


class RangeSlowly:
    """One group, and what is already assigned of its topics."""

    def __init__(self, group: Group) -> None:
        """Start with nothing assigned."""
        self.group = group
        wanted = {topic for member in group.members for topic in member.subscription}
        self.topics = [topic for topic in group.topics if topic.partitions and topic.name in wanted]
        self.given: dict[str, Given] = {topic.name: {} for topic in self.topics}

    def assign(self) -> Assignment:
        """Return the answer."""
        if any(self.counts(topic) for topic in self.topics):
            for topic in self.topics:
                alike = [other for other in self.topics if self.key(other) == self.key(topic)]
                if len(alike) > 1:
                    if topic is alike[0]:
                        self.match_together(alike)
                elif self.counts(topic):
                    self.hand_out(topic, self.matches)
        for topic in self.topics:
            self.hand_out(topic, lambda member, topic, number: True)
        return {
            member.id: {
                name: sorted(number for number, owner in given.items() if owner == member.id)
                for name, given in self.given.items()
                if member.id in given.values()
            }
            for member in self.group.members
        }

    def subscribers(self, topic: Topic) -> list[Member]:
        """Return static members by instance id, then the others by member id."""
        mine = [member for member in self.group.members if topic.name in member.subscription]
        return sorted(mine, key=lambda m: (m.instance_id is None, _java(m.instance_id or ""), _java(m.id)))

    def key(self, topic: Topic) -> tuple[list[str], int]:
        """Return what co-partitioned topics have in common."""
        return [member.id for member in self.subscribers(topic)], topic.partitions

    def counts(self, topic: Topic) -> bool:
        """Return whether racks count for the topic."""
        at = [set(self.replicas(topic, number)) for number in range(topic.partitions)]
        everywhere = set().union(*at)
        mine = {member.rack for member in self.subscribers(topic)} - {None, ""}
        return bool(mine & everywhere) and not all(one == everywhere for one in at)

    def replicas(self, topic: Topic, number: int) -> tuple[str, ...]:
        """Return the racks of one partition, without the empty name."""
        return () if topic.replica_racks is None else topic.replica_racks[number]

    def matches(self, member: Member, topic: Topic, number: int) -> bool:
        """Return whether a replica is on the member's rack. A member without a rack matches everything."""
        return not member.rack or member.rack in self.replicas(topic, number)

    def room(self, member: Member, topic: Topic) -> int:
        """Return how many more partitions the member may take."""
        size, extras = divmod(topic.partitions, len(self.subscribers(topic)))
        owners = list(self.given[topic.name].values())
        longer = sum(owners.count(other.id) > size for other in self.subscribers(topic))
        return max(0, size + (longer < extras) - owners.count(member.id))

    def match_together(self, alike: list[Topic]) -> None:
        """Give each id of co-partitioned topics to the first member with room that matches it in all of them."""
        members = self.subscribers(alike[0])
        if not any(member.rack for member in members):
            return
        for number in range(alike[0].partitions):
            for member in members:
                if all(self.matches(member, topic, number) and self.room(member, topic) for topic in alike):
                    for topic in alike:
                        self.given[topic.name][number] = member.id
                    break

    def hand_out(self, topic: Topic, may: Callable[[Member, Topic, int], bool]) -> None:
        """Give each member the first remaining partitions that it may have, up to its room."""
        given = self.given[topic.name]
        for member in self.subscribers(topic):
            left = [number for number in range(topic.partitions) if number not in given and may(member, topic, number)]
            for number in left[: self.room(member, topic)]:
                given[number] = member.id


def _java(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")
