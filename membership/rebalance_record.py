"""One rebalance of a history: the group that the assignor was asked about, and its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.membership.client_model import ClientModel

AskAssignor: TypeAlias = Callable[[Group], Assignment]
"""The leader's assignor: a group to the plan that the leader sends."""


class Trigger(Enum):
    """Why a rebalance took place."""

    START = "the group starts"
    EVENT = "event"
    FOLLOW_UP = "members revoked partitions"
    BATCH = "further members join"
    EXPIRY = "the session of a member has ended"
    STOP = "members stop for a restart"
    RETURN = "restarted members return"


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRebalance:
    """
    One rebalance. `event` is the number of the event that led to it (None: the start of the life).

    `generation` is the one given out (of KIP-848: the group epoch). `leader` is None where the coordinator assigns, and
    so is `led_by`, the model of its client.
    `without_sync` names the members that joined and did not get their part of the answer, `absent` those that are in
    the group and did not join: static members that are slow or silent. `rounds` counts the heartbeat rounds until the
    members of a KIP-848 group had reconciled; it is 1 elsewhere. The coordinator starts the rebalance `delay` seconds
    after the event (or after its members stopped for a restart), because it has to wait for sessions to end. Then it
    `waits` so many seconds for members that are silent or slow.
    """

    group: Group
    answer: Assignment
    generation: int
    leader: str | None
    led_by: ClientModel | None
    trigger: Trigger
    event: int | None = None
    without_sync: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    rounds: int = 1
    delay: float = 0.0
    waits: float = 0.0
