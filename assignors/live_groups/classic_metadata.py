"""
The bytes that a member of a classic group sent at its last join, and those that its leader gave it.

The broker keeps them as they are. All clients write the same format (ConsumerProtocolSubscription of Kafka); what an
assignor adds as user data differs.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from kio.index import load_entity_module
from kio.serial import entity_reader
from kio.serial.errors import SerialError
from kio.static.constants import EntityType

from kafka_assay.assignors.model import Claims
from kafka_assay.assignors.user_data import UserData, read_cooperative_user_data, read_sticky_user_data

_NEWEST = 3
_VERSION_BYTES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedWith:
    """A member's subscription: its topics, rack and version, and the claims of its last join with their generation."""

    version: int
    topics: tuple[str, ...]
    claims: Claims
    generation: int | None
    rack: str | None


def read_subscription(data: bytes, strategy: str | None) -> JoinedWith | None:
    """The content of a member's metadata; None where the bytes cannot be read. `strategy` is the group's assignor."""
    read = _read("consumer_protocol_subscription", "ConsumerProtocolSubscription", data)
    if read is None:
        return None
    version, content = read
    owned = tuple(
        (claim.topic, tuple(map(int, claim.partitions))) for claim in getattr(content, "owned_partitions", ())
    )
    generation = getattr(content, "generation_id", -1)
    said = _user_data(content.user_data, strategy)
    return JoinedWith(
        version=version,
        topics=tuple(content.topics),
        claims=owned or said.claims,
        generation=int(generation) if generation >= 0 else said.generation,
        rack=getattr(content, "rack_id", None) or None,  # librdkafka sends an unset rack as ''
    )


def read_assignment(data: bytes) -> Claims | None:
    """The partitions in a member's assignment, sorted; None where the bytes cannot be read."""
    if not data:
        return ()
    read = _read("consumer_protocol_assignment", "ConsumerProtocolAssignment", data)
    if read is None:
        return None
    owned: dict[str, set[int]] = {}
    for part in read[1].assigned_partitions:
        owned.setdefault(part.topic, set()).update(map(int, part.partitions))
    return tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(owned.items()) if ids)


def _read(schema: str, name: str, data: bytes) -> tuple[int, Any] | None:
    """The version in front, and the content. A version newer than those known here adds fields at the end."""
    try:
        (version,) = struct.unpack_from(">h", data)
        message = getattr(load_entity_module(schema, min(max(version, 0), _NEWEST), EntityType.data), name)
        return version, entity_reader(message)(data, _VERSION_BYTES)[0]
    except (SerialError, ValueError, struct.error):
        return None


def _user_data(data: bytes | None, strategy: str | None) -> UserData:
    """The claims in the user data of the sticky family. kafka-python puts a version of two bytes in front of them."""
    if strategy == "cooperative-sticky":
        return UserData(generation=read_cooperative_user_data(data))
    if strategy != "sticky" or data is None:
        return UserData()
    said = read_sticky_user_data(data)
    return said if said.version is not None else read_sticky_user_data(data[_VERSION_BYTES:])
