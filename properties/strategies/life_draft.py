"""
The group of a life while its events are made.

A change is three small numbers, interpreted by the current state of the group. So every draw is a possible life, no
draw is thrown away, and removing one change leaves the others valid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from kafka_assay.assignors.life import Event, KafkaError
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.model import Group, Member
from kafka_assay.membership.client_families import CLIENTS, GUESTS
from kafka_assay.properties.strategies.names import make_different

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class EventDraft:
    """A mutable event. It may still name members that its own other changes remove."""

    miss: list[str]
    join: list[Member] = field(default_factory=list)
    leave: list[str] = field(default_factory=list)
    crash: list[str] = field(default_factory=list)
    subscribe: dict[str, tuple[str, ...]] = field(default_factory=dict)
    topics: dict[str, int | None] = field(default_factory=dict)
    reset: bool = False
    miss_sync: list[str] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    restart: list[str] = field(default_factory=list)
    upgrade: dict[str, str] = field(default_factory=dict)


class LifeDraft:
    """
    The members, their subscriptions and clients, and the topics while events are made.

    `clients` has those of the group's members. Members that join run one of the `joining` clients in turn, and are on
    one of the racks.
    """

    def __init__(
        self, group: Group, most_members: int, *, clients: dict[str, str] | None = None, joining: tuple[str, ...] = ()
    ) -> None:
        self.subscriptions = {member.id: member.subscription for member in group.members}
        self.topics: dict[str, int] = group.partition_counts()
        self.once = dict(self.topics)
        self.names = set(self.subscriptions)
        self.most_members = most_members
        self.away: dict[str, int] = {}
        self.clients = dict(clients or {})
        self.joining = joining
        self.racks = tuple(dict.fromkeys(member.rack for member in group.members)) if joining else ()
        self.instances = {member.id for member in group.members if member.instance_id is not None}

    def event(self, changes: Sequence[tuple[int, ...]], kinds: Sequence[DraftChange]) -> Event:
        """
        The event that the numbers in `changes` make, without what its own changes make impossible.

        The first number of a change is its place in `kinds`. The group is then as it is after the event.
        """
        draft = EventDraft(miss=[member for member, left in self.away.items() if left])
        self.away = {member: left - 1 for member, left in self.away.items() if left}
        before = set(self.subscriptions)
        for kind, who, what in changes:
            kinds[kind](self, draft, who, what)
        self.subscriptions = {
            member: draft.subscribe.get(member, topics)
            for member, topics in self.subscriptions.items()
            if member not in draft.leave and member not in draft.crash
        } | {member.id: draft.subscribe.get(member.id, member.subscription) for member in draft.join}
        if self.joining:
            draft.join = [replace(one, rack=self._turn(self.racks)) for one in draft.join]
            self.clients |= {one.id: self._turn(self.joining) for one in draft.join}
        here = self.subscriptions
        present = [name for name in here if name in before and name not in draft.miss]
        restarted = tuple(name for name in dict.fromkeys(draft.restart) if name in here)
        return Event(
            join=tuple(draft.join),
            leave=tuple(draft.leave),
            subscribe=tuple(draft.subscribe.items()),
            topics=tuple(draft.topics.items()),
            miss=tuple(draft.miss),
            crash=tuple(draft.crash),
            reset=draft.reset,
            miss_sync=tuple(one for one in dict.fromkeys(draft.miss_sync) if one in here and one not in draft.miss),
            errors=tuple((name, code) for name, code in draft.errors.items() if name in present),
            restart=Restart(members=restarted) if restarted else None,
            upgrade=tuple((name, client) for name, client in draft.upgrade.items() if name in here),
            runs=tuple(LifeMember(member=one.id, client=self.clients[one.id]) for one in draft.join if self.joining),
        )

    def _turn(self, choices: tuple[T, ...]) -> T:
        """The next of the choices, by the number of members that there were so far."""
        return choices[len(self.names) % len(choices)]

    def pick_staying(self, draft: EventDraft, who: int) -> str | None:
        """A present member that does not leave; None if there is none."""
        there = [member for member in self.subscriptions if member not in draft.leave and member not in draft.crash]
        return there[who % len(there)] if there else None

    def pick_dispensable(self, draft: EventDraft, who: int, what: int) -> str | None:
        """A member that takes part so far, but seldom the last one: an empty group shows nothing."""
        gone = {*draft.leave, *draft.crash, *draft.miss}
        there = [member for member in self.subscriptions if member not in gone]
        return there[who % len(there)] if len(there) > 1 or (there and what == 7) else None

    def miss(self, draft: EventDraft, who: int, what: int) -> None:
        """
        A member misses this rebalance and perhaps one or two more.

        Three members claim the same partition only if one of them misses rebalances.
        """
        member = self.pick_dispensable(draft, who, what)
        if member is not None:
            draft.miss.append(member)
            self.away[member] = max(0, what - 5)

    def leave(self, draft: EventDraft, who: int, what: int) -> None:
        """A member leaves."""
        self._stop(draft, draft.leave, who, what)

    def crash(self, draft: EventDraft, who: int, what: int) -> None:
        """A member vanishes."""
        self._stop(draft, draft.crash, who, what)

    def _stop(self, draft: EventDraft, stopped: list[str], who: int, what: int) -> None:
        member = self.pick_dispensable(draft, who, what)
        if member is not None:
            stopped.append(member)
            draft.subscribe.pop(member, None)

    def join(self, draft: EventDraft, who: int, what: int) -> None:
        """A new member joins."""
        size = len(self.subscriptions) - len(draft.leave) - len(draft.crash) + len(draft.join)
        if size >= self.most_members:
            return
        name = make_different("", f"{'!' if what % 3 == 2 else ''}C{len(self.names)}", self.names)
        self.names.add(name)
        like = list(self.subscriptions.values())
        subscription = like[who % len(like)] if like and what < 5 else self._pick_topics(what)
        draft.join.append(Member(id=name, subscription=subscription))

    def subscribe(self, draft: EventDraft, who: int, what: int) -> None:
        """A member changes its subscription."""
        member = self.pick_staying(draft, who)
        if member is not None:
            draft.subscribe[member] = self._pick_topics(what)

    def grow(self, draft: EventDraft, who: int, what: int) -> None:
        """A topic gets more partitions."""
        name = self._pick_topic(draft, who)
        if name is not None:
            self._resize(draft, name, self.topics[name] + 1 + what % 3)

    def delete(self, draft: EventDraft, who: int, _: int) -> None:
        """A topic is deleted."""
        name = self._pick_topic(draft, who)
        if name is not None:
            draft.topics[name] = None
            del self.topics[name]

    def recreate(self, draft: EventDraft, who: int, what: int) -> None:
        """Recreate a topic with fewer partitions; a deleted one with as many as it had at the start."""
        gone = [name for name in self.once if name not in self.topics and name not in draft.topics]
        if gone:
            self._resize(draft, gone[who % len(gone)], self.once[gone[who % len(gone)]])
            return
        name = self._pick_topic(draft, who)
        if name is not None and self.topics[name] > 1:
            self._resize(draft, name, 1 + what % (self.topics[name] - 1))

    def reset(self, draft: EventDraft, _: int, __: int) -> None:
        """The coordinator forgets the group."""
        draft.reset = True

    def miss_sync(self, draft: EventDraft, who: int, what: int) -> None:
        """A member, or with another one, joins and misses the sync."""
        there = [member for member in self.subscriptions if member not in draft.miss]
        draft.miss_sync += [there[(who + step) % len(there)] for step in range(2 if what > 5 else 1) if there]

    def answer_error(self, draft: EventDraft, who: int, what: int) -> None:
        """The coordinator answers a member with an error."""
        member = self.pick_staying(draft, who)
        if member is not None:
            codes = [KafkaError.UNKNOWN_MEMBER_ID, KafkaError.ILLEGAL_GENERATION]
            codes += [KafkaError.FENCED_INSTANCE_ID] if member in self.instances else []
            draft.errors[member] = int(codes[what % len(codes)])

    def restart(self, draft: EventDraft, who: int, what: int) -> None:
        """A member restarts, or all of them, one by one."""
        member = self.pick_staying(draft, who)
        if member is not None:
            draft.restart += list(self.subscriptions) if what > 5 else [member]

    def upgrade(self, draft: EventDraft, who: int, what: int) -> None:
        """A member restarts with another release of its client; a guest with the same one."""
        member = self.pick_staying(draft, who)
        if member is not None:
            client = self.clients[member]
            draft.upgrade[member] = client if client in GUESTS else CLIENTS[what % len(CLIENTS)]

    def _resize(self, draft: EventDraft, name: str, count: int) -> None:
        draft.topics[name] = self.topics[name] = count

    def _pick_topic(self, draft: EventDraft, who: int) -> str | None:
        there = [name for name in self.topics if name not in draft.topics]
        return there[who % len(there)] if there else None

    def _pick_topics(self, what: int) -> tuple[str, ...]:
        """Topics of the start: those that the bits of `what` select, or all of them."""
        names = list(self.once)
        bits = what % (2 ** min(len(names), 3))
        return tuple(name for place, name in enumerate(names) if not bits or bits >> place % 3 & 1)


DraftChange: TypeAlias = Callable[[LifeDraft, EventDraft, int, int], None]
"""One kind of change, by the second and third of its numbers."""

_TOPICS_AND_SUBSCRIPTIONS: tuple[DraftChange, ...] = (
    LifeDraft.subscribe,
    LifeDraft.subscribe,
    LifeDraft.grow,
    LifeDraft.recreate,
    LifeDraft.delete,
    LifeDraft.reset,
)

CHANGES: tuple[DraftChange, ...] = (
    LifeDraft.leave,
    LifeDraft.join,
    *[LifeDraft.miss] * 6,
    LifeDraft.leave,
    LifeDraft.join,
    *_TOPICS_AND_SUBSCRIPTIONS,
)
"""What happens in a life of claims. Six of sixteen miss the rebalance: disputed claims need several absences."""

INCIDENTS: tuple[DraftChange, ...] = (
    LifeDraft.leave,
    LifeDraft.join,
    *[LifeDraft.miss_sync] * 5,
    *[LifeDraft.answer_error] * 5,
    *[LifeDraft.crash] * 2,
    *[LifeDraft.miss] * 2,
    LifeDraft.restart,
    LifeDraft.upgrade,
    *_TOPICS_AND_SUBSCRIPTIONS,
)
"""What happens in a history."""
