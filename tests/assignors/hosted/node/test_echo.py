from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from tests.assignors.hosted.node.hosts import (
    KAFKA_NODE,
    KAFKAJS,
    NO_KAFKA,
    OLD_KAFKA_NODE,
    OLD_KAFKAJS,
    OLD_NO_KAFKA,
    OLD_PLATFORMATIC,
    PLATFORMATIC,
    Clients,
)

DIRTY = Member(
    id="é😀",
    subscription=("t0", "10", "t0", "9"),
    owned=(("t0", (1, -2)), ("t8", (0,)), ("9", (7,))),
    generation=7,
    instance_id="i✓",
    rack="rb",
)
PLAIN = Member(id="C0", subscription=("9", "t0"))
TOPICS = (
    Topic(name="t0", partitions=2, replica_racks=(("ra", "rb"), ("rb",))),
    Topic(name="10", partitions=3),
    Topic(name="9", partitions=1),
    Topic(name="t8", partitions=5),
)
GROUP = Group(topics=TOPICS, members=(DIRTY, PLAIN))
COUNTS = {"t0": {"partitions": 2}, "10": {"partitions": 3}, "9": {"partitions": 1}}
ONLY_TOPICS = [{"id": "é😀", "subscription": ["t0", "10", "t0", "9"]}, {"id": "C0", "subscription": ["9", "t0"]}]
"""Clients whose members send only topics, in order and with repeats."""


def claimant(version: int, **changes: Any) -> Group:
    """Return the dirty member alone, with this version of the subscription."""
    return replace(GROUP, members=(replace(DIRTY, metadata_version=version, **changes),))


@pytest.mark.parametrize("package", [KAFKA_NODE, OLD_KAFKA_NODE, NO_KAFKA, OLD_NO_KAFKA])
def test_only_topics_are_sent(clients: Clients, package: str) -> None:
    """Subscribed topics with counts, members in order, any ids, repeats; no topic without subscribers."""
    seen = clients.seen(package, GROUP)

    assert {"topics": COUNTS, "members": ONLY_TOPICS} == seen


@pytest.mark.parametrize("package", [KAFKAJS, OLD_KAFKAJS])
def test_kafkajs_assigns_the_leaders_topics(clients: Clients, package: str) -> None:
    """C0 leads, as it has the least id. A consumer stores topics as keys, so none is repeated."""
    seen = clients.seen(package, GROUP)

    assert {topic: COUNTS[topic] for topic in ("9", "t0")} == seen["topics"]
    assert ["9", "t0"] == seen["leader_topics"]
    assert [("é😀", ["9", "10", "t0"]), ("C0", ["9", "t0"])] == [(m["id"], m["subscription"]) for m in seen["members"]]


def test_kafkajs_loses_a_topic_named_like_the_prototype(clients: Clients) -> None:
    """Its consumer stores topics as keys of a plain object."""
    topics = (Topic(name="__proto__", partitions=1), Topic(name="constructor", partitions=1))
    member = Member(id="C0", subscription=("__proto__", "constructor"))

    seen = clients.seen(KAFKAJS, Group(topics=topics, members=(member,)))

    assert (["constructor"], ["constructor"]) == (seen["leader_topics"], seen["members"][0]["subscription"])


def test_platformatic_sends_claims_of_subscribed_topics(clients: Clients) -> None:
    """Nonexistent partitions too. A generation without claims is not sent. Topics are sorted."""
    seen = clients.seen(PLATFORMATIC, replace(GROUP, members=(DIRTY, replace(PLAIN, generation=5))))

    assert [
        {
            "id": "é😀",
            "subscription": ["10", "9", "t0"],
            "owned": {"t0": [-2, 1], "9": [7]},
            "generation": 7,
            "rack": "rb",
        },
        {"id": "C0", "subscription": ["9", "t0"], "owned": {}, "generation": -1},
    ] == seen["members"]
    assert (COUNTS, ["9", "t0"]) == (seen["topics"], seen["leader_topics"])


@pytest.mark.parametrize(
    ("version", "owned", "generation"),
    [
        (0, {}, 7),
        (1, {"t0": [-2, 1], "9": [7]}, 7),
        (2, {"t0": [-2, 1], "9": [7]}, 7),
        (3, {"t0": [-2, 1], "9": [7]}, 7),
        (9, {"t0": [-2, 1], "9": [7]}, 7),
    ],
)
def test_old_platformatic_metadata_has_fewer_fields(
    clients: Clients, version: int, owned: object, generation: int
) -> None:
    """Claims from version 1 on; before version 2 the generation is in the user data."""
    (member,) = clients.seen(PLATFORMATIC, claimant(version))["members"]

    assert (owned, generation) == (member["owned"], member["generation"])
    assert (version >= 3) == ("rack" in member)


@pytest.mark.parametrize("version", [1, 3])
def test_unknown_generation_is_minus_one(clients: Clients, version: int) -> None:
    (member,) = clients.seen(PLATFORMATIC, claimant(version, generation=None))["members"]

    assert member["generation"] == -1


def test_old_platformatic_sends_no_claims(clients: Clients) -> None:
    """Before 2.12 a subscription has topics only."""
    members = clients.seen(OLD_PLATFORMATIC, GROUP)["members"]

    assert [{"id", "subscription"}] * 2 == [set(member) for member in members]


def test_missing_topic_has_no_metadata(clients: Clients) -> None:
    """kafka-node and no-kafka call the assignor anyway, each in its own way."""
    group = replace(GROUP, topics=TOPICS[:1])

    assert {"t0": {"partitions": 2}} == clients.seen(KAFKA_NODE, group)["topics"]
    assert {"t0": 2, "10": 0, "9": 0} == {
        topic: seen["partitions"] for topic, seen in clients.seen(NO_KAFKA, group)["topics"].items()
    }


@pytest.mark.parametrize(
    ("package", "group", "why"),
    [
        (KAFKAJS, replace(GROUP, topics=TOPICS[:1]), 'there is no topic "9"'),
        (PLATFORMATIC, replace(GROUP, topics=TOPICS[:2]), 'there is no topic "9"'),
        (PLATFORMATIC, claimant(3, owned=(("t0", (2**31,)),)), "2147483648 does not fit into the 32 bits"),
        (KAFKA_NODE, replace(GROUP, members=(Member(id="C0", subscription=()),)), "no member subscribes to a topic"),
    ],
)
def test_group_that_no_client_can_form_is_not_expressible(
    clients: Clients, package: str, group: Group, why: str
) -> None:
    refused = clients.seen(package, group)

    assert refused["type"] == "CannotBeAsked"
    assert why in refused["message"]


def test_kafkajs_leader_needs_only_its_own_topics(clients: Clients) -> None:
    """A topic of other members may be missing."""
    group = replace(GROUP, topics=(TOPICS[0], TOPICS[2]))

    assert ["9", "t0"] == clients.seen(KAFKAJS, group)["leader_topics"]


def test_member_without_subscription_does_not_lead(clients: Clients) -> None:
    """Unless no member subscribes to anything."""
    idle = Member(id="A", subscription=())

    led = [clients.seen(KAFKAJS, replace(GROUP, members=members)) for members in ((idle, PLAIN), (idle,))]

    assert [["9", "t0"], []] == [seen["leader_topics"] for seen in led]


@pytest.mark.parametrize("package", [KAFKAJS, KAFKA_NODE, PLATFORMATIC, NO_KAFKA])
def test_group_without_members_has_an_empty_echo(clients: Clients, package: str) -> None:
    assert {"topics": {}, "members": []} == clients.seen(package, replace(GROUP, members=()))
