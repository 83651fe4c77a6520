"""
What happens to a member on the wire: one situation at a time, each from an empty group.

First the member settles: it leads, alone, and gets all partitions. Then the situation takes place. The result is the
JoinGroup that the member sends next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.topics import TopicPool
from kafka_assay.assignors.model import Claims, Topic
from kafka_assay.membership.client_model import Situation
from tests.support.wire.member_program import MemberProgram
from tests.support.wire.scripted_group import Join, Part, ScriptedGroup, fail_join, fail_sync

TOPICS = (Topic(name="t0", partitions=3), Topic(name="t1", partitions=2))
_DELETED = "t1"
INSTANCE, RACK = "i0", "r0"
ASSIGNED, JOINED = 5, 6
"""The generation of the member's assignment, and that of a later JoinGroup."""

SLOW = "too slow"
_UNKNOWN, _ILLEGAL = ErrorCode.unknown_member_id, ErrorCode.illegal_generation
_FENCED = ErrorCode.fenced_instance_id
_SEEN_FOR_CERTAIN = 2
"""A client that asks for metadata again has read the answer before."""


_NO_NAME = "no topic has the id "


class PoolWithIds(TopicPool):
    """The topics of a broker, with the ids that clients see since version 10 of `Metadata`."""

    def __init__(self) -> None:
        """Start as any other pool."""
        super().__init__()
        self._deaths: Counter[str] = Counter()

    def recreate(self, name: str) -> None:
        """The topic is deleted and created again: it has another id."""
        self._deaths[name] += 1

    def topic_id(self, name: str) -> UUID:
        """The id of a topic."""
        return uuid5(NAMESPACE_OID, f"{name} {self._deaths[name]}")

    def name_of(self, wanted: Any) -> str:
        """The name of a topic that `Metadata` asks for by name or by id."""
        if wanted.name is not None:
            return super().name_of(wanted)
        known = (name for name in self.partition_counts() if self.topic_id(name) == wanted.topic_id)
        return next(known, f"{_NO_NAME}{wanted.topic_id}")

    def entry(self, name: str) -> dict[str, Any]:
        """The topic of this name as `Metadata` lists it, with its id."""
        if name.startswith(_NO_NAME):
            missing = {"name": None, "topic_id": UUID(name.removeprefix(_NO_NAME))}
            return {**super().entry(name), **missing, "error_code": ErrorCode.unknown_topic_id}
        return {**super().entry(name), "topic_id": self.topic_id(name)}


@dataclass(slots=True, kw_only=True)
class Stage:
    """
    A member's program, its coordinator, and the topics.

    `held` is the member's last assignment, at the generation `assigned`; `joined` is that of its last join, and
    `topics` is its subscription.
    """

    group: ScriptedGroup
    pool: PoolWithIds
    program: MemberProgram
    held: Claims = ()
    assigned: int | None = None
    joined: int | None = None
    topics: tuple[str, ...] = tuple(topic.name for topic in TOPICS)

    async def settle(self) -> Join:
        """Bring the member to its first assignment. Returns the join before it."""
        join, part = await self.group.settle(sum(self.pool.partition_counts().values()), ASSIGNED)
        self.take(part, ASSIGNED)
        return join

    async def rejoin(self, error: ErrorCode = ErrorCode.rebalance_in_progress) -> Join:
        """Answer heartbeats with `error` until the member joins."""
        self.group.heartbeat_error = error
        return await self.group.next_join()

    def take(self, part: Part, generation: int) -> None:
        """The member has this part of a plan."""
        self.held = tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(part.items()) if ids)
        self.assigned = self.joined = generation


Play = Callable[[Stage], Awaitable[Join]]


async def _start(stage: Stage) -> Join:
    return await stage.group.next_join()


async def _heartbeat(stage: Stage, error: ErrorCode = ErrorCode.rebalance_in_progress) -> Join:
    await stage.settle()
    return await stage.rejoin(error)


async def _join(stage: Stage, error: ErrorCode) -> Join:
    await stage.settle()
    fail_join(await stage.rejoin(), error)
    return await stage.group.next_join()


async def _sync(stage: Stage, error: ErrorCode | None, heartbeat: ErrorCode = ErrorCode.rebalance_in_progress) -> Join:
    """The member joins for the error `heartbeat`. Its sync is answered with `error`; None: its connection is closed."""
    await stage.settle()
    stage.group.lead(await stage.rejoin(heartbeat), JOINED)
    stage.joined = JOINED
    sync = await stage.group.next_sync()
    if sync is not None:
        fail_sync(sync.respond, error)
    return await stage.group.next_join()


async def _share(stage: Stage, others: int, *, is_empty: bool = False) -> Join:
    """The member leads again, beside others that have nothing yet, and loses partitions; `is_empty`: all of them."""
    first = await stage.settle()
    listed = [
        {"member_id": f"z{number}", "group_instance_id": None, "metadata": first.metadata} for number in range(others)
    ]
    part = await stage.group.give_part(await stage.rejoin(), 1, JOINED, listed, is_empty=is_empty)
    if part is not None:
        stage.take(part, JOINED)
    return await stage.rejoin()


