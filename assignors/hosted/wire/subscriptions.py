"""Subscriptions and assignments of the consumer protocol, as bytes: an int16 version, and kio's message of it."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Any

from kio.index import load_entity_schema
from kio.serial import entity_reader, entity_writer
from kio.serial.errors import BufferUnderflow
from kio.static.constants import EntityType

from kafka_assay.assignors.hosted.wire.messages import build
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Member
from kafka_assay.assignors.user_data import cooperative_user_data, read_sticky_user_data, sticky_user_data

_NEWEST = 3
_WITH_OWNED, _WITH_GENERATION = 1, 2
_KAFKA_PYTHON_VERSION = struct.pack(">h", 1)
_GENERATION_ONLY = 4
_FORM_WITH_GENERATION = 1


class ClaimForm(Enum):
    """The place of a member's claims, as a client was seen to write them."""

    NOWHERE = "nowhere"
    CUT_SHORT = "nowhere, and the other fields of its version are missing, too"
    USER_DATA = "user data"
    VERSIONED_USER_DATA = "user data after a version"
    SUBSCRIPTION = "subscription"
    SUBSCRIPTION_AND_USER_DATA = "subscription, generation in the user data"
    BOTH = "subscription, and again in the user data"


_IN_SUBSCRIPTION = frozenset({ClaimForm.SUBSCRIPTION, ClaimForm.SUBSCRIPTION_AND_USER_DATA, ClaimForm.BOTH})


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """
    A subscription that a client sent: its version, and the fields that this version has.

    `is_cut_short`: it ends before the last field of its version, as those of kafka-go do.
    """

    version: int
    topics: tuple[str, ...]
    user_data: bytes
    owned: Mapping[str, tuple[int, ...]]
    generation: int
    rack: str | None
    is_cut_short: bool = False

    def claim_form(self) -> ClaimForm:
        """
        The place of the claims in it; the client is known to own something.

        A client that writes the form without its own claims still reads those of other members.
        """
        if self.is_cut_short:
            return ClaimForm.CUT_SHORT
        if self.owned:
            if len(self.user_data) == _GENERATION_ONLY:
                return ClaimForm.SUBSCRIPTION_AND_USER_DATA
            return ClaimForm.BOTH if read_sticky_user_data(self.user_data).claims else ClaimForm.SUBSCRIPTION
        if read_sticky_user_data(self.user_data).claims:
            return ClaimForm.USER_DATA
        if read_sticky_user_data(self.user_data[len(_KAFKA_PYTHON_VERSION) :]).claims:
            return ClaimForm.VERSIONED_USER_DATA
        has_form = read_sticky_user_data(self.user_data).version == _FORM_WITH_GENERATION
        return ClaimForm.USER_DATA if has_form else ClaimForm.NOWHERE


def subscription_bytes(member: Member, names: Mapping[str, str], form: ClaimForm) -> bytes:
    """The subscription of `member`, with `names` on the wire. Raises `CannotBeAsked` where it cannot be written."""
    owned: dict[str, list[int]] = {}
    for topic, ids in member.owned:
        owned.setdefault(names[topic], []).extend(ids)
    known = replace(
        member,
        subscription=tuple(names[topic] for topic in member.subscription),
        owned=tuple((topic, tuple(ids)) for topic, ids in owned.items()),
    )
    version = min(member.metadata_version, _NEWEST)
    is_in_subscription = form in _IN_SUBSCRIPTION
    values = {
        "topics": known.subscription,
        "user_data": _user_data(known, version, form),
        "owned_partitions": [{"topic": topic, "partitions": ids} for topic, ids in known.owned if is_in_subscription],
        "generation_id": member.claimed_generation(),
        "rack_id": member.rack,
    }
    try:
        fields = _bytes_of("subscription", 0 if form is ClaimForm.CUT_SHORT else version, values)
    except Exception as raised:
        raise CannotBeAsked(f"a member cannot write its subscription: {type(raised).__name__}: {raised}") from raised
    return struct.pack(">h", version) + fields


def _user_data(member: Member, version: int, form: ClaimForm) -> bytes | None:
    if form in (ClaimForm.USER_DATA, ClaimForm.VERSIONED_USER_DATA):
        data = sticky_user_data(member)
        is_versioned = form is ClaimForm.VERSIONED_USER_DATA and data is not None
        return _KAFKA_PYTHON_VERSION + (data or b"") if is_versioned else data
    if form is ClaimForm.BOTH:
        return sticky_user_data(member if version >= _WITH_OWNED else replace(member, owned=()))
    is_needed = form is ClaimForm.SUBSCRIPTION and version < _WITH_GENERATION and member.generation is not None
    if is_needed or form is ClaimForm.SUBSCRIPTION_AND_USER_DATA:
        return cooperative_user_data(member.generation)
    return None


def read_subscription(data: bytes) -> Subscription:
    """Read the subscription of a client. A newer version has the fields of the newest known one."""
    version = int.from_bytes(data[:2], "big", signed=True)
    is_cut_short = False
    try:
        body = _entity_in(data, "subscription", max(0, min(version, _NEWEST)))
    except BufferUnderflow:
        is_cut_short = True
        body = _entity_in(data, "subscription", 0)
    owned = getattr(body, "owned_partitions", ())
    return Subscription(
        version=version,
        topics=tuple(body.topics),
        user_data=body.user_data or b"",
        owned={one.topic: tuple(one.partitions) for one in owned if one.partitions},
        generation=getattr(body, "generation_id", -1),
        rack=getattr(body, "rack_id", None),
        is_cut_short=is_cut_short,
    )


def read_assignment(data: bytes) -> dict[str, list[int]]:
    """Read one member's part of a plan: topic -> ids, as they were written. No bytes: nothing."""
    if not data:
        return {}
    body = _entity_in(data, "assignment", 0)  # later versions add nothing
    plan: dict[str, list[int]] = {}
    for one in body.assigned_partitions:
        plan.setdefault(one.topic, []).extend(one.partitions)
    return plan


@cache
def empty_assignment() -> bytes:
    """The part of a plan of a member that gets nothing."""
    return struct.pack(">h", 0) + _bytes_of("assignment", 0, {"assigned_partitions": [], "user_data": None})


def _entity_in(data: bytes, kind: str, version: int) -> Any:
    """The entity after the version in `data`."""
    return _codec(kind, version)[1](data, 2)[0]


def _bytes_of(kind: str, version: int, values: Mapping[str, Any]) -> bytes:
    buffer = io.BytesIO()
    schema, _, write = _codec(kind, version)
    write(buffer, build(schema, values))
    return buffer.getvalue()


@cache
def _codec(kind: str, version: int) -> tuple[Any, Any, Any]:
    schema = load_entity_schema(f"consumer_protocol_{kind}", version, EntityType.data)
    return schema, entity_reader(schema), entity_writer(schema)
