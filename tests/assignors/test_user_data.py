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
    sticky_user_data_of,
)

EXAMPLE = bytes.fromhex("00000001 0002 7430 00000002 00000000 00000001 00000005")
T0: Claims = (("t0", (0, 1)),)

INT32S = st.integers(-(2**31), 2**31 - 1)
TOPICS = st.text("abcXYZ019._-", min_size=1, max_size=249).filter(lambda name: name not in {".", ".."})
CLAIMS = st.lists(
    st.tuples(TOPICS, st.lists(INT32S, max_size=5).map(tuple)), max_size=4, unique_by=lambda claim: claim[0]
).map(tuple)
GENERATIONS = st.none() | st.integers(0, 2**31 - 1)


def test_writes_the_same_bytes_as_kafka() -> None:
    assert EXAMPLE == sticky_user_data(T0, 5)
    assert EXAMPLE[:-4] == sticky_user_data(T0, 5, version=0)
    assert bytes.fromhex("00000000 00000005") == sticky_user_data((), 5)
    assert bytes.fromhex("00000005") == cooperative_user_data(5)
    assert bytes.fromhex("ffffffff") == cooperative_user_data(None)


def test_reads_the_bytes_of_kafka() -> None:
    assert UserData(claims=T0, generation=5, version=1) == read_sticky_user_data(EXAMPLE)
    assert UserData(claims=T0, generation=None, version=0) == read_sticky_user_data(EXAMPLE[:-4])
    assert UserData(generation=5, version=1) == read_sticky_user_data(bytes.fromhex("00000000 00000005"))
    assert 5 == read_cooperative_user_data(bytes.fromhex("00000005"))
    assert None is read_cooperative_user_data(bytes.fromhex("ffffffff"))


def test_new_member_sends_no_user_data() -> None:
    """A member that got nothing in generation 5 sends an empty list and the generation."""
    assert None is sticky_user_data_of(Member(id="a", subscription=()))
    assert sticky_user_data((), 5) == sticky_user_data_of(Member(id="a", subscription=(), generation=5))
    assert sticky_user_data(T0, None) == sticky_user_data_of(Member(id="a", subscription=(), owned=T0))


@pytest.mark.parametrize("data", [None, b""])
def test_no_user_data_means_no_claims_and_no_generation(data: bytes | None) -> None:
    assert UserData() == read_sticky_user_data(data)
    assert None is read_cooperative_user_data(data)


@given(claims=CLAIMS, generation=GENERATIONS)
def test_version_1_survives_a_round_trip(claims: Claims, generation: int | None) -> None:
    """An unknown generation is written as -1."""
    assert UserData(claims=claims, generation=generation, version=1) == read_sticky_user_data(
        sticky_user_data(claims, generation)
    )


@given(claims=CLAIMS, generation=GENERATIONS)
def test_version_0_has_no_generation(claims: Claims, generation: int | None) -> None:
    """This is why nobody could order two claims on one partition (KIP-341)."""
    assert UserData(claims=claims, version=0) == read_sticky_user_data(sticky_user_data(claims, generation, version=0))


@given(generation=GENERATIONS)
def test_cooperative_generation_survives_a_round_trip(generation: int | None) -> None:
    assert generation == read_cooperative_user_data(cooperative_user_data(generation))


@given(
    data=st.binary(max_size=60)
    | st.builds(
        lambda head, tail: head + tail,
        st.sampled_from(
            [
                bytes(4),
                EXAMPLE[:4],
                EXAMPLE[:8],
                EXAMPLE[:12],
                EXAMPLE,
                b"\x7f\xff\xff\xff",
                b"\x00\x00\x00\x01\x7f\xff",
            ]
        ),
        st.binary(max_size=30),
    )
)
def test_any_bytes_are_read_without_an_exception(data: bytes) -> None:
    said = read_sticky_user_data(data)
    group = Group(
        topics=(),
        members=(Member(id="a", subscription=(), owned=said.claims, generation=read_cooperative_user_data(data)),),
    )

    assert (said.claims, said.generation) == ((), None) or said.version is not None
    assert [claim.topic for claim in group.members[0].claims()] == [t for t, ids in said.claims for _ in ids]
    group_from_json(group_to_json(group))


@given(claims=CLAIMS.filter(bool), generation=GENERATIONS, data=st.data())
def test_truncated_user_data_has_no_claims(claims: Claims, generation: int | None, data: st.DataObject) -> None:
    """Data that ends within the generation is version 0."""
    whole = sticky_user_data(claims, generation)
    end = data.draw(st.integers(0, len(whole) - 1))

    expected = UserData(claims=claims, version=0) if end >= len(whole) - 4 else UserData()

    assert expected == read_sticky_user_data(whole[:end])


@given(claims=CLAIMS, generation=GENERATIONS, more=st.binary(max_size=9))
def test_trailing_bytes_are_ignored(claims: Claims, generation: int | None, more: bytes) -> None:
    """A later version may add fields."""
    whole = sticky_user_data(claims, generation)

    assert read_sticky_user_data(whole) == read_sticky_user_data(whole + more)
    assert generation == read_cooperative_user_data(cooperative_user_data(generation) + more)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x7f\xff\xff\xff" + EXAMPLE[4:],
        b"\x00\x00\x00\x01\xff\xff",
        b"\x00\x00\x00\x01\x7f\xfft0",
        b"\x00\x00\x00\x01\x00\x02t0\x7f\xff\xff\xff\x00\x00\x00\x00",
        b"\x00\x00\x00\x01\x00\x02t0\xff\xff\xff\xff\x00\x00\x00\x00",
    ],
)
def test_impossible_counts_are_ignored(data: bytes) -> None:
    assert UserData() == read_sticky_user_data(data)


@pytest.mark.parametrize("name", [b"", b"t\xff", "é".encode(), b".", b"a" * 250])
def test_claims_on_an_impossible_topic_name_are_ignored(name: bytes) -> None:
    """Claims beside it count."""
    claim = struct.pack(">h", len(name)) + name + struct.pack(">ii", 1, 7)

    said = read_sticky_user_data(struct.pack(">i", 2) + claim + EXAMPLE[4:])

    assert UserData(claims=T0, generation=5, version=1) == said


def test_repeated_topic_is_written_once() -> None:
    """Kafka's class groups partitions by topic."""
    assert sticky_user_data(T0, 5) == sticky_user_data((("t0", (0,)), ("t0", (1,))), 5)


def test_topic_order_does_not_change_the_meaning() -> None:
    one, other = (sticky_user_data(claims, 1) for claims in ((("a", (0,)), ("b", (1,))), (("b", (1,)), ("a", (0,)))))

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
        sticky_user_data(claims, generation)
