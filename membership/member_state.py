"""What one member remembers between rebalances, and what it therefore sends when it joins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Claims, Member
from kafka_assay.membership.client_model import ClaimRule, ClientModel, Situation, Stamp

_LOST = (Situation.UNKNOWN_AT_HEARTBEAT, Situation.ILLEGAL_GENERATION)
_FIELD_SINCE = 2
"""The first version of the subscription that has a field for the generation (KIP-792)."""


@dataclass(frozen=True, slots=True)
class JoinMetadata:
    """
    The content of a member's JoinGroup.

    `claims` stand in the owned partitions of a cooperative member, and in the user data of an eager one. `field` is the
    generation in the subscription, `user_data` that in the user data; None where there is none.
    """

    topics: tuple[str, ...]
    claims: Claims
    field: int | None
    user_data: int | None
    version: int
    rack: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberState:
    """
    A member's client. `config` holds what its user sets: id, subscription, instance id, rack.

    `held` is its last assignment, `assigned` the generation of that, `joined` the generation of its last JoinGroup.
    """

    config: Member
    model: ClientModel
    held: Claims = ()
    assigned: int | None = None
    joined: int | None = None
    situation: Situation = Situation.SETTLED

    def metadata(self) -> JoinMetadata:
        """What it sends in its next JoinGroup."""
        rule = self._rule()
        claims = self.held if rule.claims else ()
        if self.model.drops_unsubscribed:
            claims = tuple(claim for claim in claims if claim[0] in self.config.subscription)
        is_stamped = bool(claims) or not self.model.stamps_claims_only
        version = self.config.metadata_version if self.model.metadata_version is None else self.model.metadata_version
        return JoinMetadata(
            topics=self.config.subscription,
            claims=claims,
            field=self._generation(rule.field) if is_stamped and version >= _FIELD_SINCE else None,
            user_data=self._generation(rule.user_data) if is_stamped else None,
            version=version,
            rack=self.config.rack if self.model.sends_rack else None,
        )

    def reading(self) -> Claims:
        """What it still reads when its rebalance ends: nothing, if a heartbeat told it that its membership was lost."""
        return () if self.situation in _LOST else self.held

    def received(self, claims: Claims, generation: int) -> MemberState:
        """The state after a SyncGroup that brought an assignment."""
        return MemberState(config=self.config, model=self.model, held=claims, assigned=generation, joined=generation)

    def without_sync(self, generation: int) -> MemberState:
        """
        The state after a JoinGroup whose SyncGroup failed, because the next rebalance had begun.

        A member that joined without its claims has given them up, and does not claim them afterwards.
        """
        if self._rule().claims:
            return replace(self, joined=generation, situation=Situation.MISSED_SYNC)
        situation = self.situation if self.model.stays_lost else Situation.MISSED_SYNC
        return replace(self, held=(), joined=generation, situation=situation)

    def resubscribed(self, topics: tuple[str, ...]) -> MemberState:
        """The state after its user changed its subscription."""
        state = replace(self, config=replace(self.config, subscription=topics))
        if not self.model.resubscribes_anew:
            return state
        return replace(state, held=(), situation=Situation.UNKNOWN_AT_HEARTBEAT)

    def restarted(self, model: ClientModel) -> MemberState:
        """A new process: it remembers nothing."""
        return MemberState(config=self.config, model=model)

    def _rule(self) -> ClaimRule:
        return self.model.rule(self.situation, is_static=self.config.instance_id is not None)

    def _generation(self, stamp: Stamp) -> int | None:
        match stamp:
            case Stamp.ASSIGNED:
                return self.assigned
            case Stamp.JOINED:
                return self.joined
            case Stamp.NONE:
                return None


def as_member(config: Member, metadata: JoinMetadata, protocol: Protocol | None) -> Member:
    """
    The member as a sticky assignor of the leader reads it.

    The eager assignor reads claims and generation from the user data, the cooperative one the owned partitions and the
    field, or the user data where the field is -1 (`CooperativeStickyAssignor.memberData`).
    """
    is_field_read = protocol is Protocol.COOPERATIVE and metadata.field is not None
    return Member(
        id=config.id,
        subscription=metadata.topics,
        owned=metadata.claims,
        generation=metadata.field if is_field_read else metadata.user_data,
        instance_id=config.instance_id,
        rack=metadata.rack,
        host=config.host,
        client_id=config.client_id,
        metadata_version=metadata.version,
    )


def is_revoked(before: Claims, after: Claims) -> bool:
    """Whether a member loses a partition between two assignments."""
    if before == after:
        return False
    kept = {(topic, partition) for topic, ids in after for partition in ids}
    return any((topic, partition) not in kept for topic, ids in before for partition in ids)
