"""The content of a JoinGroup from the wire, in the words of the model of members."""

from __future__ import annotations

from kafka_assay.assignors.hosted.wire.subscriptions import Subscription
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Claims
from kafka_assay.assignors.user_data import UserData, read_cooperative_user_data, read_sticky_user_data
from kafka_assay.membership.member_state import JoinMetadata

_GENERATION_ONLY = 4
_VERSION_PREFIX = 2


def sent_metadata(subscription: Subscription, protocol: Protocol) -> JoinMetadata:
    """
    What a member sent: its topics, and the claims in the place that its protocol reads, both sorted.

    A generation of -1 is none. So is 0, which new members of franz-go write: a group's first generation is 1.
    """
    data = _user_data(subscription.user_data)
    owned = tuple(subscription.owned.items())
    claims = owned if protocol is Protocol.COOPERATIVE else data.claims
    return JoinMetadata(
        topics=tuple(sorted(subscription.topics)),
        claims=sorted_claims(claims),
        field=None if subscription.generation < 0 else subscription.generation,
        user_data=data.generation or None,
        version=subscription.version,
        rack=subscription.rack,
    )


def sorted_claims(claims: Claims) -> Claims:
    """Claims sorted by topic, and the ids of each."""
    return tuple(sorted((topic, tuple(sorted(ids))) for topic, ids in claims))


def _user_data(data: bytes) -> UserData:
    """User data in one of three forms: a generation alone, sticky, or sticky after a version (kafka-python)."""
    if len(data) == _GENERATION_ONLY:
        return UserData(generation=read_cooperative_user_data(data))
    plain = read_sticky_user_data(data)
    return read_sticky_user_data(data[_VERSION_PREFIX:]) if data and plain.version is None else plain
