"""
kafka-clients: Java's `StickyAssignor` (eager) and `CooperativeStickyAssignor`, releases 0.11 to 4.4.

A Java member forgets its claims in `ConsumerCoordinator.onJoinPrepare`, if its generation was reset before. Before
2.8.1 the method runs once for a rebalance: `AbstractCoordinator.joinGroupIfNeeded` repeats a failed JoinGroup or
SyncGroup without it. Since 2.8.1 (KAFKA-12983) it runs again after UNKNOWN_MEMBER_ID and ILLEGAL_GENERATION
(`AbstractCoordinator.resetStateAndRejoin`). `StickyAssignor` and `CooperativeStickyAssignor` keep what `onAssignment`
gave them for as long as the process lives. A dynamic member that is too slow leaves, and its generation is reset
(`AbstractCoordinator.handlePollTimeoutExpiry`).
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients.claim_rule import (
    Checked,
    ClaimRule,
    ClientModel,
    Situation,
    Stamp,
    rules_for,
    seen_on_wire,
)

FAMILY = "kafka-clients"

_STICKY = "StickyAssignor.subscriptionUserData and .onAssignment"
_HEARTBEAT = (
    "AbstractCoordinator.HeartbeatResponseHandler resets the generation; ConsumerCoordinator.onJoinPrepare drops"
)
_AGAIN = "AbstractCoordinator.joinGroupIfNeeded joins again without onJoinPrepare; ConsumerCoordinator.metadata"
_PREPARED = "AbstractCoordinator.resetStateAndRejoin calls for onJoinPrepare, which drops the claims"
_SYNC = "AbstractCoordinator.SyncGroupResponseHandler keeps the joined generation on REBALANCE_IN_PROGRESS"
_LOST = (Situation.UNKNOWN_AT_HEARTBEAT, Situation.ILLEGAL_GENERATION)
_RETRIED = (Situation.UNKNOWN_AT_JOIN, Situation.UNKNOWN_AT_SYNC)


def _eager(release: str, user_data: Stamp, field: Stamp, joined: Stamp) -> tuple[ClaimRule, ...]:
    """The user data survives every error. `field` and `joined` say what the subscription's field holds."""
    source = f"{_STICKY}, {release}"

    def at(*situations: Situation, field: Stamp) -> tuple[ClaimRule, ...]:
        return rules_for(
            situations, claims=True, field=field, user_data=user_data, source=source, checked=Checked.BYTE_CODE
        )

    return (
        *at(Situation.SETTLED, field=field),
        *at(Situation.MISSED_SYNC, field=joined),
        *at(*_LOST, *_RETRIED, field=Stamp.NONE),
    )


def _cooperative(
    release: str, user_data: Stamp, field: Stamp, joined: Stamp, *, keeps_after_retry: bool = False
) -> tuple[ClaimRule, ...]:
    """The owned partitions are lost with the membership; `keeps_after_retry`: unless a join or sync was answered so."""

    def at(*situations: Situation, claims: bool, field: Stamp, source: str) -> tuple[ClaimRule, ...]:
        return rules_for(
            situations,
            claims=claims,
            field=field,
            user_data=user_data,
            source=f"{source}, {release}",
            checked=Checked.BYTE_CODE,
        )

    return (
        *at(Situation.SETTLED, claims=True, field=field, source="ConsumerCoordinator.metadata"),
        *at(Situation.MISSED_SYNC, claims=True, field=joined, source=_SYNC),
        *at(*_LOST, claims=False, field=Stamp.NONE, source=_HEARTBEAT),
        *at(*_RETRIED, claims=keeps_after_retry, field=Stamp.NONE, source=_AGAIN if keeps_after_retry else _PREPARED),
    )


_EAGER_NOTE = "user data survives every error; it is not filtered by the subscription"

_EAGER = ClientModel(
    family=FAMILY,
    protocol=Protocol.EAGER,
    metadata_version=1,
    first="2.4",
    before="3.4",
    rules=_eager("3.3.2", Stamp.ASSIGNED, Stamp.NONE, Stamp.NONE),
    leaves_when_slow=True,
    note=_EAGER_NOTE,
)
_COOPERATIVE = replace(
    _EAGER,
    protocol=Protocol.COOPERATIVE,
    first="2.8.1",
    rules=_cooperative("3.3.2", Stamp.ASSIGNED, Stamp.NONE, Stamp.NONE),
    drops_unsubscribed=True,
    note="the generation is in the user data (KAFKA-12984)",
)

MODELS = (
    seen_on_wire(
        replace(
            _EAGER,
            metadata_version=0,
            first=None,
            before="2.3",
            rules=_eager("2.2.2", Stamp.NONE, Stamp.NONE, Stamp.NONE),
            note=f"{_EAGER_NOTE}; no generation (KIP-341 came in 2.3)",
        ),
        "2.2.2",
    ),
    seen_on_wire(
        replace(
            _EAGER,
            metadata_version=0,
            first="2.3",
            before="2.4",
            rules=_eager("2.3.1", Stamp.ASSIGNED, Stamp.NONE, Stamp.NONE),
        ),
        "2.3.1",
    ),
    seen_on_wire(_EAGER, "2.4.1", "3.3.2"),
    seen_on_wire(
        replace(
            _EAGER,
            metadata_version=3,
            first="3.4",
            before=None,
            rules=_eager("4.4.0", Stamp.ASSIGNED, Stamp.ASSIGNED, Stamp.JOINED),
            sends_rack=True,
            note=f"{_EAGER_NOTE}; from 3.4.1 the leader's rule is KAFKA-14639, the member's is unchanged",
        ),
        "3.4.1",
        "4.4.0",
    ),
    seen_on_wire(
        replace(
            _COOPERATIVE,
            first="2.4",
            before="2.8.1",
            rules=_cooperative("2.8.0", Stamp.NONE, Stamp.NONE, Stamp.NONE, keeps_after_retry=True),
            note="no generation anywhere",
        ),
        "2.4.1",
        "2.8.0",
    ),
    seen_on_wire(_COOPERATIVE, "2.8.1", "3.3.2"),
    seen_on_wire(
        replace(
            _COOPERATIVE,
            metadata_version=3,
            first="3.4",
            before=None,
            rules=_cooperative("4.4.0", Stamp.ASSIGNED, Stamp.ASSIGNED, Stamp.JOINED),
            sends_rack=True,
            note="where the field is -1, CooperativeStickyAssignor.memberData reads the user data",
        ),
        "3.4.1",
        "4.4.0",
    ),
)
