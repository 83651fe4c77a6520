"""How long things take in a replayed life: Kafka's defaults, and assumptions that the user can change."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.membership.timeouts import Timeouts


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
    """One round of a rebalance."""
    restart: float = 30.0
    """Until a restarted member is back."""
    metadata: float = 300.0
    """Until classic members see that a topic has grown."""
    rebuild: float = 0.0
    """Until a member reads a partition that it takes over."""
    session: float = 45.0
    """The session timeout of members that name none."""
    poll: float = 300.0
    """The rebalance timeout of members that name none."""
    pause: float = 60.0
    """Between a rebalance and an event without a time."""

    def timeouts(self) -> Timeouts:
        """What the model of coordinator and members has to know of this."""
        return Timeouts(session=self.session, rebalance=self.poll, restart=self.restart)
