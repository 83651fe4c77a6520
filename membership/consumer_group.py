"""
What the coordinator of a KIP-848 group remembers, and how it brings each member to its part of the target.

Source: `CurrentAssignmentBuilder` and `GroupMetadataManager.consumerGroupHeartbeat` of kafka-group-coordinator 4.4.0.
Regular expressions and the upgrade from the classic protocol are not modelled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from kafka_assay.assignors.life import KafkaError
from kafka_assay.assignors.model import TopicPartition

Partitions: TypeAlias = frozenset[TopicPartition]
NOTHING: Partitions = frozenset()


class ReconciliationState(Enum):
    """Where a member stands on its way to the target (`MemberState`)."""

    STABLE = "stable"
    UNREVOKED = "unrevoked partitions"
    """It must give partitions up first; its epoch waits."""
    UNRELEASED = "unreleased partitions"
    """It waits for partitions that others have not given up."""


@dataclass(frozen=True, slots=True)
class ServerMember:
    """A member: `assigned` is what it may read, `revoking` what it still has to give up."""

    id: str
    epoch: int = 0
    state: ReconciliationState = ReconciliationState.STABLE
    assigned: Partitions = NOTHING
    revoking: Partitions = NOTHING


@dataclass(frozen=True, slots=True)
class ConsumerGroup:
    """A KIP-848 group. `epoch` rises with each change, `target_epoch` with each new target."""

    epoch: int = 0
    target_epoch: int = 0
    target: Mapping[str, Partitions] = field(default_factory=dict)
    members: Mapping[str, ServerMember] = field(default_factory=dict)

    def is_settled(self) -> bool:
        """Whether every member has exactly its part of the newest target."""
        return all(
            member.epoch == self.target_epoch
            and member.state is ReconciliationState.STABLE
            and member.assigned == self.target.get(member.id, NOTHING)
            for member in self.members.values()
        )


@dataclass(frozen=True, slots=True)
class HeartbeatAnswer:
    """The response to a heartbeat: an error, or the member's epoch and what it may read now."""

    error: KafkaError = KafkaError.NONE
    epoch: int = -1
    assigned: Partitions = NOTHING


def join_group(group: ConsumerGroup, member_id: str) -> ConsumerGroup:
    """The group after a heartbeat with epoch 0. A member that is known starts again without partitions."""
    return replace(group, epoch=group.epoch + 1, members={**group.members, member_id: ServerMember(member_id)})


def leave_group(group: ConsumerGroup, member_id: str) -> ConsumerGroup:
    """The group after a heartbeat with epoch -1, or after the session timeout. Its partitions are free at once."""
    members = {name: member for name, member in group.members.items() if name != member_id}
    target = {name: part for name, part in group.target.items() if name != member_id}
    return replace(group, epoch=group.epoch + 1, members=members, target=target)


def replace_member(group: ConsumerGroup, member_id: str) -> ConsumerGroup:
    """
    The group after a static member's new process has joined: it keeps its part of the target, and owns nothing yet.

    Source: `GroupMetadataManager.getOrMaybeSubscribeStaticConsumerGroupMember`, 4.4.0. The epoch does not rise.
    """
    if member_id not in group.members:
        return group
    return replace(group, members={**group.members, member_id: ServerMember(member_id)})


def set_target(group: ConsumerGroup, target: Mapping[str, Partitions]) -> ConsumerGroup:
    """The group with a new target assignment, for the present epoch."""
    return replace(group, target=dict(target), target_epoch=group.epoch)


def heartbeat(
    group: ConsumerGroup, member_id: str, epoch: int, owned: Partitions
) -> tuple[ConsumerGroup, HeartbeatAnswer]:
    """The group after a heartbeat that reports `owned`, and the response."""
    member = group.members.get(member_id)
    if member is None:
        return group, HeartbeatAnswer(error=KafkaError.UNKNOWN_MEMBER_ID)
    if epoch != member.epoch:
        return group, HeartbeatAnswer(error=KafkaError.FENCED_MEMBER_EPOCH)
    member = _reconcile(group, member, owned)
    group = replace(group, members={**group.members, member_id: member})
    return group, HeartbeatAnswer(epoch=member.epoch, assigned=member.assigned)


def _reconcile(group: ConsumerGroup, member: ServerMember, owned: Partitions) -> ServerMember:
    match member.state:
        case ReconciliationState.UNREVOKED if member.revoking & owned:
            return member
        case ReconciliationState.STABLE if member.epoch == group.target_epoch:
            return member
        case _:
            return _compute_next(group, replace(member, revoking=NOTHING), owned)


def _compute_next(group: ConsumerGroup, member: ServerMember, owned: Partitions) -> ServerMember:
    """The next step to the target: first give up, then take what nobody else has (`computeNextAssignment`)."""
    target = group.target.get(member.id, NOTHING)
    kept = member.assigned & target
    surplus = member.assigned - target
    if surplus & owned:
        return replace(member, state=ReconciliationState.UNREVOKED, assigned=kept, revoking=surplus)
    others = [other for other in group.members.values() if other.id != member.id]
    taken = frozenset[TopicPartition]().union(*(other.assigned | other.revoking for other in others))
    waits = bool((target - kept) & taken)
    return replace(
        member,
        epoch=group.target_epoch,
        state=ReconciliationState.UNRELEASED if waits else ReconciliationState.STABLE,
        assigned=kept | (target - kept - taken),
        revoking=NOTHING,
    )
