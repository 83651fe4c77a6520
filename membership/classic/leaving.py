"""
LeaveGroup and the coordinator's timeouts: session, rebalance, and the one for missing SyncGroups.

Source: `GroupMetadataManager.classicGroupLeave`, `.expireClassicGroupMemberHeartbeat`, `.completeClassicGroupJoin` and
`.expirePendingSync`, 4.4.0.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.membership.classic.classic_group import (
    Answer,
    ClassicGroup,
    GroupState,
    Outcome,
    identity_error,
    refuse,
)
from kafka_assay.membership.classic.rebalance import (
    complete_join,
    maybe_complete_join,
    prepare_rebalance,
    remove_member,
)


def leave(group: ClassicGroup, member_id: str, instance_id: str | None = None) -> Outcome:
    """The group after a LeaveGroup. A static member that stops sends none."""
    if member_id in group.pending:
        group, answers = maybe_complete_join(replace(group, pending=group.pending - {member_id}))
        return group, (*answers, Answer(to=member_id, member_id=member_id))
    error = identity_error(group, member_id, instance_id)
    if error is not KafkaError.NONE:
        return refuse(group, member_id, error)
    group, answers = expire_session(group, member_id)
    return group, (*answers, Answer(to=member_id, member_id=member_id))


def expire_session(group: ClassicGroup, member_id: str) -> Outcome:
    """The session timeout of a member has passed without a heartbeat. It is removed, and the others rebalance."""
    if group.member(member_id) is None:
        return group, ()
    return _rebalance_without(group, (member_id,))


def expire_rebalance(group: ClassicGroup) -> Outcome:
    """The rebalance timeout has passed, or the first rebalance's delay: the join phase ends with who has joined."""
    return complete_join(group) if group.state is GroupState.PREPARING else (group, ())


def expire_sync(group: ClassicGroup) -> Outcome:
    """The rebalance timeout has passed after the join phase: members that sent no SyncGroup are removed."""
    if group.state not in {GroupState.COMPLETING, GroupState.STABLE}:
        return group, ()
    missing = tuple(member.id for member in group.members if not member.has_synced)
    return _rebalance_without(group, missing) if missing else (group, ())


def _rebalance_without(group: ClassicGroup, gone: tuple[str, ...]) -> Outcome:
    for member_id in gone:
        group = remove_member(group, member_id)
    begun: tuple[Answer, ...] = ()
    if group.state is not GroupState.PREPARING:
        group, begun = prepare_rebalance(group)
        group = replace(group, is_new=False)
    group, ended = maybe_complete_join(group) if group.members else complete_join(group)
    return group, (*begun, *ended)
