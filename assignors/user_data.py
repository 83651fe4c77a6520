"""
The user data in the subscriptions of the sticky family, as bytes.

Kafka's primitives are big-endian: int32, int16, and text after its length. There are two formats:

* *sticky* (KIP-54; version 1 since KIP-341). Version 0 holds what the member owned: an int32 count of topics, and for
  each an int16 length, the name in UTF-8, an int32 count of partitions and the ids as int32. Version 1 adds the
  generation as an int32. The bytes do not contain the version. A member without an assignment sends no user data.
* *cooperative-sticky* (KIP-429). Only the generation, as an int32: -1 before the first assignment. The subscription
  itself lists the owned partitions, and from subscription version 2 on (KIP-792) also the generation.

Another program may have written any bytes. Reading never fails: unreadable data claims nothing.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.json_values import INT32
from kafka_assay.assignors.model import Claims, Member, is_legal_topic

NO_GENERATION = -1
"""The encoded value of an unknown generation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserData:
    """
    The content of a member's sticky user data: what it owned, and in which generation (None: absent, or -1).

    `version` is the format version of the bytes. It is None where there were no bytes or neither version fits.
    """

    claims: Claims = ()
    generation: int | None = None
    version: int | None = None


def sticky_user_data(member: Member) -> bytes | None:
    """
    The bytes of version 1 that `member` sends; None where it has neither claims nor a generation, so no assignment yet.

    Raises `InvalidGroup` for values that do not fit.

    >>> from kafka_assay.assignors.model import Member
    >>> sticky_user_data(Member(id="C0", subscription=("t0",))) is None
    True
    >>> sticky_user_data(Member(id="C0", subscription=("t0",), owned=(("t0", (0, 1)),), generation=5)).hex()
    '000000010002743000000002000000000000000100000005'

    Kafka writes topics in the order of a hash map, so compare the content of two encodings, not their bytes. This
    function keeps the given order. A topic named twice is written once, at its first place.
    """
    if not member.owned and member.generation is None:
        return None
    owned: dict[str, list[int]] = {}
    for topic, ids in member.owned:
        owned.setdefault(topic, []).extend(ids)
    parts = [_int32_bytes([len(owned)], "owned")]
    for topic, partitions in owned.items():
        if not is_legal_topic(topic):
            raise InvalidGroup("owned", topic, "a topic name that Kafka allows")
        parts += (struct.pack(">h", len(topic)), topic.encode("ascii"))
        parts.append(_int32_bytes([len(partitions), *partitions], "owned"))
    return b"".join([*parts, cooperative_user_data(member.generation)])


def cooperative_user_data(generation: int | None) -> bytes:
    """
    The four bytes of `generation`. Raises `InvalidGroup` for a value that does not fit.

    >>> cooperative_user_data(5).hex(), cooperative_user_data(None).hex()
    ('00000005', 'ffffffff')
    """
    return _int32_bytes([NO_GENERATION if generation is None else generation], "generation")


def read_sticky_user_data(data: bytes | None) -> UserData:
    """
    Read `data` as version 1, else as version 0, else as nothing; later bytes are ignored.

    Claims on an illegal topic name are left out.

    >>> read_sticky_user_data(bytes.fromhex("00000001 0002 7430 00000002 00000000 00000001 00000005"))
    UserData(claims=(('t0', (0, 1)),), generation=5, version=1)
    >>> read_sticky_user_data(bytes.fromhex("00000001 0002 7430 00000002 00000000 00000001"))
    UserData(claims=(('t0', (0, 1)),), generation=None, version=0)
    >>> read_sticky_user_data(b"no such thing")
    UserData(claims=(), generation=None, version=None)
    """
    try:
        claims, end = _read_claims(data or b"")
    except struct.error:
        return UserData()
    try:
        return UserData(claims=claims, generation=_read_generation(data or b"", end), version=1)
    except struct.error:
        return UserData(claims=claims, version=0)


def read_cooperative_user_data(data: bytes | None) -> int | None:
    """
    The generation in `data`; None where there is none. Later bytes are ignored.

    >>> read_cooperative_user_data(bytes.fromhex("00000005 ff")), read_cooperative_user_data(bytes.fromhex("0000"))
    (5, None)
    """
    try:
        return _read_generation(data or b"", 0)
    except struct.error:
        return None


def _read_claims(data: bytes) -> tuple[Claims, int]:
    """The claims at the start of `data`, and where they end. Raises `struct.error`."""
    claims = []
    topics, end = _read_length(data, ">i", 0)
    for _ in range(topics):
        size, start = _read_length(data, ">h", end)
        (name,) = struct.unpack_from(f"{size}s", data, start)
        count, start = _read_length(data, ">i", start + size)
        ids = struct.unpack_from(f">{count}i", data, start)
        end = start + 4 * count
        topic = name.decode("utf-8", "replace")
        if is_legal_topic(topic):
            claims.append((topic, ids))
    return tuple(claims), end


def _read_length(data: bytes, form: str, start: int) -> tuple[int, int]:
    """The length at `start`, and where it ends."""
    (length,) = struct.unpack_from(form, data, start)
    if length < 0:
        raise struct.error("a length below 0")
    return length, start + struct.calcsize(form)


def _read_generation(data: bytes, start: int) -> int | None:
    (generation,) = struct.unpack_from(">i", data, start)
    return None if generation == NO_GENERATION else int(generation)


def _int32_bytes(numbers: Sequence[int], path: str) -> bytes:
    try:
        return struct.pack(f">{len(numbers)}i", *numbers)
    except struct.error:
        wrong = next(number for number in numbers if not -INT32 - 1 <= number <= INT32)
        raise InvalidGroup(path, wrong, f"a 32-bit integer, from {-INT32 - 1} to {INT32}") from None
