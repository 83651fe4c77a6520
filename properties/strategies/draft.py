"""A mutable group: strategies change it before it becomes a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from kafka_assay.assignors.model import Group, Member, Topic, TopicPartition
from kafka_assay.properties.strategies.choices import Draw


@lru_cache(maxsize=4096)
def _plain_topic(name: str, count: int) -> Topic:
    """The same topics occur in many groups."""
    return Topic(name=name, partitions=count)


@dataclass(slots=True, kw_only=True, eq=False)
class DraftMember:
    """A mutable member. Its claims are in the order in which it will list them."""

    name: str
    subscription: list[str]
    claims: list[TopicPartition] = field(default_factory=list)
    generation: int | None = None
    instance_id: str | None = None
    rack: str | None = None
    metadata_version: int = 3

    def member(self) -> Member:
        """The member as a value. Its claims are grouped by topic, in the order of first mention."""
        owned: dict[str, list[int]] = {}
        for topic, partition in self.claims:
            owned.setdefault(topic, []).append(partition)
        return Member(
            id=self.name,
            subscription=tuple(self.subscription),
            owned=tuple((topic, tuple(ids)) for topic, ids in owned.items()),
            generation=self.generation,
            instance_id=self.instance_id,
            rack=self.rack,
            metadata_version=self.metadata_version,
        )


@dataclass(slots=True, kw_only=True, eq=False)
class Draft:
    """A mutable group. `generation` is that of all claims of a clean group."""

    topics: dict[str, int]
    members: list[DraftMember]
    generation: int | None = None
    replica_racks: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    offsets: dict[str, dict[str, Any]] = field(default_factory=dict)
    weights: dict[str, tuple[float, ...]] = field(default_factory=dict)
    auto_offset_reset: str = "latest"

    def group(self) -> Group:
        """The group as a value."""
        return Group(
            topics=tuple([self._topic(name, count) for name, count in self.topics.items()]),
            members=tuple([member.member() for member in self.members]),
            auto_offset_reset=self.auto_offset_reset,
        )

    def _topic(self, name: str, count: int) -> Topic:
        if not (self.replica_racks or self.weights or self.offsets):
            return _plain_topic(name, count)
        return Topic(
            name=name,
            partitions=count,
            replica_racks=self.replica_racks.get(name),
            weights=self.weights.get(name),
            **self.offsets.get(name, {}),
        )

    def claimants(self, claim: TopicPartition) -> list[DraftMember]:
        """The members that claim the partition, in member order."""
        return [member for member in self.members if claim in member.claims]

    def subscribers(self, topic: str) -> list[DraftMember]:
        """The members that subscribe to `topic`, in member order."""
        return [member for member in self.members if topic in member.subscription]

    def claim(self, member: DraftMember, claim: TopicPartition) -> None:
        """Add the claim to `member` once; its first claim gets the group's generation."""
        if claim not in member.claims:
            self.give(member, claim)

    def give(self, member: DraftMember, claim: TopicPartition) -> None:
        """Add a claim that `member` does not have yet; its first claim gets the group's generation."""
        if not member.claims and member.generation is None:
            member.generation = self.generation
        member.claims.append(claim)


Twist: TypeAlias = Callable[[Draw, Draft], None]
"""Turns a clean draft into something else: it draws what it needs and changes the draft."""
