"""What the leaders of JavaScript clients make of a group, seen in their answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from tests.assignors.hosted.node.hosts import (
    KAFKA_NODE,
    KAFKAJS,
    NO_KAFKA,
    OLD_KAFKAJS,
    PLATFORMATIC,
    Clients,
)

FURTHER = Member(
    id="é😀",
    subscription=("t0", "10", "t0", "9"),
    owned=(("t0", (1, -2)), ("t8", (0,)), ("9", (7,))),
    generation=7,
)
LEADER = Member(id="C0", subscription=("9", "t0"))
TOPICS = (Topic(name="t0", partitions=2), Topic(name="10", partitions=3), Topic(name="9", partitions=1))
GROUP = Group(topics=TOPICS, members=(FURTHER, LEADER))


def topics_in(answer: dict[str, dict[str, Any]]) -> set[str]:
    return {topic for mine in answer.values() for topic in mine}


@pytest.mark.parametrize("package", [KAFKAJS, OLD_KAFKAJS, PLATFORMATIC])
def test_leader_assigns_only_its_own_topics(clients: Clients, package: str) -> None:
    """C0 leads, as it has the least id."""
    assert {"t0", "9"} == topics_in(clients.answer(f"{package}:roundrobin", GROUP))


@pytest.mark.parametrize("target", [f"{KAFKA_NODE}:range", f"{NO_KAFKA}:default"])
def test_other_leaders_assign_all_subscribed_topics(clients: Clients, target: str) -> None:
    assert {"t0", "9", "10"} == topics_in(clients.answer(target, GROUP))


def test_kafkajs_loses_a_topic_named_like_the_prototype(clients: Clients) -> None:
    """Its consumer stores topics as keys of a plain object."""
    names = ("__proto__", "constructor")
    group = Group(
        topics=tuple(Topic(name=name, partitions=1) for name in names), members=(Member(id="C0", subscription=names),)
    )

    assert {"C0": {"constructor": [0]}} == clients.answer(f"{KAFKAJS}:roundrobin", group)


def test_member_without_subscription_does_not_lead(clients: Clients) -> None:
    """Unless no member subscribes to anything."""
    idle = Member(id="A", subscription=())

    answers = [
        clients.answer(f"{KAFKAJS}:roundrobin", replace(GROUP, members=members))
        for members in ((idle, LEADER), (idle,))
    ]

    assert [{"t0", "9"}, set()] == [topics_in(answer) for answer in answers]


def test_missing_topic_stops_only_a_leader_that_subscribes_to_it(clients: Clients) -> None:
    """no-kafka calls the assignor anyway."""
    known = replace(GROUP, topics=(TOPICS[0], TOPICS[2]))
    unknown = replace(GROUP, topics=TOPICS[:1])

    assert {"t0", "9"} == topics_in(clients.answer(f"{KAFKAJS}:roundrobin", known))
    assert {"t0"} == topics_in(clients.answer(f"{NO_KAFKA}:default", unknown))


@pytest.mark.parametrize(
    ("target", "group", "why"),
    [
        (f"{KAFKAJS}:roundrobin", replace(GROUP, topics=TOPICS[:1]), 'there is no topic "9"'),
        (f"{PLATFORMATIC}:cooperative-sticky", replace(GROUP, topics=TOPICS[:2]), 'there is no topic "9"'),
        (
            f"{PLATFORMATIC}:cooperative-sticky",
            replace(GROUP, members=(replace(FURTHER, owned=(("t0", (2**31,)),)),)),
            "2147483648 does not fit into the 32 bits",
        ),
        (
            f"{KAFKA_NODE}:range",
            replace(GROUP, members=(Member(id="C0", subscription=()),)),
            "no member subscribes to a topic",
        ),
    ],
)
def test_group_that_no_client_can_form_is_not_expressible(
    clients: Clients, target: str, group: Group, why: str
) -> None:
    assert why in clients.refusal(target, group)


@pytest.mark.parametrize(
    "target", [f"{KAFKAJS}:roundrobin", f"{KAFKA_NODE}:range", f"{PLATFORMATIC}:roundrobin", f"{NO_KAFKA}:default"]
)
def test_group_without_members_has_an_empty_answer(clients: Clients, target: str) -> None:
    assert {} == clients.answer(target, replace(GROUP, members=()))
