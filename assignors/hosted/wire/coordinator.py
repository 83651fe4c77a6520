"""
The coordinator of one group with one real member, which always leads it.

The member's `JoinGroup` waits until a group is asked for. The response lists the members that this group has. The
member's `SyncGroup` then holds the plan. It is answered with an error (*rebalance in progress*), so that the member
joins again at once. A *settled* rebalance is different: the member gets its part of the plan, or nothing. When it
uses its part, a heartbeat tells it to join again.

All methods run on the thread of the broker's event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.messages import Api, Request
from kafka_assay.assignors.hosted.wire.subscriptions import (
    Subscription,
    empty_assignment,
    read_assignment,
    read_subscription,
)

MOST_JOINS = 4
"""A member that joins so often without sending a plan has none."""

_MOST_HEARTBEATS = 5
"""A member that has not asked for offsets by then never asks."""

_METADATA_SECONDS = 0.5
_OK: dict[str, Any] = {"error_code": ErrorCode.none, "throttle_time": 0}
_REBALANCE: dict[str, Any] = {**_OK, "error_code": ErrorCode.rebalance_in_progress, "assignment": b""}

Respond = Callable[[Mapping[str, Any] | None], None]
"""Sends the response to a request, from its values by name; None closes the connection instead."""


class NoPlan(Exception):
    """The member sent no plan; the message says why."""


@dataclass(slots=True, kw_only=True)
class WireRebalance:
    """
    One rebalance: the members as the response lists them, the `leader` among them, and what the plan depends on.

    `topics` maps each topic to its partition count. `plan` gets the answer: member id -> topic -> ids. In a settled
    rebalance the member gets its part of it if it `gives_part`, otherwise nothing. With `needs_metadata` a plan counts
    only if the leader fetched the metadata of these topics after it joined.
    """

    generation: int
    members: list[dict[str, Any]]
    leader: str
    topics: Mapping[str, int]
    is_settled: bool = False
    gives_part: bool = True
    needs_metadata: bool = False
    plan: asyncio.Future[dict[str, dict[str, list[int]]]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    joins: int = 0
    unseen: frozenset[str] = frozenset()
    has_metadata: bool = False
    heartbeats: int = 0


class Coordinator:
    """
    Joins, syncs and heartbeats. `real` is what the member itself sent last, `proposed` its strategies.

    `is_in_use`: the member uses the part of a plan that it was given.
    """

    def __init__(self, strategy: str | None) -> None:
        """`strategy` is the one to choose; None: the member's first one."""
        self.real: Subscription | None = None
        self.proposed: tuple[str, ...] = ()
        self.software = "consumer", "unknown"
        self.has_joined = asyncio.Event()
        self._strategy = strategy
        self._waiting: tuple[Request, Respond] | None = None
        self._rebalance: WireRebalance | None = None
        self._seen: frozenset[str] = frozenset()
        self._metadata_came = asyncio.Event()
        self.is_in_use = False

    @property
    def chosen(self) -> str:
        """The strategy of the group."""
        if self._strategy in self.proposed:
            assert self._strategy is not None
            return self._strategy
        return self.proposed[0]

    async def run(self, rebalance: WireRebalance) -> dict[str, dict[str, list[int]]]:
        """The member's plan. Raises `NoPlan`."""
        self._rebalance = rebalance
        self._admit()
        try:
            return await rebalance.plan
        finally:
            if not rebalance.is_settled:
                self._rebalance = None

    def note_metadata(self, names: frozenset[str]) -> None:
        """Record that the member has just been sent the metadata of these topics."""
        self._seen = names
        rebalance = self._rebalance
        if rebalance is not None and names.issuperset(rebalance.topics):
            rebalance.has_metadata = rebalance.joins > 0
            self._metadata_came.set()
            self._admit()

    def note_software(self, name: str, version: str) -> None:
        """Record the client's name and version, which clients send since `ApiVersions` 3."""
        self.software = name or "consumer", version or "unknown"

    def note_offsets(self) -> None:
        """Record that the member has asked for committed offsets: it uses its part of the plan."""
        self.is_in_use = True

    def lose(self, respond: Respond) -> None:
        """Forget a member that waits in a connection that has gone."""
        if self._waiting is not None and self._waiting[1] == respond:
            self._waiting = None

    def answer(self, request: Request, respond: Respond) -> None:
        """Answer a request about the group's members; a join may wait."""
        if request.key == Api.JOIN_GROUP:
            self._join(request, respond)
        elif request.key == Api.SYNC_GROUP:
            self._sync(request, respond)
        elif request.key == Api.HEARTBEAT:
            respond(_OK if self._is_planning() or self._is_settling() else _REBALANCE)
        else:
            respond({**_OK, "members": []})

    def _is_planning(self) -> bool:
        """Whether the member has the list of members and has not yet sent its plan."""
        rebalance = self._rebalance
        return rebalance is not None and rebalance.joins > 0 and not rebalance.plan.done() and self._waiting is None

    def _is_settling(self) -> bool:
        """Whether the member has its part of a plan, and may not yet use it."""
        rebalance = self._rebalance
        if rebalance is None or not rebalance.is_settled or not rebalance.plan.done():
            return False
        rebalance.heartbeats += 1
        return rebalance.gives_part and rebalance.heartbeats < _MOST_HEARTBEATS and not self.is_in_use

    def _join(self, request: Request, respond: Respond) -> None:
        protocols = {one.name: one.metadata for one in request.body.protocols}
        self.proposed = tuple(protocols)
        self.real = read_subscription(protocols[self.chosen])
        self._waiting = (request, respond)
        rebalance = self._rebalance
        if rebalance is not None and rebalance.is_settled and rebalance.plan.done():
            self._rebalance = None
        if self._rebalance is None:
            self.has_joined.set()
        self._admit()

    def _admit(self) -> None:
        """Answer the waiting member with the members of the present rebalance, if there are both."""
        rebalance, waiting = self._rebalance, self._waiting
        if rebalance is None or waiting is None or rebalance.plan.done():
            return
        if rebalance.unseen and not self._metadata_came.is_set():
            return
        self._waiting = None
        rebalance.joins += 1
        if rebalance.joins > MOST_JOINS:
            self._waiting = waiting
            rebalance.plan.set_exception(NoPlan(f"the member joined {MOST_JOINS} times and sent no plan"))
            return
        waiting[1](
            {
                **_OK,
                "generation_id": rebalance.generation,
                "protocol_type": "consumer",
                "protocol_name": self.chosen,
                "leader": rebalance.leader,
                "skip_assignment": False,
                "member_id": rebalance.leader,
                "members": rebalance.members,
            }
        )

    def _sync(self, request: Request, respond: Respond) -> None:
        rebalance = self._rebalance
        if rebalance is None or rebalance.plan.done():
            respond(_REBALANCE)
            return
        parts = {one.member_id: one.assignment for one in request.body.assignments}
        plan = {member: read_assignment(part) for member, part in parts.items()}
        if self._is_blind(rebalance, plan):
            self._ask_again(rebalance)
            respond(_REBALANCE)
            return
        if rebalance.is_settled:
            self.is_in_use = False
            own = parts.get(rebalance.leader, b"") if rebalance.gives_part else empty_assignment()
            respond({**_OK, "protocol_type": "consumer", "protocol_name": self.chosen, "assignment": own})
        else:
            respond(_REBALANCE)
        rebalance.plan.set_result(plan)

    def _is_blind(self, rebalance: WireRebalance, plan: Mapping[str, Mapping[str, list[int]]]) -> bool:
        """
        Whether the plan lacks a topic that the member may not know yet.

        Responses on two connections can overtake each other. So a topic that the member did not know at its first plan
        may also be missing in the second.
        """
        if rebalance.needs_metadata:
            return not rebalance.has_metadata
        if rebalance.joins == 1:
            existing = (topic for topic, count in rebalance.topics.items() if count)
            rebalance.unseen = frozenset(existing) - self._seen
        planned = {topic for part in plan.values() for topic, ids in part.items() if ids}
        return rebalance.joins < MOST_JOINS and not rebalance.unseen <= planned

    def _ask_again(self, rebalance: WireRebalance) -> None:
        """Ask for the plan once more, after the member has fetched the metadata of the topics."""

        def stop_waiting() -> None:
            if self._rebalance is rebalance:
                self._metadata_came.set()
                self._admit()

        if rebalance.joins == 1:
            self._metadata_came.clear()
            asyncio.get_running_loop().call_later(_METADATA_SECONDS, stop_waiting)
