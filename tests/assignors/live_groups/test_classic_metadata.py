import struct

from kafka_assay.assignors.live_groups.classic_metadata import read_assignment, read_subscription
from kafka_assay.assignors.model import Member
from kafka_assay.assignors.user_data import sticky_user_data

USER_DATA = sticky_user_data(Member(id="a", subscription=(), owned=(("t0", (1,)),), generation=7)) or b""
TOPICS = struct.pack(">ih2s", 1, 2, b"t0")


def _metadata(version: int, user_data: bytes = b"", rest: bytes = b"") -> bytes:
    return struct.pack(">h", version) + TOPICS + struct.pack(">i", len(user_data)) + user_data + rest


def test_the_first_version_has_topics_and_user_data() -> None:
    read = read_subscription(_metadata(0, USER_DATA), "sticky")

    assert read is not None
    assert (0, ("t0",), (("t0", (1,)),), 7) == (read.version, read.topics, read.claims, read.generation)


def test_kafka_python_puts_a_version_in_front_of_its_user_data() -> None:
    read = read_subscription(_metadata(0, b"\0\1" + USER_DATA), "sticky")

    assert read is not None
    assert ((("t0", (1,)),), 7) == (read.claims, read.generation)


def test_user_data_of_another_assignor_claims_nothing() -> None:
    read = read_subscription(_metadata(0, USER_DATA), "range")

    assert read is not None
    assert ((), None) == (read.claims, read.generation)


def test_a_later_version_is_read_as_far_as_it_is_known() -> None:
    owned = struct.pack(">ih2sii", 1, 2, b"t0", 1, 4)
    rest = owned + struct.pack(">ih2s", 9, 2, b"ra") + b"something new"

    read = read_subscription(_metadata(4, b"", rest), "range")

    assert read is not None
    assert (4, (("t0", (4,)),), 9, "ra") == (read.version, read.claims, read.generation, read.rack)


def test_strange_bytes_are_unreadable() -> None:
    assert read_subscription(b"\0", "range") is None
    assert read_subscription(b"no such thing", "range") is None
    assert read_assignment(b"\0\0\x7f\xff") is None


def test_a_member_without_bytes_owns_nothing() -> None:
    assert () == read_assignment(b"")
