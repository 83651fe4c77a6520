"""The bytes of sticky user data, written and read."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.model import Claims, Group, Member
from kafka_assay.assignors.user_data import (
    UserData,
    cooperative_user_data,
    read_cooperative_user_data,
    read_sticky_user_data,
    sticky_user_data,
)

EXAMPLE = bytes.fromhex("00000001 0002 7430 00000002 00000000 00000001 00000005")
T0: Claims = (("t0", (0, 1)),)

INT32S = st.integers(-(2**31), 2**31 - 1)
TOPICS = st.text("abcXYZ019._-", min_size=1, max_size=249).filter(lambda name: name not in {".", ".."})
CLAIMS = st.lists(
    st.tuples(TOPICS, st.lists(INT32S, max_size=5).map(tuple)),
    min_size=1,
    max_size=4,
    unique_by=lambda claim: claim[0],
).map(tuple)
GENERATIONS = st.none() | st.integers(0, 2**31 - 1)


def written(claims: Claims, generation: int | None) -> bytes:
    """Return the user data of a member with these claims."""
    return sticky_user_data(Member(id="a", subscription=(), owned=claims, generation=generation)) or b""


def test_a_member_without_an_assignment_sends_nothing() -> None:
    """One that got nothing in generation 5 sends an empty list and the generation."""
    assert sticky_user_data(Member(id="a", subscription=())) is None
    assert bytes.fromhex("00000000 00000005") == written((), 5)


@pytest.mark.parametrize(
    ("data", "claims", "generation", "version"),
    [
        (EXAMPLE, T0, 5, 1),
        (EXAMPLE[:-4], T0, None, 0),
        (bytes.fromhex("00000000 00000005"), (), 5, 1),
        (b"", (), None, None),
        (None, (), None, None),
    ],
)
def test_bytes_of_kafka_are_read(
    data: bytes | None, claims: Claims, generation: int | None, version: int | None
) -> None:
    assert UserData(claims=claims, generation=generation, version=version) == read_sticky_user_data(data)


@given(claims=CLAIMS, generation=GENERATIONS, more=st.binary(max_size=9))
def test_what_is_written_is_read_and_later_bytes_are_ignored(
    claims: Claims, generation: int | None, more: bytes
) -> None:
    """An unknown generation is written as -1. Version 0 has none, so nobody could order two claims (KIP-341)."""
    whole = written(claims, generation)

    assert UserData(claims=claims, generation=generation, version=1) == read_sticky_user_data(whole + more)
    assert UserData(claims=claims, version=0) == read_sticky_user_data(whole[:-4])
    assert generation == read_cooperative_user_data(cooperative_user_data(generation) + more)


STARTS = (bytes(4), EXAMPLE[:4], EXAMPLE[:8], EXAMPLE[:12], EXAMPLE, b"\x7f\xff\xff\xff", b"\x00\x00\x00\x01\x7f\xff")


@given(start=st.sampled_from((b"", *STARTS)), rest=st.binary(max_size=60))
def test_any_bytes_are_read_without_an_exception(start: bytes, rest: bytes) -> None:
    said, generation = read_sticky_user_data(start + rest), read_cooperative_user_data(start + rest)
    group = Group(topics=(), members=(Member(id="a", subscription=(), owned=said.claims, generation=generation),))

    assert (said.claims, said.generation) == ((), None) or said.version is not None
    assert [claim.topic for claim in group.members[0].claims()] == [t for t, ids in said.claims for _ in ids]
    group_from_json(group_to_json(group))


@given(claims=CLAIMS, generation=GENERATIONS, data=st.data())
def test_truncated_user_data_has_no_claims(claims: Claims, generation: int | None, data: st.DataObject) -> None:
    """Data that ends within the generation is version 0."""
    whole = written(claims, generation)
    end = data.draw(st.integers(0, len(whole) - 1))

    expected = UserData(claims=claims, version=0) if end >= len(whole) - 4 else UserData()

    assert expected == read_sticky_user_data(whole[:end])


@pytest.mark.parametrize("name", [b"", b"t\xff", "é".encode(), b".", b"a" * 250])
def test_claims_on_an_impossible_topic_name_are_ignored(name: bytes) -> None:
    """Claims beside it count."""
    claim = struct.pack(">h", len(name)) + name + struct.pack(">ii", 1, 7)

    said = read_sticky_user_data(struct.pack(">i", 2) + claim + EXAMPLE[4:])

    assert UserData(claims=T0, generation=5, version=1) == said


def test_repeated_topic_is_written_once_and_topics_in_the_given_order() -> None:
    """Kafka's class groups partitions by topic; its order is that of a hash map."""
    one, other = (written(claims, 1) for claims in ((("a", (0,)), ("b", (1,))), (("b", (1,)), ("a", (0,)))))

    assert EXAMPLE == written((("t0", (0,)), ("t0", (1,))), 5)
    assert one != other
    assert dict(read_sticky_user_data(one).claims) == dict(read_sticky_user_data(other).claims)


@pytest.mark.parametrize(
    ("claims", "generation", "wrong"),
    [
        ((("t0", (2**31,)),), 1, "owned: 2147483648: expected a 32-bit integer"),
        ((), 2**31, "generation: 2147483648: expected a 32-bit integer"),
        ((("é", (0,)),), 1, "owned: 'é': expected a topic name"),
    ],
)
def test_claims_that_the_wire_cannot_carry_are_rejected(claims: Claims, generation: int, wrong: str) -> None:
    with pytest.raises(InvalidGroup, match=wrong):
        written(claims, generation)
