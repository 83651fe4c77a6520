"""
The coordinator of a classic group with one real member, as a script drives it.

Each JoinGroup and SyncGroup waits until the script answers it. Heartbeats are answered at once, with the error that the
script has set.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.coordinator import Respond
from kafka_assay.assignors.hosted.wire.messages import Api, Request
from kafka_assay.assignors.hosted.wire.subscriptions import Subscription, read_assignment, read_subscription

_OK: dict[str, Any] = {"error_code": ErrorCode.none, "throttle_time": 0}
_NO_GROUP: dict[str, Any] = {
    "generation_id": -1,
    "protocol_type": None,
    "protocol_name": "",
    "leader": "",
    "skip_assignment": False,
    "members": [],
}
_TAKES_ID_FIRST = 4
"""The first version of JoinGroup with MEMBER_ID_REQUIRED (KIP-394)."""
_MOST_ROUNDS = 10
_METADATA_SECONDS = 0.5
"""A client that has planned without some metadata gets so long to fetch it."""
_PATIENT_HEARTBEATS = 5
"""A member that has not asked for offsets by then does not ask."""

Part: TypeAlias = "dict[str, list[int]]"
Listed: TypeAlias = "Mapping[str, Any]"
"""A member as the JoinGroup response lists it."""


class Sync(NamedTuple):
    """A SyncGroup."""

    request: Request
    respond: Respond


class Join(Sync):
    """A JoinGroup that counts: the coordinator has not asked for it again with an id."""

    @property
    def member_id(self) -> str:
        """The id in the request; a static member may have none."""
        return str(self.request.body.member_id)

    @property
    def instance_id(self) -> str | None:
        """The group instance id in the request."""
        return getattr(self.request.body, "group_instance_id", None)

    @property
    def strategy(self) -> str:
        """The member's first strategy."""
        return str(self.request.body.protocols[0].name)

    @property
    def metadata(self) -> bytes:
        """The subscription for that strategy, as bytes."""
        return bytes(self.request.body.protocols[0].metadata)

    @property
    def subscription(self) -> Subscription:
        """The subscription for that strategy."""
        return read_subscription(self.metadata)


