"""
What the coordinator of a classic group remembers, and how it takes members through a rebalance.

Source: `ClassicGroup` and `GroupMetadataManager` of kafka-group-coordinator 4.4.0 (read as byte code). A join phase
ends when its time is over; single requests are not modelled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kafka_assay.assignors.model import Claims
from kafka_assay.assignors.ownership import next_generation
from kafka_assay.membership.member_state import JoinMetadata


@dataclass(slots=True)
class GroupMember:
    """A member as the coordinator knows it: its last JoinGroup, and its part of the last plan."""

    id: str
    metadata: JoinMetadata
    instance_id: str | None = None
    assignment: Claims = ()


class ClassicGroup:
    """
    A classic group. `members` are in the order in which a JoinGroup response lists them.

    `is_stable`: the leader has sent its plan, and no rebalance has begun since.
    """

    def __init__(self, generation: int = 0) -> None:
        self.generation = generation
        self.leader: str | None = None
        self.is_stable = False
        self.members: dict[str, GroupMember] = {}

    def remove(self, name: str) -> None:
        """Forget a member. If it led, the first of the others in order leads (`ClassicGroup.remove`)."""
        self.members.pop(name, None)
        if self.leader == name:
            self.leader = next(iter(self.members), None)

    def join(self, member: GroupMember) -> None:
        """
        Take a member into the rebalance. The first one leads.

        Another member with its instance id is fenced: the new one takes its place and its leadership (KIP-345,
        `GroupMetadataManager.updateStaticMemberThenRebalanceOrCompleteJoin`).
        """
        alike = (one.id for one in self.members.values() if None is not one.instance_id == member.instance_id)
        fenced = next(alike, member.id)
        if fenced != member.id:
            self.members = {member.id if name == fenced else name: one for name, one in self.members.items()}
            self.leader = member.id if self.leader == fenced else self.leader
        self.members[member.id] = member
        self.leader = member.id if self.leader is None else self.leader

    def sort(self, order: Iterable[str]) -> None:
        """List the members in this order; members that it does not name come last."""
        first = {name: self.members[name] for name in order if name in self.members}
        self.members = first | self.members

    def complete_join(self, joined: Collection[str]) -> tuple[str, ...]:
        """
        End the join phase. Returns the members that are told so: those in `joined`; none if nobody can lead.

        Dynamic members that did not join are removed. Static ones stay, with the metadata of their last JoinGroup. The
        present leader leads if it has joined, else the first joined member in order does
        (`GroupMetadataManager.completeClassicGroupJoin`, `ClassicGroup.maybeElectNewJoinedLeader`).
        """
        self.is_stable = False
        for member in tuple(self.members.values()):
            if member.id not in joined and member.instance_id is None:
                self.remove(member.id)
        there = tuple(name for name in self.members if name in joined)
        if self.members and not there:
            return ()
        self.generation = next_generation(self.generation)
        self.leader = self.leader if self.leader in there else next(iter(there), None)
        return there

    def sync(self, plan: Mapping[str, Claims]) -> None:
        """The leader's SyncGroup: each member has its part of the plan."""
        for member in self.members.values():
            member.assignment = plan.get(member.id, ())
        self.is_stable = True
