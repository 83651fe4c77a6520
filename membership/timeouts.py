"""The timeouts of members, and what the life says about them. All times are in seconds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.life_members import LifeMember


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
        run = self._runs.get(member)
        return self.default.session if run is None or run.session_timeout is None else run.session_timeout

    def rebalance(self, member: str) -> float:
        """So long the member may take to join a rebalance."""
        run = self._runs.get(member)
        return self.default.rebalance if run is None or run.rebalance_timeout is None else run.rebalance_timeout

    def longest_session(self, members: Iterable[str]) -> float:
        """The longest session timeout of these members; 0 without members."""
        return max(map(self.session, members), default=0.0)

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
