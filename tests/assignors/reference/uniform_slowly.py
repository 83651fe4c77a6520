"""Server-uniform again, slow and simple: names, not numbers. It shares no code with the reference."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners

Owners: TypeAlias = dict[TopicPartition, str]


class UniformSlowly:
    """KIP-848's uniform assignor, as of Kafka 4.0.1, for one group."""

    def __init__(self, group: Group) -> None:
        """Collect subscribers and owners."""
        self.group = group
        self.counts = group.partition_counts()
        self.members = sorted(group.member_ids(), key=kafka_order)
        self.wants = {m.id: {t for t in m.subscription if self.counts.get(t, 0) > 0} for m in group.members}
        self.topics = sorted({topic for wanted in self.wants.values() for topic in wanted}, key=kafka_order)
        self.owners: Owners = valid_owners(group)

    def assign(self) -> Assignment:
        """Return the answer."""
        if len({frozenset(member.subscription) for member in self.group.members}) <= 1:
            self.by_quota()
        else:
            self.by_topic()
        given: Assignment = {member: {} for member in self.group.member_ids()}
        for tp in sorted(self.owners):
            given[self.owners[tp]].setdefault(tp.topic, []).append(tp.partition)
        return given

    def partitions(self, topic: str) -> list[TopicPartition]:
        """Return the partitions of a topic."""
        return [TopicPartition(topic, number) for number in range(self.counts[topic])]

    def load(self, member: str) -> int:
        """Return how many partitions a member has."""
        return sum(owner == member for owner in self.owners.values())

    def by_quota(self) -> None:
        """Assign with equal subscriptions: cut to the quota, then fill up to it."""
        every = [tp for topic in self.topics for tp in self.partitions(topic)]
        quota, extras = divmod(len(every), len(self.members) or 1)
        free = [tp for tp in every if tp not in self.owners]
        before = {member: [tp for tp in every if self.owners.get(tp) == member] for member in self.members}
        owns_more = [member for member in self.members if len(before[member]) > quota]
        others = [member for member in self.members if member not in owns_more]
        longer = owns_more[:extras]
        longer += others[len(others) - (extras - len(longer)) :]
        for member in self.members:
            for tp in before[member][quota + (member in longer) :]:
                del self.owners[tp]
                free.append(tp)
        for member in self.members:
            while self.load(member) < quota + (member in longer):
                self.owners[free.pop(0)] = member

    def by_topic(self) -> None:
        """Assign with unequal subscriptions: place unowned partitions, then even out, at most 16 times."""
        readers = {topic: [m for m in self.members if topic in self.wants[m]] for topic in self.topics}
        order = sorted(self.topics, key=lambda t: (-Fraction(self.counts[t], len(readers[t])), len(readers[t])))
        for topic in order:
            first = {member: self.load(member) for member in readers[topic]}
            for tp in self.partitions(topic):
                if tp not in self.owners:
                    self.owners[tp] = self.least(readers[topic], first)
        for _ in range(16):
            if not sum(self.even_out(topic, readers[topic]) for topic in order if len(readers[topic]) > 1):
                break

    def least(self, readers: list[str], first: dict[str, int]) -> str:
        """Return the least loaded member; ties by load at `first`, then by id."""
        return min(readers, key=lambda member: (self.load(member), first[member]))

    def even_out(self, topic: str, readers: list[str]) -> bool:
        """Even out one topic, and return whether anything moved."""
        first = {member: self.load(member) for member in readers}
        old = {member: [tp for tp in self.partitions(topic) if self.owners[tp] == member] for member in readers}
        rest = sorted(readers, key=lambda member: (first[member], readers.index(member)))
        line: list[str] = []
        level, moved = 0, False
        while line or rest:
            level = level - 1 if line else first[rest[-1]]
            while rest and first[rest[-1]] == level:
                line.append(rest.pop())
            place = 0
            while place < len(line):
                mine, taker = old[line[place]], self.least(readers, first)
                if not mine:
                    line[place] = line[0]
                    del line[0]
                elif level - self.load(taker) < 2:
                    return moved
                else:
                    self.owners[mine.pop()] = taker
                    place, moved = place + 1, True
        return moved
