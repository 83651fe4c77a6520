"""The general path again, slow and simple. It shares no code with the reference, and may loop endlessly."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.order import kafka_order
from tests.assignors.reference.claims_slowly import claims_slowly
from tests.assignors.reference.racks_slowly import RacksSlowly

Owners: TypeAlias = dict[TopicPartition, str]


class GeneralSlowly:
    """KIP-54 with KIP-341 and KIP-881, for one group."""

    def __init__(self, group: Group) -> None:
        """Collect which members may own which partitions."""
        self.group = group
        self.counts = group.partition_counts()
        self.members = sorted(group.member_ids(), key=kafka_order)
        lists = [member.subscription for member in group.members]
        self.named = {topic: sum(names.count(topic) for names in lists) for names in lists for topic in names}
        self.wants = {member.id: set(member.subscription) for member in group.members}
        self.partitions = sorted(
            (TopicPartition(t, p) for t in self.named for p in range(self.counts.get(t, 0))),
            key=lambda tp: (self.named[tp.topic], kafka_order(tp.topic), tp.partition),
        )
        self.open = [tp for tp in self.partitions if self.named[tp.topic] > 1]
        self.racks = RacksSlowly(group, self.partitions)
        self.origin: Owners = {}

    def assign(self) -> Assignment:
        """Return the answer."""
        held, _ = claims_slowly(self.group, self.partitions)
        owners = {tp: member for tp, member in held.items() if self.may_keep(member, tp)}
        lost = len(owners) < len(held)
        fresh = not owners
        unowned = [tp for tp in self.partitions if tp not in owners]
        for tp in unowned:
            if any(self.may_keep(member, tp) for member in self.members):
                owners[tp] = self.lightest(owners, tp, by_rack=True)
        for tp in unowned:
            if tp not in owners:
                owners[tp] = self.lightest(owners, tp)
        self.origin = dict(owners)
        if not lost:
            self.level(owners, [tp for tp in unowned if tp in self.open])
        moved = self.level(owners, self.open)
        if moved and not fresh and self.score(owners) >= self.score(self.origin):
            owners = self.origin
        given: Assignment = {member: {} for member in self.group.member_ids()}
        for tp in sorted(owners):
            given[owners[tp]].setdefault(tp.topic, []).append(tp.partition)
        return given

    def may_keep(self, member: str, tp: TopicPartition) -> bool:
        """Return whether the member still subscribes to the topic, and is not on a mismatched rack."""
        return tp.topic in self.wants[member] and not self.racks.wrong(member, tp)

    def previous(self, tp: TopicPartition) -> str | None:
        """Return the claimant of the newest outdated generation, if it still subscribes to the topic."""
        newest = max(member.claimed_generation() for member in self.group.members)
        outdated = [m for m in self.group.members if tp in m.claims() and m.claimed_generation() < newest]
        if not outdated:
            return None
        first = min(outdated, key=lambda m: (-m.claimed_generation(), kafka_order(m.id)))
        return first.id if tp.topic in self.wants[first.id] else None

    def load(self, owners: Owners, member: str) -> int:
        """Return how many partitions a member has."""
        return sum(owner == member for owner in owners.values())

    def lightest(self, owners: Owners, tp: TopicPartition, *, by_rack: bool = False) -> str:
        """Return the first subscriber by (load, id), of all or of those not on a mismatched rack."""
        able = [member for member in self.members if tp.topic in self.wants[member]]
        if by_rack:
            able = [member for member in able if not self.racks.wrong(member, tp)]
        return min(able, key=lambda member: self.load(owners, member))

    def level(self, owners: Owners, partitions: Iterable[TopicPartition]) -> bool:
        """Run rounds until nothing moves."""
        moved, again = False, True
        while again:
            again = False
            for tp in partitions:
                taker = self.taker(owners, tp)
                if taker is not None:
                    owners[self.actually_moved(owners, tp, taker)] = taker
                    moved = again = True
        return moved

    def taker(self, owners: Owners, tp: TopicPartition) -> str | None:
        """Return the member that gets the partition, if any."""
        load = self.load(owners, owners[tp])
        for candidate in (self.previous(tp), self.lightest(owners, tp)):
            if candidate is not None and load > self.load(owners, candidate) + 1:
                return candidate
        return None

    def actually_moved(self, owners: Owners, tp: TopicPartition, taker: str) -> TopicPartition:
        """Return the lowest partition that moved the other way, or the partition itself."""
        back = [
            other
            for other in self.open
            if other.topic == tp.topic and self.origin[other] == taker != self.origin[tp] == owners[other]
        ]
        return min(back, default=tp)

    def score(self, owners: Owners) -> int:
        """Return KIP-54's balance score over the members that take part."""
        players = [m for m in self.members if any(tp.topic in self.wants[m] for tp in self.open)]
        loads = [self.load(owners, member) for member in players]
        return sum(abs(a - b) for a, b in combinations(loads, 2))
