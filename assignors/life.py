"""
A life: a group at its start, and the changes before each further rebalance.

A life holds changes, never assignments: each assignor's answers make its own run. An impossible change (an unknown
member leaves, a member joins twice) raises `InvalidGroup` with the JSON path.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeAlias

from kafka_assay.assignors.errors import InvalidGroup, spelling_tip
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import PER_PARTITION, Claims, Group, Member, Topic


class KafkaError(IntEnum):
    """An error code of the protocol that concerns the membership of a group, as in a response of the coordinator."""

    NONE = 0
    ILLEGAL_GENERATION = 22
    UNKNOWN_MEMBER_ID = 25
    REBALANCE_IN_PROGRESS = 27
    MEMBER_ID_REQUIRED = 79
    FENCED_INSTANCE_ID = 82
    FENCED_MEMBER_EPOCH = 110


ANSWERABLE_ERRORS = (KafkaError.ILLEGAL_GENERATION, KafkaError.UNKNOWN_MEMBER_ID, KafkaError.FENCED_INSTANCE_ID)
"""The errors with which an event's `errors` may answer a member."""

BEHAVIOUR = ("crash", "restart", "upgrade", "lag_rates", "miss_sync", "errors", "leader", "batch", "runs")
"""The fields of an event that say how coordinator and clients behave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """
    The changes before one rebalance, in this order: topics, leaving, joining, new subscriptions, missed rebalances.
    """

    at: float | None = None
    """Seconds since the start; without it only the order counts."""
    join: tuple[Member, ...] = ()
    """Members that join."""
    leave: tuple[str, ...] = ()
    """Ids of members that leave."""
    subscribe: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Member id to its new subscription."""
    topics: tuple[tuple[str, int | None], ...] = ()
    """Topic to its new partition count; null: deleted."""
    miss: tuple[str, ...] = ()
    """Ids of members that skip this rebalance, and return for the next one with their last claims and generation."""
    reset: bool = False
    """Whether the coordinator has forgotten the group: generations start at 1, but members claim at the old ones."""
    crash: tuple[str, ...] = ()
    """Ids of members that vanish without a LeaveGroup."""
    restart: Restart | None = None
    """A rolling restart, after the rebalance of the other changes."""
    upgrade: tuple[tuple[str, str], ...] = ()
    """Member id to the client with which it restarts, after the rebalance of the other changes."""
    lag_rates: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """Topic to records a second of each partition, from this event on."""
    miss_sync: tuple[str, ...] = ()
    """Ids of members that take part, but get no assignment, because the next rebalance begins first."""
    errors: tuple[tuple[str, int], ...] = ()
    """Member id to Kafka's error code that it gets before it joins."""
    leader: str | None = None
    """Id of the member that leads this rebalance."""
    racks: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()
    """Topic to the racks of each partition's replicas, as its metadata name them from now on; a short list repeats."""
    batch: int | None = None
    """How many joins meet one assignment of a KIP-848 group (KIP-1263); all of the event if missing."""
    runs: tuple[LifeMember, ...] = ()
    """How the joiners run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRebalance:
    """A rebalance that took place, as logs recorded it."""

    generation: int | None = None
    """The group's generation; unknown if missing."""
    members: tuple[str, ...]
    """Ids of the members."""
    assignment: tuple[tuple[str, Claims], ...] | None = None
    """Member id to what it got; unknown if missing."""
    event: int | None = None
    """The number of the event, from 0, that led to it; the start of the life if missing."""
    at: float | None = None
    """Seconds since the start."""
    time: str | None = None
    """When it began, as in the log."""
    why: tuple[str, ...] = ()
    """The reasons that the logs give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """
    A group, and one event before each rebalance after its first.

    If nothing in a life says how coordinator and clients behave, it is one `of_claims`: each rebalance settles before
    the next one, and members claim what they last had.
    """

    group: Group
    """The group at the start."""
    events: tuple[Event, ...] = ()
    """What happens, in this order."""
    name: str | None = None
    """The name of the life."""
    protocol: Protocol | None = None
    """How the members rebalance. If missing, the life is one of claims alone."""
    runs: tuple[LifeMember, ...] = ()
    """How the members of `group` run."""
    recorded: tuple[RecordedRebalance, ...] = ()
    """What really happened, if logs recorded it: at least one rebalance for the start and for each event."""

    @property
    def of_claims(self) -> bool:
        """Whether nothing in the life says how coordinator and clients behave."""
        return not (self.protocol or self.runs) and not any(
            getattr(event, name) for event in self.events for name in BEHAVIOUR
        )

    def __post_init__(self) -> None:
        """Refuse impossible changes, in the order of the events."""
        cast = _LifeState(self.group)
        members = [set(cast.members)]
        for number, event in enumerate(self.events):
            cast.apply(event, f"events[{number}]")
            members.append(set(cast.members))
        self._check_recorded(members)

    def _check_recorded(self, members: list[set[str]]) -> None:
        """Refuse recorded rebalances that the events do not explain. `members` are those after each event."""
        places = [-1 if one.event is None else one.event for one in self.recorded]
        if self.recorded and sorted({*places}) != [*range(-1, len(self.events))]:
            expected = f"a rebalance of the start and of each of the {len(self.events)} events"
            raise InvalidGroup("recorded", f"rebalances of events {sorted({*places} - {-1})}", expected)
        for number, (one, place) in enumerate(zip(self.recorded, places, strict=True)):
            if place < max(places[:number], default=-1):
                raise InvalidGroup(f"recorded[{number}].event", one.event, "an event not before that of the last entry")
            if set(one.members) != members[place + 1]:
                odd = min(set(one.members) ^ members[place + 1])
                raise InvalidGroup(f"recorded[{number}].members", odd, "the members of the group after the event")
            for member, _ in one.assignment or ():
                if member not in one.members:
                    raise InvalidGroup(f"recorded[{number}].assignment", member, "a member of this rebalance")


class _LifeState:
    """The members and topics that exist while the events of a life are applied."""

    def __init__(self, group: Group) -> None:
        self.members = set(group.member_ids())
        self.topics = set(group.partition_counts())
        self.clock: float | None = None

    def apply(self, event: Event, path: str) -> None:
        if event.at is not None:
            if self.clock is not None and event.at < self.clock:
                raise InvalidGroup(
                    f"{path}.at", event.at, f"a time at or after {self.clock:g}, the time of the event before"
                )
            self.clock = event.at
        self._apply_topics(event, path)
        for key, names in (("leave", event.leave), ("crash", event.crash)):
            self._require_members(names, f"{path}.{key}")
        for place, member in enumerate(event.crash):
            if member in event.leave:
                raise InvalidGroup(f"{path}.crash[{place}]", member, "a member that does not leave in the same event")
        before = self.members - set(event.leave) - set(event.crash)
        self.members = set(before)
        for place, joiner in enumerate(event.join):
            if not joiner.id or joiner.id in self.members:
                expected = "a member id that is not in the group" if joiner.id else "a member id that is not empty"
                raise InvalidGroup(f"{path}.join[{place}].id", joiner.id, expected)
            self.members.add(joiner.id)
        _refuse_repeats([member for member, _ in event.subscribe], f"{path}.subscribe")
        for member, _ in event.subscribe:
            self._require_member(member, f"{path}.subscribe")
        self._require_members(event.miss, f"{path}.miss")
        for place, member in enumerate(event.miss):
            if member not in before:
                raise InvalidGroup(f"{path}.miss[{place}]", member, "a member from before this event, not a joiner")
        self._require_present(event, before, path)

    def _require_present(self, event: Event, before: set[str], path: str) -> None:
        """Refuse what the event says about members that are not there or miss the rebalance."""
        here = self.members - set(event.miss)
        restarted = event.restart.members if event.restart else ()
        for key, names, allowed in (
            ("miss_sync", event.miss_sync, here),
            ("errors", [member for member, _ in event.errors], before - set(event.miss)),
            ("upgrade", [member for member, _ in event.upgrade], self.members),
            ("restart", restarted, self.members),
            ("leader", () if event.leader is None else (event.leader,), here),
        ):
            for member in names:
                if member not in allowed:
                    expected = f"a member that takes part{spelling_tip(member, sorted(allowed))}"
                    raise InvalidGroup(f"{path}.{key}", member, expected)
        _refuse_repeats(event.miss_sync, f"{path}.miss_sync")
        _refuse_repeats(restarted, f"{path}.restart")
        for member, code in event.errors:
            if code not in ANSWERABLE_ERRORS:
                expected = ", ".join(f"{error.value} ({error.name})" for error in ANSWERABLE_ERRORS)
                raise InvalidGroup(f"{path}.errors.{member}", code, f"one of {expected}")
        for key, named in (("lag_rates", event.lag_rates), ("racks", event.racks)):
            for topic, _ in named:
                if topic not in self.topics:
                    tip = spelling_tip(topic, sorted(self.topics))
                    raise InvalidGroup(f"{path}.{key}", topic, f"a topic of the group{tip}")

    def _apply_topics(self, event: Event, path: str) -> None:
        _refuse_repeats([name for name, _ in event.topics], f"{path}.topics")
        for name, count in event.topics:
            if count is None:
                if name not in self.topics:
                    raise InvalidGroup(
                        f"{path}.topics", name, f"a topic of the group{spelling_tip(name, sorted(self.topics))}"
                    )
                self.topics.remove(name)
                continue
            try:
                Topic(name=name, partitions=count)
            except InvalidGroup as wrong:
                raise InvalidGroup(f"{path}.{wrong.path}", wrong.value, f"{wrong.expected}, or null") from None
            self.topics.add(name)

    def _require_members(self, names: Collection[str], path: str) -> None:
        _refuse_repeats(names, path)
        for place, member in enumerate(names):
            self._require_member(member, f"{path}[{place}]")

    def _require_member(self, member: str, path: str) -> None:
        if member not in self.members:
            raise InvalidGroup(path, member, f"a member of the group{spelling_tip(member, sorted(self.members))}")


def _refuse_repeats(names: Collection[str], path: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InvalidGroup(path, name, "each member once in an event")
        seen.add(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeRun:
    """
    A life, and the way to run it.

    With `one_object` one assignor object answers every rebalance, as in a client that keeps running. Otherwise every
    rebalance gets a new object.
    """

    life: Life
    one_object: bool = False

    def beginning(self, events: int) -> LifeRun:
        """The same life with only its first `events` events."""
        if events == len(self.life.events):
            return self
        return replace(self, life=replace(self.life, events=self.life.events[:events], recorded=()))


Example: TypeAlias = Group | LifeRun
"""One example of an input family."""


def group_after(group: Group, event: Event) -> Group:
    """The topics and members of `group` after `event`; claims stay as they are."""
    gone = (*event.leave, *event.crash)
    subscriptions = dict(event.subscribe)
    members = (*(member for member in group.members if member.id not in gone), *event.join)
    return group.with_members(
        tuple(replace(member, subscription=subscriptions.get(member.id, member.subscription)) for member in members),
        topics_after(group, event),
    )


def topics_after(group: Group, event: Event) -> tuple[Topic, ...]:
    """The topics of `group` after the changes of `event`. New topics come last."""
    counts = dict(event.topics)
    known = {topic.name for topic in group.topics}
    kept = [
        topic if count == topic.partitions else _resize_topic(topic, count)
        for topic in group.topics
        if (count := counts.get(topic.name, topic.partitions)) is not None
    ]
    new = [(name, count) for name, count in event.topics if name not in known]
    topics = (*kept, *(Topic(name=name, partitions=count) for name, count in new if count is not None))
    racks = dict(event.racks)
    return tuple(_name_racks(topic, racks[topic.name]) if topic.name in racks else topic for topic in topics)


def _name_racks(topic: Topic, racks: tuple[tuple[str, ...], ...]) -> Topic:
    return replace(
        topic, replica_racks=tuple(racks[one % len(racks)] if racks else () for one in range(topic.partitions))
    )


def _resize_topic(topic: Topic, count: int) -> Topic:
    """`topic` with `count` partitions. New partitions are empty; their replicas continue the rotation of the racks."""
    changed: dict[str, object] = {}
    for key in PER_PARTITION:
        values = getattr(topic, key)
        if values is None:
            continue
        more = range(topic.partitions, count)
        if key == "replica_racks":
            extra = tuple(values[partition % len(values)] for partition in more) if values else ((),) * len(more)
        else:
            extra = (None if key == "committed_offsets" else 0,) * len(more)
        changed[key] = values[:count] + extra
    return replace(topic, partitions=count, **changed)  # type: ignore[arg-type]


def restart_batches(event: Event) -> list[tuple[str, ...]]:
    """The members that restart together, batch by batch. Members that are only upgraded restart one by one."""
    listed, parallel = ((), 1) if event.restart is None else (event.restart.members, event.restart.parallel)
    batches = [listed[first : first + parallel] for first in range(0, len(listed), parallel)]
    return batches + [(name,) for name, _ in event.upgrade if name not in listed]
