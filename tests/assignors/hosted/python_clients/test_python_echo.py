from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from tests.assignors.hosted.python_clients.hosts import (
    BEFORE_3,
    FIRST_STICKY,
    NEW_AIOKAFKA,
    NEWEST,
    OLD_AIOKAFKA,
    OLDEST,
    WITH_STICKY,
    WITHOUT_STATIC,
    WITHOUT_STICKY,
    echo_of,
)

TOPICS = (
    Topic(name="t0", partitions=2, replica_racks=(("ra", "rb"), ("rb",))),
    Topic(name="unwanted", partitions=5),
    Topic(name="empty", partitions=0),
)
DIRTY = Member(
    id="é😀",
    subscription=("t0", "gone", "t0"),
    owned=(("t0", (1, -2)), ("gone", (4,))),
    generation=7,
    instance_id="i✓",
    rack="rb",
)
FRESH = Member(id="C10", subscription=())
UNKNOWN = Member(id="C2", subscription=("empty", "t0"), owned=(("t0", (0, 1)),))
GROUP = Group(topics=TOPICS, members=(DIRTY, FRESH, UNKNOWN))
COUNTS = {"t0": {"partitions": 2}, "empty": {"partitions": 0}}
SUBSCRIBED: list[dict[str, Any]] = [
    {"id": "é😀", "subscription": ["t0", "gone", "t0"]},
    {"id": "C10", "subscription": []},
    {"id": "C2", "subscription": ["empty", "t0"]},
]
CLAIMED: list[dict[str, Any]] = [
    {"owned": {"t0": [1, -2], "gone": [4]}, "generation": 7},
    {"owned": {}, "generation": -1},
    {"owned": {"t0": [0, 1]}, "generation": -1},
]
INSTANCES: list[dict[str, Any]] = [{"instance_id": "i✓"}, {"instance_id": None}, {"instance_id": None}]


def member_at_version(version: int) -> Group:
    """Return a member that claims t0-1 at generation 7 and uses subscription version `version`."""
    member = Member(
        id="C0", subscription=("t0",), owned=(("t0", (1,)),), generation=7, rack="ra", metadata_version=version
    )
    return Group(topics=TOPICS, members=(member,))


def expected_echo(*parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the echo in which each member sends everything in `parts`."""
    members = [{key: value for part in said for key, value in part.items()} for said in zip(*parts, strict=True)]
    return {"topics": COUNTS, "members": members}


@pytest.mark.parametrize("release", [OLDEST, WITHOUT_STICKY])
def test_members_send_only_topics_before_sticky(release: str) -> None:
    """In order, with repeats, missing topics and any ids. Metadata has subscribed topics only."""
    assert [expected_echo(SUBSCRIBED)] == echo_of(release, GROUP)


@pytest.mark.parametrize("release", [FIRST_STICKY, WITHOUT_STATIC, OLD_AIOKAFKA, NEW_AIOKAFKA])
def test_sticky_members_send_all_claims(release: str) -> None:
    """Nonexistent partitions too. An unknown generation is -1. No instance id, no rack."""
    assert [expected_echo(SUBSCRIBED, CLAIMED)] == echo_of(release, GROUP)


@pytest.mark.parametrize("release", [BEFORE_3, NEWEST])
def test_instance_ids_are_sent_from_2_3_on(release: str) -> None:
    assert [expected_echo(SUBSCRIBED, INSTANCES, CLAIMED)] == echo_of(release, GROUP)


def test_cooperative_members_send_claims_in_the_subscription() -> None:
    """They reach the assignor from version 2 on."""
    assert [expected_echo(SUBSCRIBED, INSTANCES, CLAIMED)] == echo_of(NEWEST, GROUP, of="echo-cooperative-sticky")


@pytest.mark.parametrize("release", [BEFORE_3, NEWEST])
def test_range_members_send_no_claims(release: str) -> None:
    assert [expected_echo(SUBSCRIBED, INSTANCES)] == echo_of(release, GROUP, of="echo-range")


@pytest.mark.parametrize("release", WITH_STICKY)
def test_sticky_claims_are_read_at_every_version(release: str) -> None:
    heard = [
        echo["members"][0] for echo in echo_of(release, *(member_at_version(version) for version in (0, 1, 2, 3, 9)))
    ]

    assert [({"t0": [1]}, 7)] * 5 == [(member["owned"], member["generation"]) for member in heard]


def test_cooperative_claims_are_read_from_version_1_on() -> None:
    """Generation from version 2 on: kafka-python's leader does not read it from the user data."""
    groups = [member_at_version(version) for version in (0, 1, 2, 3, 9)]

    heard = [echo["members"][0] for echo in echo_of(NEWEST, *groups, of="echo-cooperative-sticky")]

    claim = {"t0": [1]}
    assert [({}, -1), (claim, -1), (claim, 7), (claim, 7), (claim, 7)] == [
        (member["owned"], member["generation"]) for member in heard
    ]


@pytest.mark.parametrize("release", [OLDEST, FIRST_STICKY, NEWEST])
def test_group_without_members_has_an_empty_echo(release: str) -> None:
    assert [{"topics": {}, "members": []}] == echo_of(release, Group(topics=TOPICS, members=()))
