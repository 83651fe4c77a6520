"""
The bytes that a member of a classic group sent at its last join, and those that its leader gave it.

The broker keeps them as they are. All clients write the same format (ConsumerProtocolSubscription of Kafka); what an
assignor adds as user data differs.
"""

from __future__ import annotations

import struct

from kio.serial.errors import SerialError

from kafka_assay.assignors.hosted.wire import subscriptions
from kafka_assay.assignors.hosted.wire.subscriptions import Subscription
from kafka_assay.assignors.model import Claims
from kafka_assay.assignors.user_data import read_cooperative_user_data, read_sticky_user_data

_UNREADABLE = (SerialError, ValueError, struct.error)
_VERSION_BYTES = 2


def read_subscription(data: bytes) -> Subscription | None:
    """The content of a member's metadata; None where the bytes cannot be read."""
    try:
        return subscriptions.read_subscription(data)
    except _UNREADABLE:
        return None


def joined_generation(sent: Subscription, strategy: str | None) -> int | None:
    """The generation of the claims that a member sent. `strategy` is the group's assignor."""
    if sent.generation >= 0:
        return sent.generation
    if strategy == "cooperative-sticky":
        return read_cooperative_user_data(sent.user_data)
    if strategy != "sticky":
        return None
    said = read_sticky_user_data(sent.user_data)
    # kafka-python puts a version of two bytes in front.
    return (said if said.version is not None else read_sticky_user_data(sent.user_data[_VERSION_BYTES:])).generation


def read_assignment(data: bytes) -> Claims | None:
    """The partitions in a member's assignment, sorted; None where the bytes cannot be read."""
    try:
        owned = subscriptions.read_assignment(data)
    except _UNREADABLE:
        return None
    return tuple((topic, tuple(sorted({*map(int, ids)}))) for topic, ids in sorted(owned.items()) if ids)
