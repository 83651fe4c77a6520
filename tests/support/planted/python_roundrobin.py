"""
Round-robin assignors with one rare fault each, for `python:` targets.

Each fault is a mistake that programs make: a hash taken for a name, a length of one byte, a count that is raised too
far, a remainder that is lost. `RoundRobin` has none.
"""

from __future__ import annotations

import zlib

from kafka_assay.assignors.model import Assignment, Group, Member, TopicPartition

PLACES = 1300
LONGEST_NAME = 127
UPGRADED = 2
LAPS = 3


class RoundRobin:
    """Deals all partitions around a circle of members, static members first. It has no fault."""

    like = "roundrobin"

    def circle(self, group: Group) -> list[Member]:
        """The members in the order of their turns: by instance id, the others by member id."""
        return sorted(group.members, key=lambda one: (one.instance_id is None, one.instance_id or "", one.id))

    def topics(self, group: Group, member: Member) -> set[str]:
        """The topics that the member reads, as this assignor sees them."""
        del group
        return set(member.subscription)

    def counts(self, group: Group) -> dict[str, int]:
        """Topic -> number of partitions, as this assignor sees them."""
        return group.partition_counts()

    def partitions(self, group: Group) -> list[TopicPartition]:
        """All partitions, in the order in which they are dealt."""
        return [
            TopicPartition(topic, place)
            for topic, count in sorted(self.counts(group).items())
            for place in range(count)
        ]

    def assign(self, group: Group) -> Assignment:
        """Give each partition to the next member that reads its topic."""
        circle = self.circle(group)
        reads = [self.topics(group, member) for member in circle]
        answer: Assignment = {member.id: {} for member in circle}
        pointer = 0
        for topic, partition in self.partitions(group):
            for step in range(len(circle)):
                place = (pointer + step) % len(circle)
                if topic in reads[place]:
                    answer[circle[place].id].setdefault(topic, []).append(partition)
                    pointer = place + 1
                    break
        return answer


class InstanceTable(RoundRobin):
    """Keeps static members in a table by a checksum of the instance id. Of two in one place, the first is lost."""

    def circle(self, group: Group) -> list[Member]:
        """See `RoundRobin.circle`."""
        table: dict[object, Member] = {}
        for member in super().circle(group):
            if member.instance_id is None:
                table[member.id] = member
            else:
                table[zlib.crc32(member.instance_id.encode("utf-8", "surrogatepass")) % PLACES] = member
        return list(table.values())


class ShortNames(RoundRobin):
    """
    Reads the length of a name as one signed byte, and stops at a longer name.

    Only new members of version 0 are read like that, while other members are at version 2 already.
    """

    def topics(self, group: Group, member: Member) -> set[str]:
        """See `RoundRobin.topics`."""
        old = member.metadata_version == 0 and not member.owned
        old = old and any(one.metadata_version == UPGRADED for one in group.members)
        read: set[str] = set()
        for topic in member.subscription:
            if old and len(topic) > LONGEST_NAME and topic != member.subscription[-1]:
                break
            read.add(topic)
        return read


class RaisedCounts(RoundRobin):
    """Takes two claims just behind the end of topics as a sign of old metadata, and raises the counts."""

    def counts(self, group: Group) -> dict[str, int]:
        """See `RoundRobin.counts`."""
        counts = group.partition_counts()
        behind = [
            topic
            for member in group.members
            for topic, partition in member.claims()
            if topic in member.subscription and partition == counts.get(topic)
        ]
        return {topic: count + (len(behind) > 1 and topic in behind) for topic, count in counts.items()}


class LostRemainder(RoundRobin):
    """
    Deals three whole laps first and the rest afterwards, but loses a rest that is one short of a lap.

    It does so only with as many readers as members that wait for topics that do not exist yet.
    """

    def partitions(self, group: Group) -> list[TopicPartition]:
        """See `RoundRobin.partitions`."""
        known = group.partition_counts().keys()
        readers = sum(not known.isdisjoint(member.subscription) for member in group.members)
        waiting = sum(known.isdisjoint(member.subscription) for member in group.members if member.subscription)
        partitions = super().partitions(group)
        if readers > 1 and waiting == readers and divmod(len(partitions), readers) == (LAPS, readers - 1):
            return partitions[: LAPS * readers]
        return partitions


class OftenWrong(RoundRobin):
    """Forgets the last of five partitions, in about one group of twenty: for a short check."""

    def partitions(self, group: Group) -> list[TopicPartition]:
        """See `RoundRobin.partitions`."""
        partitions = super().partitions(group)
        return partitions[:-1] if len(partitions) == 5 else partitions
