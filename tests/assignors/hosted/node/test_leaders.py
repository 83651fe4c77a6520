"""What the leaders of JavaScript clients make of a group, seen in their answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from tests.assignors.hosted.real_hosts import KAFKA_NODE, KAFKAJS, NO_KAFKA, PLATFORMATIC, Open, with_releases

OLD_KAFKAJS = "npm:kafkajs@0.2.0"

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


@pytest.mark.parametrize("package", with_releases([KAFKAJS, OLD_KAFKAJS, PLATFORMATIC]))
def test_leader_assigns_only_its_own_topics(host: Open, package: str) -> None:
    """C0 leads, as it has the least id."""
    assert {"t0", "9"} == topics_in(host(f"{package}:roundrobin").assign(GROUP))


@pytest.mark.parametrize("target", with_releases([f"{KAFKA_NODE}:range", f"{NO_KAFKA}:default"]))
def test_other_leaders_assign_all_subscribed_topics(host: Open, target: str) -> None:
    assert {"t0", "9", "10"} == topics_in(host(target).assign(GROUP))


def test_kafkajs_loses_a_topic_named_like_the_prototype(host: Open) -> None:
    """Its consumer stores topics as keys of a plain object."""
    names = ("__proto__", "constructor")
    group = Group(
        topics=tuple(Topic(name=name, partitions=1) for name in names), members=(Member(id="C0", subscription=names),)
    )

    assert {"C0": {"constructor": [0]}} == host(f"{KAFKAJS}:roundrobin").assign(group)


def test_member_without_subscription_does_not_lead(host: Open) -> None:
    """Unless no member subscribes to anything."""
    idle = Member(id="A", subscription=())

    answers = [
        host(f"{KAFKAJS}:roundrobin").assign(replace(GROUP, members=members)) for members in ((idle, LEADER), (idle,))
    ]

    assert [{"t0", "9"}, set()] == [topics_in(answer) for answer in answers]


@pytest.mark.integration
def test_missing_topic_stops_only_a_leader_that_subscribes_to_it(host: Open) -> None:
    """no-kafka calls the assignor anyway."""
    known = replace(GROUP, topics=(TOPICS[0], TOPICS[2]))
    unknown = replace(GROUP, topics=TOPICS[:1])

    assert {"t0", "9"} == topics_in(host(f"{KAFKAJS}:roundrobin").assign(known))
    assert {"t0"} == topics_in(host(f"{NO_KAFKA}:default").assign(unknown))


@pytest.mark.integration
def test_leave_moves_only_the_leavers_partitions_with_consistent_hashing(host: Open) -> None:
    before = group_of({"t0": 20}, {"C0": ["t0"], "C1": ["t0"], "C2": ["t0"]})
    after = group_of({"t0": 20}, {"C0": ["t0"], "C1": ["t0"]})

    had, has = (host(f"{NO_KAFKA}:consistent").assign(group) for group in (before, after))

    assert all(set(had[member]["t0"]) <= set(has[member]["t0"]) for member in ("C0", "C1"))
