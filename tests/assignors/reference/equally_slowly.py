"""The constrained path again, slow and simple. It shares no code with the reference."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.assignors.order import kafka_order
from tests.assignors.reference.claims_slowly import claims_slowly
from tests.assignors.reference.racks_slowly import RacksSlowly


class EquallySlowly:
    """KAFKA-9987 in two phases with KIP-881. `assign` sets `taken` and `disputed`."""

    def __init__(self, group: Group) -> None:
        """Collect what there is to assign."""
        self.group = group
        counts = group.partition_counts()
        topics = sorted((t for t in group.members[0].subscription if t in counts), key=kafka_order)
        self.partitions = [TopicPartition(topic, p) for topic in topics for p in range(counts[topic])]
        self.racks = RacksSlowly(group, self.partitions)
        self.least, self.extras = divmod(len(self.partitions), len(group.members))
        self.shares: dict[str, list[TopicPartition]] = {}
        self.under: list[str] = []
        self.exact: list[str] = []
        self.taken: dict[TopicPartition, str] = {}
        self.disputed: set[TopicPartition] = set()

    def assign(self) -> Assignment:
        """Return the plan."""
        self.keep()
        owned = [tp for share in self.shares.values() for tp in share]
        unowned = [tp for tp in self.partitions if tp not in owned]
        unowned.sort(key=self.racks.crowd)
        self.under.sort(key=kafka_order)
        self.exact.sort(key=kafka_order)
        if self.racks.count:
            unowned = self.deal_by_rack(unowned)
        self.deal(unowned)
        given: Assignment = {member: {} for member in self.group.member_ids()}
        for member, share in self.shares.items():
            for tp in sorted(share):
                given[member].setdefault(tp.topic, []).append(tp.partition)
        return given

    def held(self) -> dict[TopicPartition, str]:
        """Return the claims by the present rule, without disputed ones."""
        holders, self.disputed = claims_slowly(self.group, self.partitions)
        return {tp: holder for tp, holder in holders.items() if tp not in self.disputed}

    def keep(self) -> None:
        """Run phase 1."""
        held = self.held()
        for member in self.group.member_ids():
            mine = sorted(
                (tp for tp in held if held[tp] == member), key=lambda tp: (tp.partition, kafka_order(tp.topic))
            )
            right = [tp for tp in mine if not self.racks.wrong(member, tp)]
            share = right[: self.least]
            if len(right) < self.least:
                self.under.append(member)
            elif len(right) > self.least and self.extras:
                share = right[: self.least + 1]
                self.extra_given()
            elif self.extras:
                self.exact.append(member)
            self.shares[member] = share
            self.taken |= {tp: member for tp in mine if tp not in share}

    def extra_given(self) -> None:
        """Count one extra less; after the last one no member waits for any."""
        self.extras -= 1
        if not self.extras:
            self.exact.clear()

    def give(self, tp: TopicPartition, member: str) -> bool:
        """Give one more to an underloaded member, and return whether it is full."""
        self.shares[member].append(tp)
        if len(self.shares[member]) < self.least:
            return False
        self.under.remove(member)
        if self.extras:
            self.exact.append(member)
        return True

    def deal_by_rack(self, unowned: list[TopicPartition]) -> list[TopicPartition]:
        """Assign to members on a matching rack, as far as possible."""
        left, turn = [], 0
        for tp in unowned:
            circle = [*range(turn, len(self.under)), *range(turn)]
            found = next((index for index in circle if self.racks.right(self.under[index], tp)), None)
            waits = next((member for member in self.exact if self.racks.right(member, tp)), None)
            if found is not None:
                turn = found if self.give(tp, self.under[found]) else found + 1
                turn %= max(1, len(self.under))
            elif waits is not None:
                self.shares[waits].append(tp)
                self.exact.remove(waits)
                self.extra_given()
            else:
                left.append(tp)
        return left

    def deal(self, unowned: list[TopicPartition]) -> None:
        """Run phase 2."""
        turn = 0
        for tp in unowned:
            if self.under:
                turn = 0 if turn >= len(self.under) else turn
                if not self.give(tp, self.under[turn]):
                    turn += 1
            else:
                self.shares[self.exact.pop(0)].append(tp)
