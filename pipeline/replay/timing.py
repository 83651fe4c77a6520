"""How long things take in a replayed life: Kafka's defaults, and assumptions that the user can change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.life_members import LifeMember


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """
    Seconds.

    * `rebalance`: one round of a rebalance. Members hear of it with their next heartbeat, so the default is Kafka's
      `heartbeat.interval.ms`.
    * `restart`: a restarted member is back after so long. Kafka has no such default; this is an assumption.
    * `metadata`: classic members notice so late that a topic has grown, if nothing else happens: Kafka's
      `metadata.max.age.ms`.
    * `rebuild`: a member that takes over a partition reads it so much later, because it first rebuilds its state.
    * `session`, `poll`: of members whose timeouts the life does not say: Kafka's `session.timeout.ms` and
      `max.poll.interval.ms`, which is the rebalance timeout.
    * `pause`: between the end of a rebalance and an event without a time.
    """

    rebalance: float = 3.0
    restart: float = 30.0
    metadata: float = 300.0
    rebuild: float = 0.0
    session: float = 45.0
    poll: float = 300.0
    pause: float = 60.0


class Timeouts:
    """The timeouts of the members of a life."""

    def __init__(self, life: Life, timing: Timing) -> None:
        runs = (*life.runs, *(run for event in life.events for run in event.runs))
        self._runs: dict[str, LifeMember] = {run.member: run for run in runs}
        self._timing = timing

    def session(self, member: str) -> float:
        """Seconds after which the coordinator removes a member that sends no heartbeats."""
        run = self._runs.get(member)
        return self._timing.session if run is None or run.session_timeout is None else run.session_timeout

    def longest_session(self, members: Iterable[str]) -> float:
        """The longest session timeout of these members; 0 without members."""
        return max(map(self.session, members), default=0.0)

    def longest_poll(self, members: Iterable[str]) -> float:
        """The longest rebalance timeout of these members; 0 without members."""
        return max(map(self._poll, members), default=0.0)

    def _poll(self, member: str) -> float:
        run = self._runs.get(member)
        return self._timing.poll if run is None or run.rebalance_timeout is None else run.rebalance_timeout
