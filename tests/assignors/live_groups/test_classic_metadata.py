import struct

import pytest

from kafka_assay.assignors.live_groups.classic_metadata import joined_generation, read_assignment, read_subscription
from kafka_assay.assignors.model import Member
from kafka_assay.assignors.user_data import sticky_user_data

USER_DATA = sticky_user_data(Member(id="a", subscription=(), owned=(("t0", (1,)),), generation=7)) or b""
TOPICS = struct.pack(">ih2s", 1, 2, b"t0")
OWNED = struct.pack(">ih2sii", 1, 2, b"t0", 1, 4)


def _metadata(version: int, user_data: bytes = b"", rest: bytes = b"") -> bytes:
    return struct.pack(">h", version) + TOPICS + struct.pack(">i", len(user_data)) + user_data + rest


@pytest.mark.parametrize(
    ("user_data", "strategy", "generation"),
    [
        (USER_DATA, "sticky", 7),
        (b"\0\1" + USER_DATA, "sticky", 7),  # kafka-python puts a version in front
        (USER_DATA, "range", None),
        (struct.pack(">i", 7), "cooperative-sticky", 7),
    ],
)
def test_the_generation_is_read_from_the_user_data_of_the_sticky_family(
    user_data: bytes, strategy: str, generation: int | None
) -> None:
    read = read_subscription(_metadata(0, user_data))

    assert read is not None
    assert (0, ("t0",), generation) == (read.version, read.topics, joined_generation(read, strategy))


@pytest.mark.parametrize("more", [b"something new", b""])
def test_a_later_version_is_read_as_far_as_it_is_known(more: bytes) -> None:
    read = read_subscription(_metadata(4, b"", OWNED + struct.pack(">ih2s", 9, 2, b"ra") + more))

    assert read is not None
    assert (4, 9, "ra") == (read.version, joined_generation(read, "range"), read.rack)


@pytest.mark.parametrize("data", [b"\0", b"no such thing", b"\xff\xff"])
def test_strange_bytes_are_unreadable(data: bytes) -> None:
    assert read_subscription(data) is None


def test_a_member_without_bytes_owns_nothing() -> None:
    assert () == read_assignment(b"")
    assert read_assignment(b"\0\0\x7f\xff") is None
