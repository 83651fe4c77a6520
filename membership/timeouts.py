"""
The timeouts of members, and the members that fell silent. All times are in seconds.

A silent member stopped without a LeaveGroup: it crashed, or is static. The coordinator notices when its session ends.
Source: `GroupMetadataManager.rescheduleClassicGroupMemberHeartbeat`, `.expireClassicGroupMemberHeartbeat` and
`.scheduleConsumerGroupSessionTimeout`, 4.4.0; `AbstractCoordinator.shouldSendLeaveGroupRequest`, 4.4.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember
from kafka_assay.assignors.model import Member
from kafka_assay.membership.life_cast import changes_in
from kafka_assay.membership.member_state import MemberState


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """
    What holds where a life says nothing: Kafka's `session.timeout.ms` and `max.poll.interval.ms`.

    The latter is the rebalance timeout that a member sends. A restarted member is back after `restart`; Kafka has no
    such default, it is an assumption.
    """

    session: float = 45.0
    rebalance: float = 300.0
    restart: float = 30.0


class MemberTimeouts:
    """The timeouts of the members of a life."""

    def __init__(self, life: Life, default: Timeouts) -> None:
        runs = (*life.runs, *(run for event in life.events for run in event.runs))
        self._runs: dict[str, LifeMember] = {run.member: run for run in runs}
        self.default = default

    def session(self, member: str) -> float:
        """After so long without a heartbeat the coordinator removes the member."""
        said = self._runs[member].session_timeout if member in self._runs else None
        return self.default.session if said is None else said

    def rebalance(self, member: str) -> float:
        """So long the member may take to join a rebalance."""
        said = self._runs[member].rebalance_timeout if member in self._runs else None
        return self.default.rebalance if said is None else said

    def longest_rebalance(self, members: Iterable[str]) -> float:
        """The rebalance timeout of a group with these members (`ClassicGroup.rebalanceTimeoutMs`, 4.4.0)."""
        return max(map(self.rebalance, members), default=0.0)


def pauses(life: Life) -> list[float]:
    """
    For each event, the seconds until the next one.

    They are infinite where a time is missing, because then order alone counts; and in a life without a `protocol`.

    >>> from kafka_assay.assignors.life import Event
    >>> from kafka_assay.assignors.life_members import Protocol
    >>> from kafka_assay.assignors.model import group_of
    >>> events = (Event(at=0), Event(at=8), Event())
    >>> pauses(Life(group=group_of({"t": 1}, {"a": ["t"]}), events=events, protocol=Protocol.EAGER))
    [8, inf, inf]
    """
    times = [event.at if life.protocol is not None else None for event in life.events]
    return [
        inf if now is None or then is None else then - now for now, then in zip(times, (*times[1:], None), strict=False)
    ]


class SilentMembers:
    """The silent members that the coordinator still has, each with the seconds until its session ends."""

    def __init__(self, timeouts: MemberTimeouts) -> None:
        self._timeouts = timeouts
        self._configs: dict[str, Member] = {}
        self._left: dict[str, float] = {}

    def __contains__(self, name: str) -> bool:
        """Whether a member is silent."""
        return name in self._left

    def names(self) -> tuple[str, ...]:
        """All of them, in the order in which they fell silent."""
        return tuple(self._left)

    def config(self, name: str) -> Member:
        """What the user of a silent member had set."""
        return self._configs[name]

    def add(self, config: Member) -> None:
        """A member falls silent now."""
        self._configs[config.id], self._left[config.id] = config, self._timeouts.session(config.id)

    def discard(self, name: str) -> None:
        """A member is back, or the coordinator has removed it."""
        self._left.pop(name, None)

    def left(self, name: str) -> float:
        """The seconds until a member's session ends, counted from the last event."""
        return self._left[name]

    def first_end(self) -> float:
        """When the first session ends; infinite without silent members."""
        return min(self._left.values(), default=inf)

    def pass_time(self, seconds: float) -> None:
        """The next event comes after so many seconds."""
        self._left = {name: left - seconds for name, left in self._left.items()}

    def returning(self, event: Event) -> tuple[str, ...]:
        """The static members that join again in an event while their session runs (KIP-345)."""
        return tuple(
            joiner.id
            for joiner in event.join
            if joiner.id in self
            and joiner.instance_id is not None
            and joiner.instance_id == self.config(joiner.id).instance_id
        )


def falls_silent(event: Event, states: dict[str, MemberState]) -> tuple[str, ...]:
    """The members that an event stops without a LeaveGroup."""
    static = (name for name in event.leave if states[name].config.instance_id is not None)
    return (*event.crash, *static)


def starts_rebalance(event: Event, silent: tuple[str, ...], back: tuple[str, ...]) -> bool:
    """
    Whether an event itself starts a rebalance: it changes more than that members fall silent, or are back.

    An event that says nothing at all is a rebalance without changes. A topic does not count if members fall silent: the
    leader looks at the topics when their sessions have ended.
    """
    changes = changes_in(event)
    if changes is None:
        return True
    others = changes - {"crash", "leave", "join", *(("topics",) if silent else ())}
    joins = any(joiner.id not in back for joiner in event.join)
    return bool(others) or joins or any(name not in silent for name in (*event.leave, *event.crash))
