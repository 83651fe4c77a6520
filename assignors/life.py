"""
A life: a group at its start, and the changes before each further rebalance.

A life holds changes, never assignments: each assignor's answers make its own run. An impossible change (an unknown
member leaves, a member joins twice) raises `InvalidGroup` with the JSON path.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kafka_assay.assignors.errors import InvalidGroup, spelling_tip
from kafka_assay.assignors.model import Group, Member, Topic


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """
    The changes before one rebalance: topics first, then leaving, joining, new subscriptions and missed rebalances.

    `topics` holds new partition counts (None: deleted). Members in `miss` skip this rebalance and return for the next
    one. Then they claim what they last had, at the last generation that they saw. With `reset` the coordinator has
    forgotten the group: this rebalance is its first, with generation 1, and members still claim at the old generations.
    `at` is in seconds; without it only the order counts.
    """

    at: float | None = None
    join: tuple[Member, ...] = ()
    leave: tuple[str, ...] = ()
    subscribe: tuple[tuple[str, tuple[str, ...]], ...] = ()
    topics: tuple[tuple[str, int | None], ...] = ()
    miss: tuple[str, ...] = ()
    reset: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """The `group` of the first rebalance, and one event before each further one."""

    group: Group
    events: tuple[Event, ...] = ()
    name: str | None = None

    def __post_init__(self) -> None:
        """Refuse impossible changes, in the order of the events."""
        cast = _LifeState(self.group)
        for number, event in enumerate(self.events):
            cast.apply(event, f"events[{number}]")


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
        _refuse_repeats(event.leave, f"{path}.leave")
        for place, member in enumerate(event.leave):
            self._require_member(member, f"{path}.leave[{place}]")
        before = self.members - set(event.leave)
        self.members = set(before)
        for place, joiner in enumerate(event.join):
            if not joiner.id or joiner.id in self.members:
                expected = "a member id that is not in the group" if joiner.id else "a member id that is not empty"
                raise InvalidGroup(f"{path}.join[{place}].id", joiner.id, expected)
            self.members.add(joiner.id)
        _refuse_repeats([member for member, _ in event.subscribe], f"{path}.subscribe")
        for member, _ in event.subscribe:
            self._require_member(member, f"{path}.subscribe")
        _refuse_repeats(event.miss, f"{path}.miss")
        for place, member in enumerate(event.miss):
            self._require_member(member, f"{path}.miss[{place}]")
            if member not in before:
                raise InvalidGroup(f"{path}.miss[{place}]", member, "a member from before this event, not a joiner")

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

    def _require_member(self, member: str, path: str) -> None:
        if member not in self.members:
            raise InvalidGroup(path, member, f"a member of the group{spelling_tip(member, sorted(self.members))}")


def _refuse_repeats(names: Collection[str], path: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InvalidGroup(path, name, "each member once in an event")
        seen.add(name)
