"""What a life says about its members beyond the group: their clients and timeouts, restarts, the group's protocol."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Protocol(Enum):
    """
    How the members of a life rebalance.

    `eager` and `cooperative` are the classic protocol, in which a member leads. `consumer` is that of KIP-848, in which
    the coordinator assigns.
    """

    EAGER = "eager"
    COOPERATIVE = "cooperative"
    CONSUMER = "consumer"


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeMember:
    """
    How a member of a life runs. `client` is `FAMILY` or `FAMILY RELEASE`; timeouts are in seconds.

    A member that names no client claims what it last had, at the generation that it last saw.
    """

    member: str
    client: str | None = None
    session_timeout: float | None = None
    rebalance_timeout: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """A rolling restart: these members, at most `parallel` at a time, in this order."""

    members: tuple[str, ...]
    parallel: int = 1
