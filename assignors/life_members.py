"""What a life says about its members beyond the group: their clients and timeouts, restarts, the group's protocol."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Protocol(StrEnum):
    """
    How a group rebalances, and which readers it stops.

    * `eager`: every member gives up everything before it joins, and reads again when it has its assignment.
    * `cooperative` (KIP-429): members keep reading. A partition that moves is given up in one round and assigned in the
      next.
    * `consumer` (KIP-848): the coordinator computes one target assignment, and members reach it one by one. A partition
      that moves is given up first, and assigned then.

    In the first two, the classic protocol, a member leads and assigns.
    """

    EAGER = "eager"
    COOPERATIVE = "cooperative"
    CONSUMER = "consumer"


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeMember:
    """How a member of a life runs."""

    member: str
    client: str | None = None
    """
    Client family, or family and release: `kafka-clients 3.4.1`. Without it the member claims what it last had, at the
    generation that it last saw.
    """
    session_timeout: float | None = None
    """`session.timeout.ms`, in seconds: so long the coordinator keeps a silent member; 45 if missing."""
    rebalance_timeout: float | None = None
    """`max.poll.interval.ms`, in seconds: so long a member may take to join; 300 if missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """A rolling restart."""

    members: tuple[str, ...]
    """Ids of the members, in order."""
    parallel: int = 1
    """How many restart at a time; 1 if missing."""
