"""
The user data that members of the sticky family send with their subscription, as bytes.

Kafka's primitives, big-endian: int32, int16, and text with its length in front. Two formats:

* *sticky* (KIP-54; version 1 since KIP-341). Version 0 holds what the member owned: an int32 count of topics, and for
  each an int16 length, the name in UTF-8, an int32 count of partitions and the ids as int32. Version 1 adds the
  generation as an int32. Nothing says which version it is. A member that had no assignment yet sends no user data.
* *cooperative-sticky* (KIP-429). The generation alone, as an int32: -1 before the first assignment. What is owned
  stands in the subscription itself, and from subscription version 2 on (KIP-792) so does the generation.

What somebody else wrote may be anything. Reading it never fails: what cannot be read claims nothing.
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
"""Stands on the wire where no generation is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserData:
    """
    What a member's sticky user data says: what it owned, and in which generation (None where that is not said, or -1).

    `version` is that of the format as which the bytes could be read; None: as neither, or there were none.
    """

    claims: Claims = ()
    generation: int | None = None
    version: int | None = None


def sticky_user_data_of(member: Member, *, version: Literal[0, 1] = 1) -> bytes | None:
    """
    The bytes that `member` sends; None where it had no assignment yet, which is to say neither claims nor a generation.

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
    The bytes that say `claims`, and in version 1 their `generation`. Raises `InvalidGroup` for what the wire cannot
    carry.

    >>> sticky_user_data((("t0", (0, 1)),), 5).hex()
    '000000010002743000000002000000000000000100000005'

    Kafka writes topics in the order of a hash map: compare what two encodings say, never their bytes. Here they stand
    in the order given, one that is named twice where it is named first.
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
    The four bytes that say `generation`. Raises `InvalidGroup` for what they cannot carry.

    >>> cooperative_user_data(5).hex(), cooperative_user_data(None).hex()
    ('00000005', 'ffffffff')
    """
    return _int32_bytes([NO_GENERATION if generation is None else generation], "generation")


def read_sticky_user_data(data: bytes | None) -> UserData:
    """
    What `data` says. It is read as version 1, else as version 0, else as nothing; bytes that follow are ignored.

    A claim on a name that no topic can have is left out.

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
    The generation that `data` says; None where it says none. Bytes that follow are ignored.

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
    """Kafka's primitives, read one after the other."""

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
