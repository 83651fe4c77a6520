"""What a Python client's assignor sees is what the group says, as far as that release can carry it."""

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
    echoed,
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


def speaking(version: int) -> Group:
    """A member that claims t0-1 at generation 7 and speaks `version`."""
    member = Member(
        id="C0", subscription=("t0",), owned=(("t0", (1,)),), generation=7, rack="ra", metadata_version=version
    )
    return Group(topics=TOPICS, members=(member,))


def seen(*parts: list[dict[str, Any]]) -> dict[str, Any]:
    """The echo in which each member says what it says in all `parts`."""
    members = [{key: value for part in said for key, value in part.items()} for said in zip(*parts, strict=True)]
    return {"topics": COUNTS, "members": members}


@pytest.mark.parametrize("release", [OLDEST, WITHOUT_STICKY])
def test_before_sticky_members_say_topics(release: str) -> None:
    """
    In order, with repeats, missing ones and ids of any script; topics that nobody wants stand not in the metadata.
    """
    assert [seen(SUBSCRIBED)] == echoed(release, GROUP)


@pytest.mark.parametrize("release", [FIRST_STICKY, WITHOUT_STATIC, OLD_AIOKAFKA, NEW_AIOKAFKA])
def test_sticky_members_say_all_that_they_claim(release: str) -> None:
    """Negative and nonexistent partitions, too; an unknown generation is -1. Nobody has an instance id or a rack."""
    assert [seen(SUBSCRIBED, CLAIMED)] == echoed(release, GROUP)


@pytest.mark.parametrize("release", [BEFORE_3, NEWEST])
def test_from_2_3_on_instance_ids_are_told(release: str) -> None:
    """Beside everything else; dynamic members have none."""
    assert [seen(SUBSCRIBED, INSTANCES, CLAIMED)] == echoed(release, GROUP)


def test_cooperative_members_say_claims_in_the_subscription() -> None:
    """In the same words, which reach the assignor from version 2 on."""
    assert [seen(SUBSCRIBED, INSTANCES, CLAIMED)] == echoed(NEWEST, GROUP, of="echo-cooperative-sticky")


@pytest.mark.parametrize("release", [BEFORE_3, NEWEST])
def test_members_of_range_claim_nothing(release: str) -> None:
    """Its members write no user data."""
    assert [seen(SUBSCRIBED, INSTANCES)] == echoed(release, GROUP, of="echo-range")


@pytest.mark.parametrize("release", WITH_STICKY)
def test_sticky_claims_are_heard_at_every_version(release: str) -> None:
    """They stand in the user data."""
    heard = [echo["members"][0] for echo in echoed(release, *(speaking(version) for version in (0, 1, 2, 3, 9)))]

    assert [({"t0": [1]}, 7)] * 5 == [(member["owned"], member["generation"]) for member in heard]


def test_cooperative_claims_are_heard_from_version_1_on() -> None:
    """Their generation from version 2 on: kafka-python's leader does not look for it in the user data."""
    groups = [speaking(version) for version in (0, 1, 2, 3, 9)]

    heard = [echo["members"][0] for echo in echoed(NEWEST, *groups, of="echo-cooperative-sticky")]

    claim = {"t0": [1]}
    assert [({}, -1), (claim, -1), (claim, 7), (claim, 7), (claim, 7)] == [
        (member["owned"], member["generation"]) for member in heard
    ]


@pytest.mark.parametrize("release", [OLDEST, FIRST_STICKY, NEWEST])
def test_without_members_nothing_is_seen(release: str) -> None:
    """Nobody is asked then."""
    assert [{"topics": {}, "members": []}] == echoed(release, Group(topics=TOPICS, members=()))
