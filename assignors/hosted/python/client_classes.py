"""
Assignors that are classes and keep their state on the class: those of aiokafka, and of kafka-python before 3.0.

Every new assignor is a new subclass, so that no question affects the next. These clients' leaders decode version 0 of a
subscription, whatever version a member sends: topics and user data.
"""

from __future__ import annotations

import logging
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from kafka_assay.assignors.hosted.host_server import ServedAssignor
from kafka_assay.assignors.hosted.python.client_metadata import (
    ClientCluster,
    assignors_of,
    encode_subscription,
    ids_by_topic,
    user_data_claims,
)
from kafka_assay.assignors.model import Group, Member

Heard = Callable[[bytes, Member], Any]
"""Converts a member's bytes into the leader's argument for the assignor."""


def aiokafka_assignors() -> dict[str, ServedAssignor]:
    """
    The assignors of the aiokafka on `sys.path` (since 0.9, the first release that has any), ready to be served.

    The leader drops the instance ids of static members.
    """
    from aiokafka.coordinator.protocol import ConsumerProtocolMemberMetadata

    return _serve_classes("aiokafka", lambda written, _: ConsumerProtocolMemberMetadata.decode(written))


def kafka_python_assignors() -> dict[str, ServedAssignor]:
    """
    The assignors of the kafka-python on `sys.path`, before 3.0, ready to be served.

    Until 2.2 the leader passes each member's bytes, by member id. In 2.3 the instance id is beside them.
    """
    with suppress(ModuleNotFoundError):  # 1.0 contains no copy of six
        six = import_module("kafka.vendor.six")
        # six finds its own modules with a mechanism that Python 3.12 removed.
        sys.modules.setdefault(f"{six.__name__}.moves", six.moves)
    protocol = import_module("kafka.coordinator.protocol")
    if hasattr(protocol, "ConsumerProtocolMemberMetadata"):
        decode = protocol.ConsumerProtocolMemberMetadata.decode
        return _serve_classes("kafka", lambda written, _: decode(written))
    decode = protocol.ConsumerProtocolMemberMetadata_v0.decode
    subscription = import_module("kafka.coordinator.subscription").Subscription
    return _serve_classes("kafka", lambda written, member: subscription(decode(written), member.instance_id))


def _serve_classes(package: str, heard: Heard) -> dict[str, ServedAssignor]:
    logging.getLogger(package).setLevel(logging.CRITICAL)  # warnings about odd members would be timed too
    return {
        name: _serve_class(assignor, _sticky_subscription if name == "sticky" else _plain_subscription, heard)
        for name, assignor in assignors_of(package).items()
    }


def _serve_class(assignor: Any, subscription: Callable[[Any, Member], Any], heard: Heard) -> ServedAssignor:
    def put(fresh: Any, group: Group) -> Callable[[], Any]:
        if not group.members:
            return dict  # a group without members has no leader, so no assignor is called
        members = {
            member.id: heard(encode_subscription(partial(subscription, assignor, member)), member)
            for member in group.members
        }
        return partial(fresh.assign, ClientCluster(group), members)

    def fresh() -> Any:
        return type(assignor)(assignor.__name__, (assignor,), {"__module__": assignor.__module__})

    return ServedAssignor(fresh=fresh, put=put, read=_read_assignment)


def _plain_subscription(assignor: Any, member: Member) -> Any:
    return assignor.metadata(list(member.subscription))


def _sticky_subscription(assignor: Any, member: Member) -> Any:
    topics = list(member.subscription)
    claims, generation = user_data_claims(member)
    if hasattr(assignor, "_metadata"):
        return assignor._metadata(topics, claims, generation)  # noqa: SLF001 - the method that its members call
    # Members of kafka-python 2.0.2, the first release with this assignor, cannot send a claim under Python 3, because
    # they take the length of an iterator. But the leader reads the claims of other releases and clients.
    if claims is None:
        return assignor.metadata(topics)
    owned: dict[str, list[int]] = defaultdict(list)
    for topic, partition in claims:
        owned[topic].append(partition)
    user_data = sys.modules[assignor.__module__].StickyAssignorUserDataV1(list(owned.items()), generation)
    # A variable keeps it alive while it is encoded: old structs refer to themselves weakly.
    return type(assignor.metadata(topics))(assignor.version, topics, user_data.encode())


def _read_assignment(came_back: Mapping[str, Any]) -> dict[str, dict[str, list[int]]]:
    return {member: ids_by_topic(answer.assignment) for member, answer in came_back.items()}