async def _topics(stage: Stage, change: Callable[[PoolWithIds], None]) -> Join:
    await stage.settle()
    change(stage.pool)
    await stage.group.metadata_seen_or_join(_SEEN_FOR_CERTAIN)
    return await stage.rejoin()


def _grow(pool: PoolWithIds) -> None:
    pool.show((replace(TOPICS[0], partitions=5), TOPICS[1]))


def _delete(pool: PoolWithIds) -> None:
    pool.show(topic for topic in TOPICS if topic.name != _DELETED)


async def _delete_unnoticed(stage: Stage) -> Join:
    await stage.settle()
    _delete(stage.pool)
    return await stage.rejoin()


def _recreate(pool: PoolWithIds) -> None:
    pool.recreate(_DELETED)


async def _subscribe(stage: Stage) -> Join:
    await stage.settle()
    stage.topics = stage.topics[:1]
    stage.program.subscribe(stage.topics)
    return await stage.group.next_join()


async def _slow(stage: Stage) -> Join:
    """The member does not poll for its rebalance timeout, leaves by itself, and polls again."""
    await stage.settle()
    stage.program.stop_polling(stage.topics)
    await stage.group.left()
    stage.program.poll_again()
    return await stage.group.next_join()


@dataclass(frozen=True, slots=True, kw_only=True)
class WireSituation:
    """
    A situation: how it takes place, and which rule of the model it checks.

    `is_static`: the member has an instance id. `is_fatal`: only a member that survives fencing joins again. Not
    `is_judged`: the model has no rule for it. `refreshes`: the member often fetches metadata. `deletes` is the topic
    that is deleted. `then_misses`: afterwards it joins, and misses the sync.
    """

    play: Play
    rule: Situation = Situation.SETTLED
    is_static: bool = False
    is_fatal: bool = False
    is_judged: bool = True
    refreshes: bool = False
    deletes: str | None = None
    then_misses: bool = False


SITUATIONS: Mapping[str, WireSituation] = {
    "a new process": WireSituation(play=_start),
    "settled": WireSituation(play=_heartbeat),
    "settled, static": WireSituation(play=_heartbeat, is_static=True),
    "lost partitions": WireSituation(play=partial(_share, others=1)),
    "lost all partitions": WireSituation(play=partial(_share, others=9, is_empty=True)),
    "missed sync": WireSituation(
        play=partial(_sync, error=ErrorCode.rebalance_in_progress), rule=Situation.MISSED_SYNC
    ),
    "SyncGroup not answered": WireSituation(
        play=partial(_sync, error=None), rule=Situation.MISSED_SYNC, is_judged=False
    ),
    "UNKNOWN_MEMBER_ID to a heartbeat": WireSituation(
        play=partial(_heartbeat, error=_UNKNOWN), rule=Situation.UNKNOWN_AT_HEARTBEAT
    ),
    "UNKNOWN_MEMBER_ID to a heartbeat, then a missed sync": WireSituation(
        play=partial(_sync, error=ErrorCode.rebalance_in_progress, heartbeat=_UNKNOWN),
        rule=Situation.UNKNOWN_AT_HEARTBEAT,
        then_misses=True,
    ),
    "UNKNOWN_MEMBER_ID to JoinGroup": WireSituation(
        play=partial(_join, error=_UNKNOWN), rule=Situation.UNKNOWN_AT_JOIN
    ),
    "UNKNOWN_MEMBER_ID to JoinGroup, static": WireSituation(
        play=partial(_join, error=_UNKNOWN), rule=Situation.UNKNOWN_AT_JOIN, is_static=True
    ),
    "UNKNOWN_MEMBER_ID to SyncGroup": WireSituation(
        play=partial(_sync, error=_UNKNOWN), rule=Situation.UNKNOWN_AT_SYNC
    ),
    "ILLEGAL_GENERATION to a heartbeat": WireSituation(
        play=partial(_heartbeat, error=_ILLEGAL), rule=Situation.ILLEGAL_GENERATION
    ),
    "ILLEGAL_GENERATION to SyncGroup": WireSituation(
        play=partial(_sync, error=_ILLEGAL), rule=Situation.UNKNOWN_AT_SYNC
    ),
    "FENCED_INSTANCE_ID to a heartbeat": WireSituation(
        play=partial(_heartbeat, error=_FENCED), is_static=True, is_fatal=True
    ),
    "FENCED_INSTANCE_ID to JoinGroup": WireSituation(play=partial(_join, error=_FENCED), is_static=True, is_fatal=True),
    "FENCED_INSTANCE_ID to SyncGroup": WireSituation(play=partial(_sync, error=_FENCED), is_static=True, is_fatal=True),
    "a topic grows": WireSituation(play=partial(_topics, change=_grow), refreshes=True),
    "a topic is deleted": WireSituation(play=partial(_topics, change=_delete), refreshes=True, deletes=_DELETED),
    "a topic is deleted, unnoticed": WireSituation(play=_delete_unnoticed, deletes=_DELETED),
    "a topic is recreated": WireSituation(play=partial(_topics, change=_recreate), refreshes=True),
    "a changed subscription": WireSituation(play=_subscribe),
    SLOW: WireSituation(play=_slow, rule=Situation.UNKNOWN_AT_HEARTBEAT),
}
"""Name -> situation."""
