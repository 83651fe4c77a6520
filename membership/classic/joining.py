"""
JoinGroup, as the coordinator of a classic group answers it.

Source: `GroupMetadataManager.classicGroupJoinNewMember`, `.classicGroupJoinExistingMember` and
`.updateStaticMemberThenRebalanceOrCompleteJoin`, 4.4.0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.membership.classic.classic_group import (
    Answer,
    ClassicGroup,
    GroupMember,
    GroupState,
    Outcome,
    identity_error,
    refuse,
)
from kafka_assay.membership.classic.rebalance import join_answer, maybe_complete_join, prepare_rebalance


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """
    A JoinGroup request.

    `member_id` is empty for a member that has no id yet; the coordinator then gives it `new_id`. `takes_id_first`: the
    request has version 4 or newer, so a dynamic member must repeat it with its new id (KIP-394).
    """

    metadata: object
    member_id: str = ""
    new_id: str = ""
    instance_id: str | None = None
    takes_id_first: bool = True


def join(group: ClassicGroup, request: JoinRequest) -> Outcome:
    """The group after a JoinGroup, and all answers that it sets free."""
    if request.member_id:
        return _join_with_id(group, request)
    if request.instance_id is not None:
        static = group.static_member(request.instance_id)
        if static is not None:
            return _replace_static(group, request, static)
    elif request.takes_id_first:
        pending = replace(group, pending=group.pending | {request.new_id})
        answer = Answer(to=request.new_id, error=KafkaError.MEMBER_ID_REQUIRED, member_id=request.new_id)
        return pending, (answer,)
    return _add(group, request, request.new_id)


def _join_with_id(group: ClassicGroup, request: JoinRequest) -> Outcome:
    name = request.member_id
    if request.instance_id is None and name in group.pending:
        return _add(replace(group, pending=group.pending - {name}), request, name)
    error = identity_error(group, name, request.instance_id)
    if error is not KafkaError.NONE:
        return refuse(group, name, error)
    member = group.member(name)
    assert member is not None
    is_unchanged = member.metadata == request.metadata
    match group.state:
        case GroupState.COMPLETING if is_unchanged:
            return group, (join_answer(group, name),)
        case GroupState.STABLE if is_unchanged and name != group.leader:
            return group, (replace(join_answer(group, name), members=()),)
        case _:
            return _enter(group, replace(member, metadata=request.metadata))


def _add(group: ClassicGroup, request: JoinRequest, name: str) -> Outcome:
    leader = name if group.leader is None else group.leader
    member = GroupMember(id=name, metadata=request.metadata, instance_id=request.instance_id)
    return _enter(replace(group, leader=leader), member)


def _enter(group: ClassicGroup, member: GroupMember) -> Outcome:
    """Take a member into the rebalance in preparation; start one if there is none."""
    begun: tuple[Answer, ...] = ()
    if group.state is not GroupState.PREPARING:
        group, begun = prepare_rebalance(group)
    group, ended = maybe_complete_join(group.with_member(replace(member, has_joined=True, has_synced=False)))
    return group, (*begun, *ended)


def _replace_static(group: ClassicGroup, request: JoinRequest, old: GroupMember) -> Outcome:
    """
    A static member has restarted: its new id takes the old one's place, leadership and assignment (KIP-345).

    In a stable group nothing else happens, whatever the new metadata says: the model has one protocol, so its choice
    cannot change. The old id is fenced; if it waits for an answer, it is told so.
    """
    member = replace(old, id=request.new_id, metadata=request.metadata)
    fenced = (
        (Answer(to=old.id, error=KafkaError.FENCED_INSTANCE_ID, member_id=old.id),)
        if (old.has_joined or (old.has_synced and group.state is GroupState.COMPLETING)) and old.id != member.id
        else ()
    )
    group = replace(
        group,
        members=tuple(member if one is old else one for one in group.members),
        leader=member.id if group.leader == old.id else group.leader,
    )
    if group.state is GroupState.STABLE:
        answer = join_answer(group, member.id)
        return group, (*fenced, answer)
    group, answers = _enter(group, member)
    return group, (*fenced, *answers)
