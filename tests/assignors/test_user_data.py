"""
Sticky's and cooperative-sticky's user data: what Kafka writes is read, what we write says the same, and nothing fails.
"""

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


def test_kafkas_bytes_are_written() -> None:
    """What Kafka's class writes for t0:{0,1} at generation 5, for no partitions, and for cooperative-sticky."""
    assert EXAMPLE == sticky_user_data(T0, 5)
    assert EXAMPLE[:-4] == sticky_user_data(T0, 5, version=0)
    assert bytes.fromhex("00000000 00000005") == sticky_user_data((), 5)
    assert bytes.fromhex("00000005") == cooperative_user_data(5)
    assert bytes.fromhex("ffffffff") == cooperative_user_data(None)


def test_kafkas_bytes_are_read() -> None:
    """The same the other way round."""
    assert UserData(claims=T0, generation=5, version=1) == read_sticky_user_data(EXAMPLE)
    assert UserData(claims=T0, generation=None, version=0) == read_sticky_user_data(EXAMPLE[:-4])
    assert UserData(generation=5, version=1) == read_sticky_user_data(bytes.fromhex("00000000 00000005"))
    assert 5 == read_cooperative_user_data(bytes.fromhex("00000005"))
    assert None is read_cooperative_user_data(bytes.fromhex("ffffffff"))


def test_before_the_first_assignment_nothing_is_sent() -> None:
    """No list of no topics: no user data at all. A member that got nothing in generation 5 says so."""
    assert None is sticky_user_data_of(Member(id="a", subscription=()))
    assert sticky_user_data((), 5) == sticky_user_data_of(Member(id="a", subscription=(), generation=5))
    assert sticky_user_data(T0, None) == sticky_user_data_of(Member(id="a", subscription=(), owned=T0))


@pytest.mark.parametrize("data", [None, b""])
def test_no_user_data_says_nothing(data: bytes | None) -> None:
    """Neither claims nor a generation."""
    assert UserData() == read_sticky_user_data(data)
    assert None is read_cooperative_user_data(data)


@given(claims=CLAIMS, generation=GENERATIONS)
def test_version_1_comes_back_whole(claims: Claims, generation: int | None) -> None:
    """Claims in their order, and the generation; one that is not known is written as -1."""
    assert UserData(claims=claims, generation=generation, version=1) == read_sticky_user_data(
        sticky_user_data(claims, generation)
    )


@given(claims=CLAIMS, generation=GENERATIONS)
def test_version_0_comes_back_without_the_generation(claims: Claims, generation: int | None) -> None:
    """It has no place for one: why two members could claim a partition, and nobody could tell (KIP-341)."""
    assert UserData(claims=claims, version=0) == read_sticky_user_data(sticky_user_data(claims, generation, version=0))


@given(generation=GENERATIONS)
def test_a_cooperative_generation_comes_back(generation: int | None) -> None:
    """In four bytes."""
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
def test_any_bytes_are_read(data: bytes) -> None:
    """As claims or as none, never as an exception; and whatever was read can stand in a group's file."""
    said = read_sticky_user_data(data)
    group = Group(
        topics=(),
        members=(Member(id="a", subscription=(), owned=said.claims, generation=read_cooperative_user_data(data)),),
    )

    assert (said.claims, said.generation) == ((), None) or said.version is not None
    assert [claim.topic for claim in group.members[0].claims()] == [t for t, ids in said.claims for _ in ids]
    group_from_json(group_to_json(group))


@given(claims=CLAIMS.filter(bool), generation=GENERATIONS, data=st.data())
def test_what_was_cut_off_claims_nothing(claims: Claims, generation: int | None, data: st.DataObject) -> None:
    """Within the claims there is nothing that could be believed; within the generation it is version 0."""
    whole = sticky_user_data(claims, generation)
    end = data.draw(st.integers(0, len(whole) - 1))

    expected = UserData(claims=claims, version=0) if end >= len(whole) - 4 else UserData()

    assert expected == read_sticky_user_data(whole[:end])


@given(claims=CLAIMS, generation=GENERATIONS, more=st.binary(max_size=9))
def test_what_follows_is_ignored(claims: Claims, generation: int | None, more: bytes) -> None:
    """A later version may add fields behind those that are known."""
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
def test_counts_that_cannot_be_are_not_believed(data: bytes) -> None:
    """Negative ones, and ones that promise more than there is: two thousand million ids are not waited for."""
    assert UserData() == read_sticky_user_data(data)


@pytest.mark.parametrize("name", [b"", b"t\xff", "é".encode(), b".", b"a" * 250])
def test_a_name_that_no_topic_can_have_claims_nothing(name: bytes) -> None:
    """What stands beside it counts."""
    claim = struct.pack(">h", len(name)) + name + struct.pack(">ii", 1, 7)

    said = read_sticky_user_data(struct.pack(">i", 2) + claim + EXAMPLE[4:])

    assert UserData(claims=T0, generation=5, version=1) == said


def test_a_topic_named_twice_is_written_once() -> None:
    """As Kafka's class does, which gathers partitions by topic."""
    assert sticky_user_data(T0, 5) == sticky_user_data((("t0", (0,)), ("t0", (1,))), 5)


def test_topics_in_another_order_say_the_same() -> None:
    """The bytes differ; what they say, as a mapping, does not."""
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
def test_what_the_wire_cannot_carry_is_refused(claims: Claims, generation: int, wrong: str) -> None:
    """A group made in Python may hold it; its bytes cannot."""
    with pytest.raises(InvalidGroup, match=wrong):
        sticky_user_data(claims, generation)
