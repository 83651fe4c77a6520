"""
What a KIP-848 member does on the wire when its target changes, or when its coordinator sends it an error.

Each situation starts with a new process. The member first gets all partitions. Then the situation takes place, and the
member has to end with exactly its part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kafka_assay.assignors.life import KafkaError
from kafka_assay.assignors.model import Topic, TopicPartition
from kafka_assay.membership.consumer_group import NOTHING, Partitions, ReconciliationState
from tests.support.wire.member_program import MemberProgram, running_member
from tests.support.wire.reconciling_group import Heartbeat, ReconcilingGroup
from tests.support.wire.situations import TOPICS
from tests.support.wire.topic_ids import PoolWithIds, serve_study

SECONDS = 20.0
SETTLED = "has its part"
_BEATS = 3
"""So many heartbeats show what a member does next, or that it waits."""


@dataclass(slots=True, kw_only=True)
class _Stage:
    """A member's program, its coordinator, and the topics."""

    group: ReconcilingGroup
    pool: PoolWithIds
    program: MemberProgram

    async def beats(self) -> Sequence[Heartbeat]:
        """The next heartbeats of the member."""
        before = len(self.group.heartbeats)
        await self.group.until(lambda: len(self.group.heartbeats) >= before + _BEATS)
        return self.group.heartbeats[before:]


def _all_of(*topics: Topic) -> Partitions:
    return frozenset(TopicPartition(topic.name, number) for topic in topics for number in range(topic.partitions))


async def _join(stage: _Stage) -> str:
    await stage.group.settled()
    first = stage.group.heartbeats[0]
    is_new = first.epoch == 0 and not first.owned
    return SETTLED if is_new else f"joins at epoch {first.epoch} with {_text(first.owned or NOTHING)}"


async def _lose(stage: _Stage) -> str:
    await stage.group.settled()
    stage.group.assign(_all_of(TOPICS[0]), _all_of(TOPICS[1]))
    await stage.group.settled()
    return SETTLED


async def _wait(stage: _Stage) -> str:
    """The member gets partitions back, and the other one gives them up late."""
    group = stage.group
    await _lose(stage)
    group.other_is_silent = True
    group.assign(_all_of(*TOPICS))
    await group.until(lambda: group.group.members[group.member_id].state is ReconciliationState.UNRELEASED)
    await stage.beats()
    if group.owned != _all_of(TOPICS[0]):
        return "does not wait"
    group.other_is_silent = False
    await group.settled()
    return SETTLED


async def _grow(stage: _Stage) -> str:
    await stage.group.settled()
    grown = (replace(TOPICS[0], partitions=5), TOPICS[1])
    stage.pool.show(grown)
    stage.group.assign(_all_of(*grown))
    await stage.group.settled()
    return SETTLED


async def _subscribe(stage: _Stage) -> str:
    await stage.group.settled()
    name = TOPICS[0].name
    stage.program.subscribe([name])
    await stage.group.until(lambda: stage.group.heartbeats[-1].topics == (name,))
    stage.group.assign(_all_of(TOPICS[0]))
    await stage.group.settled()
    return SETTLED


async def _fail(stage: _Stage, error: KafkaError) -> str:
    """A heartbeat is answered with `error`."""
    group = stage.group
    await group.settled()
    group.next_error = error
    await group.until(lambda: group.next_error is None)
    beats = await stage.beats()
    joined = next((beat for beat in beats if beat.epoch == 0), None)
    if joined is None:
        return f"goes on at epoch {beats[-1].epoch}"
    if joined.owned:
        return f"joins again with {_text(joined.owned)}"
    await group.settled()
    return SETTLED


SITUATIONS: Mapping[str, Callable[[_Stage], Awaitable[str]]] = {
    "a new process": _join,
    "lost partitions": _lose,
    "partitions that another member gives up late": _wait,
    "a topic grows": _grow,
    "a changed subscription": _subscribe,
    "UNKNOWN_MEMBER_ID": partial(_fail, error=KafkaError.UNKNOWN_MEMBER_ID),
    "FENCED_MEMBER_EPOCH": partial(_fail, error=KafkaError.FENCED_MEMBER_EPOCH),
}
"""Name -> how it takes place. The text says what the member did."""


async def reconcile(words: Sequence[str], arguments: Sequence[str], name: str) -> str:
    """Start a member's program with these words, put it into the situation `name`, and say what it did."""
    pool = PoolWithIds()
    pool.show(TOPICS)
    group = ReconcilingGroup(pool)
    group.assign(_all_of(*TOPICS))
    served, servers = await serve_study(group, pool)
    topics = ",".join(topic.name for topic in TOPICS)
    try:
        with running_member((*words, served.bootstrap, "assay", topics, "consumer", *arguments)) as program:
            did = await _play(_Stage(group=group, pool=pool, program=program), name)
    finally:
        for server in servers:
            server.close()
            await server.wait_closed()
    return did if not group.untrue else f"{did}; said that it owns {_text(group.untrue)}"


async def _play(stage: _Stage, name: str) -> str:
    playing = asyncio.ensure_future(SITUATIONS[name](stage))
    ended = stage.program.ended
    await asyncio.wait((playing, ended), timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        return playing.result()
    playing.cancel()
    if ended.done():
        return f"ended {ended.result()}: {stage.program.last_line()}"
    if not stage.group.heartbeats:
        return "sent no heartbeat"
    return f"owns {_text(stage.group.owned)} after {SECONDS:.0f} s"


def _text(partitions: Partitions) -> str:
    return " ".join(map(str, sorted(partitions))) or "nothing"
