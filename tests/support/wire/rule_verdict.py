"""Whether what a member did on the wire is what the model of its client says."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from kafka_assay.assignors.model import Member
from kafka_assay.membership.member_state import JoinMetadata, MemberState
from tests.support.wire.observation import Observation
from tests.support.wire.situations import INSTANCE, RACK, SITUATIONS, SLOW, TOPICS
from tests.support.wire.wire_members import MEMBERS

_NAMES = tuple(topic.name for topic in TOPICS)


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
