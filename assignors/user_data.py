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
from typing import Literal

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


def sticky_user_data_of(member: Member, *, version: Literal[0, 1] = 1) -> bytes | None:
    """
    The bytes that `member` sends; None where it has neither claims nor a generation, so no assignment yet.

    >>> from kafka_assay.assignors.model import Member
    >>> sticky_user_data_of(Member(id="C0", subscription=("t0",))) is None
    True
    >>> sticky_user_data_of(Member(id="C0", subscription=("t0",), generation=5)).hex(" ", 4)
    '00000000 00000005'
    """
    if not member.owned and member.generation is None:
        return None
    return sticky_user_data(member.owned, member.generation, version=version)


def sticky_user_data(claims: Claims, generation: int | None, *, version: Literal[0, 1] = 1) -> bytes:
    """
    The bytes of `claims`, and in version 1 of their `generation`. Raises `InvalidGroup` for values that do not fit.

    >>> sticky_user_data((("t0", (0, 1)),), 5).hex()
    '000000010002743000000002000000000000000100000005'

    Kafka writes topics in the order of a hash map, so compare the content of two encodings, not their bytes. This
    function keeps the given order. A topic named twice is written once, at its first place.
    """
    owned: dict[str, list[int]] = {}
    for topic, ids in claims:
        owned.setdefault(topic, []).extend(ids)
    parts = [_int32_bytes([len(owned)], "owned")]
    for topic, partitions in owned.items():
        if not is_legal_topic(topic):
            raise InvalidGroup("owned", topic, "a topic name that Kafka allows")
        parts += (struct.pack(">h", len(topic)), topic.encode("ascii"))
        parts += (_int32_bytes([len(partitions)], "owned"), _int32_bytes(partitions, "owned"))
    if version == 1:
        parts.append(cooperative_user_data(generation))
    return b"".join(parts)


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
    reader = _UserDataReader(data or b"")
    try:
        claims = reader.read_claims()
    except _Unreadable:
        return UserData()
    try:
        return UserData(claims=claims, generation=reader.read_generation(), version=1)
    except _Unreadable:
        return UserData(claims=claims, version=0)


def read_cooperative_user_data(data: bytes | None) -> int | None:
    """
    The generation in `data`; None where there is none. Later bytes are ignored.

    >>> read_cooperative_user_data(bytes.fromhex("00000005 ff")), read_cooperative_user_data(bytes.fromhex("0000"))
    (5, None)
    """
    try:
        return _UserDataReader(data or b"").read_generation()
    except _Unreadable:
        return None


class _Unreadable(Exception):
    pass


class _UserDataReader:
    """Kafka's primitives, read one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read_claims(self) -> Claims:
        claims = []
        for _ in range(self._read_length(">i")):
            name = self._take(self._read_length(">h")).decode("utf-8", "replace")
            ids = self._read_int32s(self._read_length(">i"))
            if is_legal_topic(name):
                claims.append((name, ids))
        return tuple(claims)

    def read_generation(self) -> int | None:
        (generation,) = self._read_int32s(1)
        return None if generation == NO_GENERATION else generation

    def _read_int32s(self, count: int) -> tuple[int, ...]:
        return struct.unpack(f">{count}i", self._take(4 * count))

    def _read_length(self, form: str) -> int:
        length: int
        (length,) = struct.unpack(form, self._take(struct.calcsize(form)))
        if length < 0:
            raise _Unreadable
        return length

    def _take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise _Unreadable
        self._at += size
        return taken


def _int32_bytes(numbers: Sequence[int], path: str) -> bytes:
    try:
        return struct.pack(f">{len(numbers)}i", *numbers)
    except struct.error:
        wrong = next(number for number in numbers if not -INT32 - 1 <= number <= INT32)
        raise InvalidGroup(path, wrong, f"a 32-bit integer, from {-INT32 - 1} to {INT32}") from None
