"""What one member did on the wire in one situation, and whether it is what the model of its client says."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from kafka_assay.assignors.hosted.wire.broker import serve
from kafka_assay.assignors.hosted.wire.messages import ANNOUNCED, Api
from kafka_assay.assignors.hosted.wire.subscriptions import Subscription
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Claims, Member
from kafka_assay.assignors.user_data import UserData, read_cooperative_user_data, read_sticky_user_data
from kafka_assay.membership.member_state import JoinMetadata, MemberState
from kafka_assay.properties.records.typed_record import READERS
from tests.support.wire.member_program import MemberProgram, running_member
from tests.support.wire.recipes import Words
from tests.support.wire.scripted_group import ScriptedGroup
from tests.support.wire.situations import INSTANCE, RACK, SITUATIONS, SLOW, TOPICS, PoolWithIds, Stage
from tests.support.wire.wire_members import MEMBERS, WireMember

JOIN_SECONDS = 20.0
SILENT_SECONDS = 8.0
"""So long does the study wait for a member that probably never joins again."""
_NAMES = tuple(topic.name for topic in TOPICS)
_GENERATION_ONLY, _VERSION_PREFIX = 4, 2
_NEWEST_METADATA = (0, 12)
"""The versions of `Metadata` that a broker of the study speaks; since 10 it has the ids of topics."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """
    What a member sent after a situation: a line of a record.

    `held` is its last assignment, at the generation `assigned`; `joined` is that of its last join. `topics` is its
    subscription. `sent` is the content of its next JoinGroup; None: it did not join, and `end` says what it did.
    """

    member: str
    situation: str
    software: str
    held: Claims
    assigned: int | None
    joined: int | None
    topics: tuple[str, ...]
    sent: JoinMetadata | None
    end: str


READERS[Claims] = lambda value, _: _claims(value)


def _claims(claims: Any) -> Claims:
    return tuple((topic, tuple(ids)) for topic, ids in claims)


async def observe(member: WireMember, program_words: Words, name: str) -> Observation:
    """Start the member's program with these words, and put it into the situation `name`."""
    group, pool = ScriptedGroup(), PoolWithIds()
    pool.show(TOPICS)
    served, servers = await serve(cast("Any", group), pool, {**ANNOUNCED, Api.METADATA: _NEWEST_METADATA})
    start = (*program_words, served.bootstrap, "assay", ",".join(_NAMES), member.strategy)
    try:
        with running_member((*start, *member.arguments(name))) as program:
            stage = Stage(group=group, pool=pool, program=program)
            sent, end = await _play(member, name, stage, program)
    finally:
        for server in servers:
            server.close()
            await server.wait_closed()
    return Observation(
        member=member.name,
        situation=name,
        software=group.software,
        held=stage.held,
        assigned=stage.assigned,
        joined=stage.joined,
        topics=stage.topics,
        sent=sent,
        end=end,
    )


async def _play(member: WireMember, name: str, stage: Stage, program: MemberProgram) -> tuple[JoinMetadata | None, str]:
    situation = SITUATIONS[name]
    seconds = SILENT_SECONDS if situation.is_fatal or name in member.silent else JOIN_SECONDS
    playing = asyncio.ensure_future(situation.play(stage))
    await asyncio.wait((playing, program.ended), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if not playing.done():
        playing.cancel()
        ending = f"ended {program.ended.result()}: {program.last_line()}" if program.ended.done() else ""
        return None, ending or f"no JoinGroup within {seconds:.0f} s"
    try:
        return sent_metadata(playing.result().subscription, member.protocol), ""
    except TimeoutError as never:
        return None, str(never)


def sent_metadata(subscription: Subscription, protocol: Protocol) -> JoinMetadata:
    """
    What a member sent: its topics, and the claims in the place that its protocol reads, both sorted.

    A generation of -1 is none. So is 0, which new members of franz-go write: a group's first generation is 1.
    """
    data = _user_data(subscription.user_data)
    owned = tuple(subscription.owned.items())
    claims = owned if protocol is Protocol.COOPERATIVE else data.claims
    return JoinMetadata(
        topics=tuple(sorted(subscription.topics)),
        claims=tuple(sorted((topic, tuple(sorted(ids))) for topic, ids in claims)),
        field=None if subscription.generation < 0 else subscription.generation,
        user_data=data.generation or None,
        version=subscription.version,
        rack=subscription.rack,
    )


def _user_data(data: bytes) -> UserData:
    """User data in one of three forms: a generation alone, sticky, or sticky after a version (kafka-python)."""
    if len(data) == _GENERATION_ONLY:
        return UserData(generation=read_cooperative_user_data(data))
    plain = read_sticky_user_data(data)
    return read_sticky_user_data(data[_VERSION_PREFIX:]) if data and plain.version is None else plain


class Verdict(StrEnum):
    """How a member compares with the model of its client."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_JUDGED = "not judged"
    """The model has no rule for this."""


def verdict_on(seen: Observation) -> Verdict:
    """How an observation compares with the model."""
    situation, member = SITUATIONS[seen.situation], MEMBERS[seen.member]
    if not situation.is_judged or (seen.sent is None and seen.situation in member.silent):
        return Verdict.NOT_JUDGED
    if situation.is_fatal:
        agrees = (seen.sent is not None) == member.model.survives_fencing
    else:
        agrees = seen.sent == expected_metadata(seen) and (member.model.leaves_when_slow or seen.situation != SLOW)
    return Verdict.AGREES if agrees else Verdict.DIFFERS


def expected_metadata(seen: Observation) -> JoinMetadata:
    """What the model says that the member sends next, if it joins."""
    situation, member = SITUATIONS[seen.situation], MEMBERS[seen.member]
    state = MemberState(
        config=Member(
            id="C0",
            subscription=_NAMES,
            instance_id=INSTANCE if situation.is_static else None,
            rack=RACK if member.settings.rack else None,
        ),
        model=member.model,
        held=seen.held,
        assigned=seen.assigned,
        joined=seen.joined,
        situation=situation.rule,
    )
    if seen.topics != _NAMES:
        state = state.resubscribed(seen.topics)
    if situation.then_misses and seen.joined is not None:
        state = state.without_sync(seen.joined)
    sent = state.metadata()
    if not (situation.deletes and situation.refreshes and member.model.drops_deleted):
        return sent
    return replace(
        sent,
        topics=tuple(topic for topic in sent.topics if topic != situation.deletes),
        claims=tuple(claim for claim in sent.claims if claim[0] != situation.deletes),
    )
