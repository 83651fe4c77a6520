"""
What the coordinator of a classic group remembers, and what it answers.

Source: `ClassicGroup` and `GroupMetadataManager` of kafka-group-coordinator 4.4.0 (read as byte code).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from kafka_assay.assignors.kafka_errors import KafkaError
from kafka_assay.membership.hash_order import hash_order


class GroupState(Enum):
    """The states of a classic group that has a coordinator."""

    EMPTY = "Empty"
    PREPARING = "PreparingRebalance"
    COMPLETING = "CompletingRebalance"
    STABLE = "Stable"


@dataclass(frozen=True, slots=True)
class GroupMember:
    """
    A member as the coordinator knows it. `metadata` and `assignment` are bytes to it: it compares them, no more.

    `has_joined`: it has sent its JoinGroup for the rebalance in preparation. `has_synced`: the same for SyncGroup.
    """

    id: str
    metadata: object = None
    instance_id: str | None = None
    has_joined: bool = False
    has_synced: bool = False
    assignment: object = None


@dataclass(frozen=True, slots=True)
class ClassicGroup:
    """
    A classic group. `pending` holds ids that were handed out by MEMBER_ID_REQUIRED and have not joined (KIP-394).

    `is_new`: the first rebalance of an empty group waits for `group.initial.rebalance.delay.ms`. `hashes_ids`: list
    members in the order of Java's `HashMap`, and not in the order in which they came.
    """

    state: GroupState = GroupState.EMPTY
    generation: int = 0
    leader: str | None = None
    members: tuple[GroupMember, ...] = ()
    pending: frozenset[str] = frozenset()
    is_new: bool = False
    hashes_ids: bool = False

    def member(self, member_id: str) -> GroupMember | None:
        """The member with this id."""
        return next((member for member in self.members if member.id == member_id), None)

    def static_member(self, instance_id: str) -> GroupMember | None:
        """The member with this `group.instance.id`."""
        return next((member for member in self.members if member.instance_id == instance_id), None)

    def in_order(self) -> tuple[GroupMember, ...]:
        """The members in the order in which a JoinGroup response lists them."""
        if not self.hashes_ids:
            return self.members
        return tuple(map(dict(zip(self._ids(), self.members, strict=True)).__getitem__, hash_order(self._ids())))

    def with_member(self, changed: GroupMember) -> ClassicGroup:
        """The group in which `changed` stands in the place of the member with its id, or at the end."""
        members = tuple(changed if member.id == changed.id else member for member in self.members)
        return replace(self, members=members if changed in members else (*members, changed))

    def _ids(self) -> tuple[str, ...]:
        return tuple(member.id for member in self.members)


@dataclass(frozen=True, slots=True)
class Answer:
    """
    The response to one request of the member `to`.

    `member_id` is the id to use from now on. `members` is filled for the leader alone.
    """

    to: str
    error: KafkaError = KafkaError.NONE
    member_id: str = ""
    generation: int = -1
    leader: str | None = None
    members: tuple[GroupMember, ...] = ()
    assignment: object = None


Outcome: TypeAlias = tuple[ClassicGroup, tuple[Answer, ...]]
"""The group after a request or a timeout, and the answers that the coordinator now sends."""


def refuse(group: ClassicGroup, to: str, error: KafkaError) -> Outcome:
    """The unchanged group, and an error for one member."""
    return group, (Answer(to=to, error=error, member_id=to),)


def identity_error(group: ClassicGroup, member_id: str, instance_id: str | None) -> KafkaError:
    """
    What is wrong with a request that names this id and instance id (KIP-345).

    Source: `GroupMetadataManager.validateClassicGroupSync`, `ClassicGroup.validateMember`.
    """
    if instance_id is not None:
        static = group.static_member(instance_id)
        if static is None:
            return KafkaError.UNKNOWN_MEMBER_ID
        return KafkaError.NONE if static.id == member_id else KafkaError.FENCED_INSTANCE_ID
    return KafkaError.NONE if group.member(member_id) is not None else KafkaError.UNKNOWN_MEMBER_ID
