from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from tests.assignors.hosted.librdkafka.hosts import NEWEST, WITHOUT_GENERATIONS, WITHOUT_OWNERSHIP, echo_of

T0 = Topic(name="t0", partitions=2, replica_racks=(("rb", "ra", "rb"), ()))
T1 = Topic(name="t1", partitions=1)
DIRTY = Member(
    id="é😀 \"'\\",
    subscription=("t1", "gone", "t0", "t1"),
    owned=(("t0", (1, -2, 1)), ("gone", (4,))),
    generation=7,
    instance_id="i✓",
    rack="rb",
)
SEEN_BEFORE_1_6: dict[str, Any] = {
    "id": DIRTY.id,
    "subscription": list(DIRTY.subscription),
    "instance_id": "i✓",
}
SEEN_BEFORE_2_2: dict[str, Any] = {**SEEN_BEFORE_1_6, "owned": {"t0": [1, -2, 1], "gone": [4]}}
SEEN: dict[str, Any] = {**SEEN_BEFORE_2_2, "generation": 7, "rack": "rb"}


def group_with(*members: Member) -> Group:
    """Return a group of `members` on a cluster with two subscribed topics and one without subscribers."""
    return Group(topics=(T1, Topic(name="t9", partitions=5), T0), members=members)


@pytest.mark.parametrize(
    ("release", "member"),
    [(NEWEST, SEEN), (WITHOUT_GENERATIONS, SEEN_BEFORE_2_2), (WITHOUT_OWNERSHIP, SEEN_BEFORE_1_6)],
)
def test_assignor_sees_the_whole_member(release: str, member: dict[str, Any]) -> None:
    """Dirty claims, repeats, odd names. Older releases lack some fields."""
    assert [member] == echo_of(release, group_with(DIRTY))["members"]


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (0, {"generation": -1}),
        (1, {"owned": {"t0": [0]}, "generation": -1}),
        (2, {"owned": {"t0": [0]}, "generation": 7}),
        (3, {"owned": {"t0": [0]}, "generation": 7, "rack": "ra"}),
        (9, {"owned": {"t0": [0]}, "generation": 7, "rack": "ra"}),
    ],
)
def test_subscription_version_limits_the_fields(version: int, said: dict[str, Any]) -> None:
    """librdkafka's leader reads nothing from the user data."""
    member = Member(
        id="C0", subscription=("t0",), owned=(("t0", (0,)),), generation=7, rack="ra", metadata_version=version
    )

    seen = echo_of(NEWEST, group_with(member))["members"]

    assert [{"id": "C0", "subscription": ["t0"], **said}] == seen


def test_new_member_has_no_instance_id_rack_or_generation() -> None:
    seen = echo_of(NEWEST, group_of({"t0": 1}, {"C0": ["t0"]}))["members"]

    assert [{"id": "C0", "subscription": ["t0"], "owned": {}, "generation": -1}] == seen


def test_members_keep_the_coordinators_order() -> None:
    """A member that the leader cannot read is missing."""
    members = [replace(DIRTY, id=name) for name in ("C2", "C0", "C1")]

    seen = echo_of(NEWEST, group_with(members[0], Member(id="A", subscription=()), *members[1:]))["members"]

    assert ["C2", "C0", "C1"] == [member["id"] for member in seen]


def test_metadata_lists_subscribed_topics_only() -> None:
    """Existing topics first. Racks are sorted, each once, as the client stores them."""
    seen = echo_of(NEWEST, group_with(DIRTY))["topics"]

    assert ["t1", "t0", "gone"] == list(seen)
    assert {"partitions": 1} == seen["t1"]
    assert {"partitions": 2, "replica_racks": [["ra", "rb"], []]} == seen["t0"]
    assert {"partitions": 0} == seen["gone"]


def test_older_release_sees_no_replica_racks() -> None:
    assert {"partitions": 2} == echo_of(WITHOUT_GENERATIONS, group_with(DIRTY))["topics"]["t0"]


def test_group_without_members_has_an_empty_echo() -> None:
    assert {"topics": {}, "members": []} == echo_of(NEWEST, group_with())
