"""
Members that stopped without a LeaveGroup: they crashed, or are static. The coordinator notices when a session ends.

Source: `GroupMetadataManager.rescheduleClassicGroupMemberHeartbeat`, `.expireClassicGroupMemberHeartbeat` and
`.scheduleConsumerGroupSessionTimeout`, 4.4.0; `AbstractCoordinator.shouldSendLeaveGroupRequest`, 4.4.0.
"""

from __future__ import annotations

from math import inf

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Member
from kafka_assay.membership.life_cast import changes_in
from kafka_assay.membership.member_state import MemberState
from kafka_assay.membership.timeouts import MemberTimeouts


class SilentMembers:
    """The silent members that the coordinator still has, each with the seconds until its session ends."""

    def __init__(self, timeouts: MemberTimeouts) -> None:
        self._timeouts = timeouts
        self._states: dict[str, MemberState] = {}
        self._left: dict[str, float] = {}

    def __contains__(self, name: str) -> bool:
        """Whether a member is silent."""
        return name in self._left

    def names(self) -> tuple[str, ...]:
        """All of them, in the order in which they fell silent."""
        return tuple(self._left)

    def config(self, name: str) -> Member:
        """What the user of a silent member had set."""
        return self._states[name].config

    def is_static(self, name: str) -> bool:
        """Whether a silent member has an instance id."""
        return self.config(name).instance_id is not None

    def add(self, name: str, state: MemberState) -> None:
        """A member falls silent now."""
        self._states[name] = state
        self._left[name] = self._timeouts.session(name)

    def discard(self, name: str) -> None:
        """A member is back, or the coordinator has removed it."""
        self._left.pop(name, None)
        self._states.pop(name, None)

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
