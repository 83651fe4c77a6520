"""
Topics, members, groups, and the assignment that an assignor returns.

A `Group` is everything that an assignor may read. It is a value: frozen, hashable and cheap to send to another process.
It keeps the given order and repeats, because assignors depend on them. Dirty groups are valid: claims may be stale,
overlapping or foreign or name missing partitions, and subscriptions may name missing topics. Malformed groups raise
`InvalidGroup`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.errors import InvalidGroup, spelling_tip

MOST_PARTITIONS = 2_147_483_647
LEGAL_TOPIC = re.compile(r"[A-Za-z0-9._-]{1,249}", re.ASCII)

GROUP_STATES = (
    "Stable",
    "Empty",
    "PreparingRebalance",
    "CompletingRebalance",
    "Assigning",
    "Reconciling",
    "NotReady",
    "Dead",
    "Unknown",
)
"""Every value of `org.apache.kafka.common.GroupState` (Kafka 4.3)."""

REBALANCING_STATES = frozenset({"PreparingRebalance", "CompletingRebalance", "Assigning", "Reconciling"})
"""The states of a group in the middle of a rebalance."""

CONNECT = "connect"
"""The strategy of a group whose members are workers of Kafka Connect: its own rule, which no assignor here has."""

Claims: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""The partitions that a member says it owned: (topic, partition ids) pairs, in the given order."""

Assignment: TypeAlias = dict[str, dict[str, list[int]]]
"""Member id -> topic -> partition ids. It has the shape of the JSON, so that any program can produce it."""


def is_legal_topic(name: str) -> bool:
    """Whether Kafka allows a topic of this name."""
    return LEGAL_TOPIC.fullmatch(name) is not None and name not in {".", ".."}


class TopicPartition(NamedTuple):
    """One partition of one topic."""

    topic: str
    partition: int
    """Its number in the topic, from 0."""

    def __str__(self) -> str:
        """`t0-1`, as Kafka prints it."""
        return f"{self.topic}-{self.partition}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic in the group's metadata. The optional tuples have one entry for each partition."""

    name: str
    partitions: int
    """The number of partitions; their ids are 0 to `partitions` - 1."""
    replica_racks: tuple[tuple[str, ...], ...] | None = None
    """The racks of the replicas, the leader's first."""
    begin_offsets: tuple[int, ...] | None = None
    """The first offsets, in records."""
    end_offsets: tuple[int, ...] | None = None
    """The end offsets."""
    committed_offsets: tuple[int | None, ...] | None = None
    """The committed offsets; null where none is."""
    weights: tuple[float, ...] | None = None
    """Weights for `assay optimum --weights`, in any unit."""

    def __post_init__(self) -> None:
        """Refuse a name that Kafka forbids, a count out of range, and a tuple of the wrong length."""
        if not is_legal_topic(self.name):
            expected = "a topic name of 1 to 249 letters, digits, '.', '_' or '-', and not '.' or '..'"
            raise InvalidGroup("topics", self.name, expected)
        if not 0 <= self.partitions <= MOST_PARTITIONS:
            raise InvalidGroup(
                f"topics.{self.name}.partitions", self.partitions, f"a count from 0 to {MOST_PARTITIONS}"
            )
        for key in PER_PARTITION:
            values = getattr(self, key)
            if values is not None and len(values) != self.partitions:
                expected = f"one entry for each of the {self.partitions} partitions"
                raise InvalidGroup(f"topics.{self.name}.{key}", f"{len(values)} entries", expected)


