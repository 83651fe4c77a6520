"""
SyncGroup and Heartbeat, as the coordinator of a classic group answers them.

Source: `GroupMetadataManager.classicGroupSync` and `.classicGroupHeartbeat`, 4.4.0.
"""

from __future__ import annotations

from collections.abc import Mapping
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


def sync(
    group: ClassicGroup,
    member_id: str,
    generation: int,
    assignments: Mapping[str, object] | None = None,
    instance_id: str | None = None,
) -> Outcome:
    """
    The group after a SyncGroup, and all answers that it sets free.

    `assignments` (member id -> assignment) comes with the leader's request, and makes the group stable.
    """
    error = _sync_error(group, member_id, generation, instance_id)
    if error is not KafkaError.NONE:
        return refuse(group, member_id, error)
    member = group.member(member_id)
    assert member is not None
    if group.state is GroupState.STABLE:
        return group.with_member(replace(member, has_synced=True)), (_sync_answer(group, member_id, member.assignment),)
    group = group.with_member(replace(member, has_synced=True))
    if member_id != group.leader:
        return group, ()
    given = assignments or {}
    members = tuple(replace(one, assignment=given.get(one.id)) for one in group.members)
    group = replace(group, state=GroupState.STABLE, members=members)
    return group, tuple(_sync_answer(group, one.id, one.assignment) for one in members if one.has_synced)


def heartbeat(group: ClassicGroup, member_id: str, generation: int, instance_id: str | None = None) -> KafkaError:
    """The error code that answers a heartbeat."""
    if group.state is GroupState.EMPTY:
        return KafkaError.UNKNOWN_MEMBER_ID
    error = identity_error(group, member_id, instance_id)
    if error is not KafkaError.NONE:
        return error
    if generation != group.generation:
        return KafkaError.ILLEGAL_GENERATION
    return KafkaError.REBALANCE_IN_PROGRESS if group.state is GroupState.PREPARING else KafkaError.NONE


def _sync_error(group: ClassicGroup, member_id: str, generation: int, instance_id: str | None) -> KafkaError:
    error = identity_error(group, member_id, instance_id)
    if error is not KafkaError.NONE:
        return error
    if generation != group.generation:
        return KafkaError.ILLEGAL_GENERATION
    return KafkaError.REBALANCE_IN_PROGRESS if group.state is GroupState.PREPARING else KafkaError.NONE


def _sync_answer(group: ClassicGroup, member_id: str, assignment: object) -> Answer:
    return Answer(
        to=member_id, member_id=member_id, generation=group.generation, leader=group.leader, assignment=assignment
    )