class ScriptedGroup:
    """Joins and syncs that wait for a script. `heartbeat_error` is the answer to heartbeats until the next join."""

    def __init__(self) -> None:
        """No member has come yet."""
        self.heartbeat_error = ErrorCode.none
        self.software = "unknown"
        self._leaves = 0
        self._changed = asyncio.Event()
        self._requests: asyncio.Queue[tuple[Request, Respond]] = asyncio.Queue()
        self._metadata = 0
        self._ids = 0
        self._heartbeats = 0
        self._asked_offsets = False

    def answer(self, request: Request, respond: Respond) -> None:
        """Answer a heartbeat; keep a join or a sync for the script."""
        if request.key == Api.HEARTBEAT:
            self._heartbeats += 1
            self._changed.set()
            respond({**_OK, "error_code": self.heartbeat_error})
        elif request.key == Api.LEAVE_GROUP:
            self._leaves += 1
            self._changed.set()
            respond({**_OK, "members": []})
        elif request.key in (Api.JOIN_GROUP, Api.SYNC_GROUP):
            self._requests.put_nowait((request, respond))
            self._changed.set()
        else:
            respond({**_OK, "error_code": ErrorCode.unsupported_version})

    def lose(self, respond: Respond) -> None:
        """Nothing: an answer to a lost connection goes nowhere."""

    def note_software(self, name: str, version: str) -> None:
        """Record the client's name and version."""
        self.software = f"{name} {version}"

    def note_offsets(self) -> None:
        """The member uses its assignment."""
        self._asked_offsets = True
        self._changed.set()

    def note_metadata(self, names: frozenset[str]) -> None:
        """The member has been sent metadata."""
        del names
        self._metadata += 1
        self._changed.set()

    async def next_join(self) -> Join:
        """The next JoinGroup that counts. A sync that comes first has missed its rebalance."""
        while True:
            request, respond = await self._requests.get()
            if request.key == Api.SYNC_GROUP:
                fail_sync(respond, ErrorCode.rebalance_in_progress)
                continue
            join = Join(request, respond)
            if join.member_id or join.instance_id or request.version < _TAKES_ID_FIRST:
                self.heartbeat_error = ErrorCode.none
                return join
            fail_join(join, ErrorCode.member_id_required, self._new_id())

    def lead(self, join: Join, generation: int, others: Sequence[Listed] = ()) -> str:
        """Answer a join: the member leads, alone or with `others`. Returns its id."""
        member_id = join.member_id or self._new_id()
        own = {"member_id": member_id, "group_instance_id": join.instance_id, "metadata": join.metadata}
        join.respond(
            {
                **_OK,
                **_NO_GROUP,
                "generation_id": generation,
                "protocol_type": "consumer",
                "protocol_name": join.strategy,
                "leader": member_id,
                "member_id": member_id,
                "members": [own, *others],
            }
        )
        return member_id

    async def next_sync(self) -> Sync | None:
        """The sync that follows a join; None if the member joins again instead. That join is kept."""
        request, respond = await self._requests.get()
        if request.key == Api.SYNC_GROUP:
            return Sync(request, respond)
        self._requests.put_nowait((request, respond))
        return None

    async def settle(self, partitions: int, generation: int) -> tuple[Join, Part]:
        """
        Let the member lead, alone, until its plan has all `partitions` and it uses its part. Returns its join, too.

        Raises `TimeoutError` if that never happens. Some clients plan before they have all metadata, or join again when
        metadata come.
        """
        for _ in range(_MOST_ROUNDS):
            join = await self.next_join()
            part = await self.give_part(join, partitions, generation)
            if part is not None:
                await self._wait_until(lambda: self._is_in_use() or not self._requests.empty())
                if self._is_in_use():
                    return join, part
            await self._metadata_refreshed()
        raise TimeoutError(f"the member has no whole plan in {_MOST_ROUNDS} rebalances")

    async def give_part(
        self, join: Join, partitions: int, generation: int, others: Sequence[Listed] = (), *, is_empty: bool = False
    ) -> Part | None:
        """
        Let the member lead with a join, and give it its part of the plan; `is_empty`: that of a member without any.

        None: it plans fewer `partitions`, so that its sync fails, or it joins again instead.
        """
        member_id = self.lead(join, generation, others)
        sync = await self.next_sync()
        if sync is None:
            return None
        parts = {one.member_id: one.assignment for one in sync.request.body.assignments}
        plan = {member: read_assignment(part) for member, part in parts.items()}
        if sum(len(ids) for part in plan.values() for ids in part.values()) < partitions:
            fail_sync(sync.respond, ErrorCode.rebalance_in_progress)
            return None
        self._heartbeats, self._asked_offsets = 0, False
        receiver = next((one for one in plan if not any(plan[one].values())), "") if is_empty else member_id
        part = parts.get(receiver, b"")  # some leaders leave out members that get nothing
        answer = {"protocol_type": "consumer", "protocol_name": join.strategy, "assignment": part}
        sync.respond({**_OK, **answer})
        return plan.get(receiver, {})

    async def left(self) -> None:
        """Wait until the member leaves."""
        await self._wait_until(lambda: self._leaves > 0)

    async def metadata_seen_or_join(self, times: int) -> None:
        """Wait until the member has been sent metadata so many times more, or joins because of them."""
        goal = self._metadata + times
        await self._wait_until(lambda: self._metadata >= goal or not self._requests.empty())

    async def _metadata_refreshed(self) -> None:
        """Wait until the member has been sent metadata again, but not for long."""
        goal = self._metadata + 1
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wait_until(lambda: self._metadata >= goal), _METADATA_SECONDS)

    def _is_in_use(self) -> bool:
        return self._heartbeats >= (1 if self._asked_offsets else _PATIENT_HEARTBEATS)

    def _new_id(self) -> str:
        self._ids += 1
        return f"member-{self._ids}"

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self._changed.clear()
            await self._changed.wait()


def fail_join(join: Join, error: ErrorCode, member_id: str = "") -> None:
    """Answer a join with an error."""
    join.respond({**_OK, **_NO_GROUP, "error_code": error, "member_id": member_id})


def fail_sync(respond: Respond, error: ErrorCode | None) -> None:
    """Answer a sync with an error; None: close its connection."""
    respond(
        None
        if error is None
        else {**_OK, "error_code": error, "protocol_type": None, "protocol_name": None, "assignment": b""}
    )
