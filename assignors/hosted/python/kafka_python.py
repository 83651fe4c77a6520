"""
kafka-python's own assignors (since 3.0), called as its group leader calls them.

The leader decodes every member's subscription from bytes. So each subscription goes through the client's own encoding
here, at the member's version. Sticky claims are in the user data, in the form that kafka-python's members write.
Cooperative-sticky claims are in the subscription (since version 1), with the generation (since version 2).
"""

from __future__ import annotations

import logging
import warnings
from functools import lru_cache, partial
from struct import pack
from typing import Any

from kafka_assay.assignors.hosted.host_server import ServedAssignor
from kafka_assay.assignors.hosted.python.client_metadata import (
    ClientCluster,
    assignors_of,
    encode_subscription,
    ids_by_topic,
    user_data_claims,
)

with warnings.catch_warnings():
    # kafka-python 3.0 reads its schemas with a function that Python 3.11 deprecates. Users cannot fix that.
    warnings.simplefilter("ignore", DeprecationWarning)
    from kafka.protocol.consumer import JoinGroupResponse
    from kafka.protocol.consumer.metadata import ConsumerProtocolSubscription

from collections.abc import Callable

from kafka_assay.assignors.model import Group, Member

_NEWEST_SUBSCRIPTION = 3
_MOST_KEPT = 1_000
"""The most members whose bytes are kept. Searches ask about the same members several times in turn."""


def served_assignors() -> dict[str, ServedAssignor]:
    """The assignors of the kafka-python on `sys.path`, ready to be served."""
    logging.getLogger("kafka").setLevel(logging.CRITICAL)  # warnings about odd members would be timed too
    encoders = {"sticky": _sticky_subscription, "cooperative-sticky": _cooperative_subscription}
    return {
        name: _serve_assignor(assignor, encoders.get(name, _plain_subscription))
        for name, assignor in assignors_of("kafka").items()
    }


def _serve_assignor(assignor: Any, subscription: Callable[[Any, Member], Any]) -> ServedAssignor:
    @lru_cache(_MOST_KEPT)
    def written(member: Member) -> bytes:
        return encode_subscription(partial(subscription, assignor, member))

    def put(fresh: Any, group: Group) -> Callable[[], Any]:
        if not group.members:
            return dict  # a group without members has no leader, so no assignor is called
        members = [
            JoinGroupResponse.JoinGroupResponseMember(
                member_id=member.id,
                group_instance_id=member.instance_id,
                metadata=ConsumerProtocolSubscription.decode(written(member)),
            )
            for member in group.members
        ]
        return partial(fresh.assign, ClientCluster(group), members)

    return ServedAssignor(fresh=assignor, put=put, read=_read_assignment)


def _plain_subscription(assignor: Any, member: Member) -> Any:
    return assignor.metadata(list(member.subscription))


def _sticky_subscription(assignor: Any, member: Member) -> Any:
    claims, generation = user_data_claims(member)
    return assignor._metadata(list(member.subscription), claims, generation)  # noqa: SLF001 - the method that its members call


def _cooperative_subscription(_: Any, member: Member) -> Any:
    version = min(member.metadata_version, _NEWEST_SUBSCRIPTION)
    generation = member.claimed_generation()
    owned = ConsumerProtocolSubscription.TopicPartition
    return ConsumerProtocolSubscription(
        version=version,
        topics=list(member.subscription),
        # Before version 2 there is no other place for the generation. kafka-python writes nothing there; Java's members
        # do.
        user_data=pack(">i", generation) if version < 2 and generation >= 0 else b"",
        owned_partitions=[owned(topic=topic, partitions=list(ids)) for topic, ids in member.owned],
        generation_id=generation,
    )


def _read_assignment(came_back: dict[str, Any]) -> dict[str, dict[str, list[int]]]:
    return {member: ids_by_topic(answer.assigned_partitions) for member, answer in came_back.items()}
