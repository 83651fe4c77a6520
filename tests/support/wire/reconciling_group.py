"""
The coordinator of a KIP-848 group on the wire, with one real member and another one of ours.

It is `membership/consumer_group.py` behind `ConsumerGroupHeartbeat`. A script sets the target. The other member
revokes at once, and is silent when the script says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.coordinator import Respond
from kafka_assay.assignors.hosted.wire.messages import Api, Request
from kafka_assay.assignors.life import KafkaError
from kafka_assay.assignors.model import TopicPartition
from kafka_assay.membership.consumer_group import (
    NOTHING,
    ConsumerGroup,
    HeartbeatAnswer,
    Partitions,
    heartbeat,
    join_group,
    leave_group,
    set_target,
)
from tests.support.wire.topic_ids import PoolWithIds

OTHER = "other"
_INTERVAL = 100
"""Milliseconds between two heartbeats."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A heartbeat of the real member. None: it says nothing about what it owns, or about its topics."""

    epoch: int
    owned: Partitions | None
    topics: tuple[str, ...] | None


class ReconcilingGroup:
    """
    A group with the real member `member_id`, which has `owned` as it said last.

    `heartbeats` are those of the real member. `untrue` is what it said to own and was never given.
    """

    def __init__(self, pool: PoolWithIds) -> None:
        """Nobody has joined yet. The topics of `pool` give partitions their ids."""
        self.group = ConsumerGroup()
        self.member_id = ""
        self.owned = NOTHING
        self.heartbeats: list[Heartbeat] = []
        self.untrue = NOTHING
        self.next_error: KafkaError | None = None
        self.other_is_silent = False
        self.software = "unknown"
        self._pool = pool
        self._part, self._rest = NOTHING, NOTHING
        self._given: Partitions | None = None
        self._changed = asyncio.Event()

    def assign(self, part: Partitions, rest: Partitions = NOTHING) -> None:
        """Set a new target: `part` for the real member, and the `rest` for the other one, which joins if it must."""
        self._part, self._rest = part, rest
        if rest and OTHER not in self.group.members:
            self.group = join_group(self.group, OTHER)
        self._set_target()

    async def settled(self) -> None:
        """Wait until the real member says that it owns its part, and the group has nothing left to do."""
        await self.until(lambda: self.group.is_settled() and self.owned == self._part)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until heartbeats have made something true."""
        while not is_so():
            self._changed.clear()
            await self._changed.wait()

    def answer(self, request: Request, respond: Respond) -> None:
        """Answer a heartbeat. There is no other request in this protocol."""
        if request.key == Api.CONSUMER_GROUP_HEARTBEAT:
            respond(self._response(request.body))
            self._changed.set()
        else:
            respond({"throttle_time": 0, "error_code": ErrorCode.unsupported_version})

    def lose(self, respond: Respond) -> None:
        """Nothing: no answer waits."""

    def note_software(self, name: str, version: str) -> None:
        """Record the client's name and version."""
        self.software = f"{name} {version}"

    def note_offsets(self) -> None:
        """Nothing: a heartbeat says what the member owns."""

    def note_metadata(self, names: frozenset[str]) -> None:
        """Nothing: the coordinator knows the topics."""

    def _response(self, body: Any) -> dict[str, Any]:
        said = Heartbeat(body.member_epoch, self._partitions(body.topic_partitions), body.subscribed_topic_names)
        self.heartbeats.append(said)
        if self.next_error is not None:
            return self._refuse()
        if said.epoch < 0:
            self.group = leave_group(self.group, self.member_id)
            return _values(HeartbeatAnswer(epoch=said.epoch), self.member_id)
        if said.epoch == 0:
            self.member_id = body.member_id or "member"
            self.group, self.owned, self._given = join_group(self.group, self.member_id), NOTHING, None
            self._set_target()
        self._note_owned(said)
        self.group, answer = heartbeat(self.group, self.member_id, said.epoch, self.owned)
        values = _values(answer, self.member_id)
        if answer.error is KafkaError.NONE and answer.assigned != self._given:
            self._given = answer.assigned
            values["assignment"] = {"topic_partitions": self._entries(answer.assigned)}
        self._move_other()
        return values

    def _refuse(self) -> dict[str, Any]:
        """Answer with the error that the script has set. The coordinator no longer knows an unknown member."""
        assert self.next_error is not None
        error, self.next_error = self.next_error, None
        if error is KafkaError.UNKNOWN_MEMBER_ID:
            self.group = leave_group(self.group, self.member_id)
        return _values(HeartbeatAnswer(error=error), self.member_id)

    def _note_owned(self, said: Heartbeat) -> None:
        member = self.group.members.get(self.member_id)
        if said.owned is None or member is None:
            return
        self.untrue |= said.owned - member.assigned - member.revoking
        self.owned = said.owned

    def _move_other(self) -> None:
        """The other member's heartbeat. It owns exactly what it was given last, and gives up at once."""
        other = self.group.members.get(OTHER)
        if other is not None and not self.other_is_silent:
            self.group, _ = heartbeat(self.group, OTHER, other.epoch, other.assigned)

    def _set_target(self) -> None:
        target = {self.member_id: self._part, OTHER: self._rest}
        known = {name: part for name, part in target.items() if name in self.group.members}
        self.group = set_target(replace(self.group, epoch=self.group.epoch + 1), known)

    def _partitions(self, entries: Any) -> Partitions | None:
        if entries is None:
            return None
        names = {self._pool.topic_id(name): name for name in self._pool.partition_counts()}
        return frozenset(
            TopicPartition(names[entry.topic_id], number) for entry in entries for number in entry.partitions
        )

    def _entries(self, partitions: Partitions) -> list[dict[str, Any]]:
        topics: dict[str, list[int]] = {}
        for topic, number in sorted(partitions):
            topics.setdefault(topic, []).append(number)
        return [{"topic_id": self._pool.topic_id(name), "partitions": ids} for name, ids in topics.items()]


def _values(answer: HeartbeatAnswer, member_id: str) -> dict[str, Any]:
    return {
        "throttle_time": 0,
        "error_code": ErrorCode(answer.error.value),
        "error_message": None,
        "member_id": member_id,
        "member_epoch": answer.epoch,
        "heartbeat_interval": _INTERVAL,
        "assignment": None,
    }
