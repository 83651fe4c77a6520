"""How long things take in a replayed life: Kafka's defaults, and assumptions that the user can change."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.membership.timeouts import Timeouts


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long things take, in seconds. Defaults are Kafka's, where it has one."""

    rebalance: float = 3.0
    """One round of a rebalance: members hear of it with their next heartbeat (Kafka: `heartbeat.interval.ms`)."""
    restart: float = 30.0
    """Until a restarted member is back. Kafka has no such default; this is an assumption."""
    metadata: float = 300.0
    """Until classic members see that a topic has grown, if nothing else happens (Kafka: `metadata.max.age.ms`)."""
    rebuild: float = 0.0
    """Until a member reads a partition that it takes over, because it first rebuilds its state."""
    session: float = 45.0
    """The session timeout of members that name none (Kafka: `session.timeout.ms`)."""
    poll: float = 300.0
    """The rebalance timeout of members that name none (Kafka: `max.poll.interval.ms`)."""
    pause: float = 60.0
    """Between the end of a rebalance and an event without a time."""

    def timeouts(self) -> Timeouts:
        """What the model of coordinator and members has to know of this."""
        return Timeouts(session=self.session, rebalance=self.poll, restart=self.restart)
