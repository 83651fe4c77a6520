"""
How a rebalance of a classic group begins, and how its join phase ends.

Source: `GroupMetadataManager.prepareRebalance` and `.completeClassicGroupJoin`, `ClassicGroup.remove` and
`.maybeElectNewJoinedLeader`, 4.4.0.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.membership.classic.classic_group import Answer, ClassicGroup, GroupMember, GroupState, Outcome


def prepare_rebalance(group: ClassicGroup) -> Outcome:
    """Start a rebalance. Members that wait for their SyncGroup are answered with REBALANCE_IN_PROGRESS."""
    waiting = (
        tuple(
            Answer(to=member.id, error=KafkaError.REBALANCE_IN_PROGRESS, member_id=member.id)
            for member in group.members
            if member.has_synced
        )
        if group.state is GroupState.COMPLETING
        else ()
    )
    members = tuple(replace(member, has_synced=False) for member in group.members) if waiting else group.members
    is_new = group.state is GroupState.EMPTY
    return replace(group, state=GroupState.PREPARING, members=members, is_new=is_new), waiting


def maybe_complete_join(group: ClassicGroup) -> Outcome:
    """End the join phase if every member has joined and no handed-out id is missing."""
    is_waiting = group.is_new or bool(group.pending) or not all(member.has_joined for member in group.members)
    if group.state is not GroupState.PREPARING or is_waiting:
        return group, ()
    return complete_join(group)


def complete_join(group: ClassicGroup) -> Outcome:
    """
    End the join phase: by completeness, or because the rebalance timeout has passed.

    Dynamic members that did not join are removed. Static ones stay, with the metadata of their last JoinGroup. If only
    such static members are left, the join phase goes on.
    """
    group = replace(group, pending=frozenset(), is_new=False)
    for member in group.members:
        if not member.has_joined and member.instance_id is None:
            group = remove_member(group, member.id)
    kept = group.members
    if not kept:
        return replace(group, state=GroupState.EMPTY, generation=group.generation + 1, leader=None), ()
    leader = elect_leader(group)
    if leader is None:
        return group, ()
    joined = [member for member in kept if member.has_joined]
    group = replace(
        group,
        state=GroupState.COMPLETING,
        generation=group.generation + 1,
        leader=leader,
        members=tuple(replace(member, has_joined=False, has_synced=False, assignment=None) for member in kept),
    )
    return group, tuple(join_answer(group, member.id) for member in joined)


def elect_leader(group: ClassicGroup) -> str | None:
    """
    The leader of the next generation: the present one if it has joined, else the first joined member in order.

    None: nobody has joined.
    """
    joined = [member.id for member in group.in_order() if member.has_joined]
    if group.leader in joined:
        return group.leader
    return joined[0] if joined else None


def join_answer(group: ClassicGroup, member_id: str) -> Answer:
    """The response to a JoinGroup that succeeded. The leader is told all members, those that did not rejoin too."""
    members: tuple[GroupMember, ...] = group.in_order() if member_id == group.leader else ()
    return Answer(to=member_id, member_id=member_id, generation=group.generation, leader=group.leader, members=members)


def remove_member(group: ClassicGroup, member_id: str) -> ClassicGroup:
    """The group without a member. If it led, the first of the others in order leads (`ClassicGroup.remove`)."""
    left = replace(group, members=tuple(member for member in group.members if member.id != member_id))
    if group.leader != member_id:
        return left
    return replace(left, leader=next((member.id for member in left.in_order()), None))
