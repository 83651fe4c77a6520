"""What a JavaScript client's assignor sees is what the group says, as far as that client can carry it."""

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
"""Clients whose members write topics and nothing else: in order, with repeats."""


def claimant(version: int, **changes: Any) -> Group:
    """The dirty member alone, speaking this version of the subscription."""
    return replace(GROUP, members=(replace(DIRTY, metadata_version=version, **changes),))


@pytest.mark.parametrize("package", [KAFKA_NODE, OLD_KAFKA_NODE, NO_KAFKA, OLD_NO_KAFKA])
def test_topics_alone_go_over_the_wire(clients: Clients, package: str) -> None:
    """
    Subscribed topics with their counts, members in order, ids of any script, repeats; topics that nobody wants do not.
    """
    seen = clients.seen(package, GROUP)

    assert {"topics": COUNTS, "members": ONLY_TOPICS} == seen


@pytest.mark.parametrize("package", [KAFKAJS, OLD_KAFKAJS])
def test_kafkajs_is_asked_for_the_leader_s_topics(clients: Clients, package: str) -> None:
    """
    C0 leads, having the least id: its topics are dealt out to all. A consumer holds topics as keys: none is repeated.
    """
    seen = clients.seen(package, GROUP)

    assert {topic: COUNTS[topic] for topic in ("9", "t0")} == seen["topics"]
    assert ["9", "t0"] == seen["leader_topics"]
    assert [("é😀", ["9", "10", "t0"]), ("C0", ["9", "t0"])] == [(m["id"], m["subscription"]) for m in seen["members"]]


def test_kafkajs_loses_a_topic_called_like_the_prototype(clients: Clients) -> None:
    """Its consumer keeps topics as keys of a plain object, and joins without this one."""
    topics = (Topic(name="__proto__", partitions=1), Topic(name="constructor", partitions=1))
    member = Member(id="C0", subscription=("__proto__", "constructor"))

    seen = clients.seen(KAFKAJS, Group(topics=topics, members=(member,)))

    assert (["constructor"], ["constructor"]) == (seen["leader_topics"], seen["members"][0]["subscription"])


def test_platformatic_carries_claims_of_subscribed_topics(clients: Clients) -> None:
    """
    Negative and nonexistent partitions too; a generation without claims is not told; topics are sorted on the wire.
    """
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
def test_platformatic_s_old_metadata_carries_less(
    clients: Clients, version: int, owned: object, generation: int
) -> None:
    """Claims from version 1 on; before version 2 the generation stands in the user data."""
    (member,) = clients.seen(PLATFORMATIC, claimant(version))["members"]

    assert (owned, generation) == (member["owned"], member["generation"])
    assert (version >= 3) == ("rack" in member)


@pytest.mark.parametrize("version", [1, 3])
def test_an_unknown_generation_is_minus_one(clients: Clients, version: int) -> None:
    """A claim at no known generation is said at Kafka's -1."""
    (member,) = clients.seen(PLATFORMATIC, claimant(version, generation=None))["members"]

    assert member["generation"] == -1


def test_old_releases_of_platformatic_carry_no_claims(clients: Clients) -> None:
    """Before 2.12 a member's subscription holds topics alone."""
    members = clients.seen(OLD_PLATFORMATIC, GROUP)["members"]

    assert [{"id", "subscription"}] * 2 == [set(member) for member in members]


def test_a_missing_topic_has_no_metadata(clients: Clients) -> None:
    """kafka-node and no-kafka put the question nevertheless, each in its way."""
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
        (KAFKA_NODE, replace(GROUP, members=(Member(id="C0", subscription=()),)), "nobody subscribes to anything"),
    ],
)
def test_what_no_client_would_ask_is_not_asked(clients: Clients, package: str, group: Group, why: str) -> None:
    """The reason is told, and nobody is to blame."""
    refused = clients.seen(package, group)

    assert refused["type"] == "CannotBeAsked"
    assert why in refused["message"]


def test_the_leader_of_kafkajs_needs_its_own_topics_alone(clients: Clients) -> None:
    """A topic that only others subscribe to may be missing."""
    group = replace(GROUP, topics=(TOPICS[0], TOPICS[2]))

    assert ["9", "t0"] == clients.seen(KAFKAJS, group)["leader_topics"]


def test_who_subscribes_to_nothing_does_not_lead(clients: Clients) -> None:
    """Unless nobody subscribes to anything."""
    idle = Member(id="A", subscription=())

    led = [clients.seen(KAFKAJS, replace(GROUP, members=members)) for members in ((idle, PLAIN), (idle,))]

    assert [["9", "t0"], []] == [seen["leader_topics"] for seen in led]


@pytest.mark.parametrize("package", [KAFKAJS, KAFKA_NODE, PLATFORMATIC, NO_KAFKA])
def test_without_members_nobody_sees_anything(clients: Clients, package: str) -> None:
    """Nobody leads such a group."""
    assert {"topics": {}, "members": []} == clients.seen(package, replace(GROUP, members=()))