PER_PARTITION = ("replica_racks", "begin_offsets", "end_offsets", "committed_offsets", "weights")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """
    A member of the group, as the coordinator passes it to the assignor.

    A claim may be foreign, stale or negative, or name a missing partition. The assignor must cope with it.
    """

    id: str
    """The member id; no two members have the same."""
    subscription: tuple[str, ...]
    """The topics it subscribes to; they need not exist."""
    owned: Claims = ()
    """What it *claims* to have owned before: topic to partition ids."""
    generation: int | None = None
    """The generation of that claim; unknown if missing (Kafka's -1)."""
    instance_id: str | None = None
    """`group.instance.id` of a static member."""
    rack: str | None = None
    """`client.rack`."""
    host: str | None = None
    """The host it runs on."""
    client_id: str | None = None
    """`client.id`."""
    metadata_version: int = 3
    """The version of its subscription on the wire; 3 if missing."""

    def claims(self) -> list[TopicPartition]:
        """The claimed partitions one by one, in the given order, with repeats."""
        return [TopicPartition(topic, partition) for topic, ids in self.owned for partition in ids]

    def with_lists(self, subscription: tuple[str, ...], owned: Claims, generation: int | None) -> Member:
        """The same member with these lists and this generation; several times faster than `dataclasses.replace`."""
        return Member(
            id=self.id,
            subscription=subscription,
            owned=owned,
            generation=generation,
            instance_id=self.instance_id,
            rack=self.rack,
            host=self.host,
            client_id=self.client_id,
            metadata_version=self.metadata_version,
        )

    def with_claims(self, owned: Claims, generation: int | None) -> Member:
        """The same member with these claims."""
        return self.with_lists(self.subscription, owned, generation)

    def claimed_generation(self) -> int:
        """The generation of the claims as a number: -1 where it is unknown."""
        return -1 if self.generation is None else self.generation


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The input of an assignor. Assignors receive neither `strategy` nor `state`."""

    topics: tuple[Topic, ...]
    """The topics, with their partition counts."""
    members: tuple[Member, ...]
    """The members, in the order in which the coordinator lists them."""
    name: str | None = None
    """The name of the group."""
    assumptions: tuple[str, ...] = ()
    """What an import had to assume, in sentences."""
    auto_offset_reset: str = "latest"
    """What lag is counted from where a committed offset is null; `latest` if missing."""
    strategy: str | None = None
    """The assignor that the group runs, as its client or broker names it."""
    state: str | None = None
    """Kafka's state of the group when it was captured."""

    def __post_init__(self) -> None:
        """Refuse empty and repeated member ids, repeated topics, and an unknown state."""
        ids = {member.id for member in self.members}
        if len(ids) < len(self.members) or "" in ids:
            names = self.member_ids()
            place = next(place for place, name in enumerate(names) if not name or name in names[:place])
            expected = "a member id that no other member has" if names[place] else "a member id that is not empty"
            raise InvalidGroup(f"members[{place}].id", names[place], expected)
        if len({topic.name for topic in self.topics}) != len(self.topics):
            raise InvalidGroup("topics", [topic.name for topic in self.topics], "each topic once")
        if self.state is not None and self.state not in GROUP_STATES:
            tip = spelling_tip(self.state, GROUP_STATES)
            raise InvalidGroup("state", self.state, f"one of Kafka's group states: {', '.join(GROUP_STATES)}{tip}")

    def with_members(self, members: tuple[Member, ...], topics: tuple[Topic, ...] | None = None) -> Group:
        """The same group with these members, and with these topics unless None."""
        return Group(
            topics=self.topics if topics is None else topics,
            members=members,
            name=self.name,
            assumptions=self.assumptions,
            auto_offset_reset=self.auto_offset_reset,
            strategy=self.strategy,
            state=self.state,
        )

    def partition_counts(self) -> dict[str, int]:
        """Topic name -> number of partitions, in the order of `topics`."""
        return {topic.name: topic.partitions for topic in self.topics}

    def member_ids(self) -> list[str]:
        """The ids of the members, in order."""
        return [member.id for member in self.members]


def group_of(
    topics: dict[str, int],
    members: dict[str, list[str]],
    owned: dict[str, dict[str, list[int]]] | None = None,
    generation: int | None = None,
    name: str | None = None,
) -> Group:
    """
    A plain group from dictionaries: topic -> partitions, member -> subscription, member -> topic -> owned ids.

    Members that own something claim it at `generation`.

    >>> group_of({"t0": 2}, {"C0": ["t0"]}, {"C0": {"t0": [1]}}, generation=5).members[0].claims()
    [TopicPartition(topic='t0', partition=1)]
    """
    claims = {
        member: tuple((topic, tuple(ids)) for topic, ids in mine.items()) for member, mine in (owned or {}).items()
    }
    return Group(
        name=name,
        topics=tuple(Topic(name=topic, partitions=count) for topic, count in topics.items()),
        members=tuple(
            Member(
                id=member,
                subscription=tuple(subscription),
                owned=claims.get(member, ()),
                generation=generation if member in claims else None,
            )
            for member, subscription in members.items()
        ),
    )
