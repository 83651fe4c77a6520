from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.promises import parse_likeness
from tests.assignors.hosted.node.hosts import (
    KAFKA_NODE,
    KAFKAJS,
    NO_KAFKA,
    OLD_KAFKA_NODE,
    OLD_KAFKAJS,
    OLD_NO_KAFKA,
    OLD_PLATFORMATIC,
    OLDEST_KAFKAJS,
    PLATFORMATIC,
    Clients,
    command,
)

IN_TURN = {"C0": {"t0": [0, 2], "t1": [1]}, "C1": {"t0": [1], "t1": [0, 2]}}
"""Three partitions of two topics, assigned one by one."""
EACH_TOPIC_ANEW = {"C0": {"t0": [0, 2], "t1": [0, 2]}, "C1": {"t0": [1], "t1": [1]}}
IN_BLOCKS = {"C0": {"t0": [0, 1], "t1": [0, 1]}, "C1": {"t0": [2], "t1": [2]}}

ANSWERS = [
    (f"{KAFKAJS}:roundrobin", IN_TURN),
    (f"{OLD_KAFKAJS}:roundrobin", EACH_TOPIC_ANEW),
    (f"{OLDEST_KAFKAJS}:roundrobin", EACH_TOPIC_ANEW),
    (f"{KAFKA_NODE}:roundrobin", IN_TURN),
    (f"{KAFKA_NODE}:range", IN_BLOCKS),
    (f"{OLD_KAFKA_NODE}:roundrobin", IN_TURN),
    (f"{OLD_KAFKA_NODE}:range", IN_BLOCKS),
    (f"{PLATFORMATIC}:roundrobin", IN_TURN),
    (f"{PLATFORMATIC}:cooperative-sticky", IN_TURN),
    (f"{OLD_PLATFORMATIC}:roundrobin", IN_TURN),
    (f"{NO_KAFKA}:default", EACH_TOPIC_ANEW),
    (f"{NO_KAFKA}:weighted-roundrobin", EACH_TOPIC_ANEW),
    (f"{OLD_NO_KAFKA}:default", EACH_TOPIC_ANEW),
]

SAID = {
    KAFKAJS: ("kafkajs", {"roundrobin": "roundrobin,-static,-fixed,-repeatable"}),
    KAFKA_NODE: (
        "kafka-node",
        {"roundrobin": "roundrobin,-static,-fixed,-repeatable", "range": "range,-racks,-static"},
    ),
    PLATFORMATIC: (
        "platformatic",
        {
            "roundrobin": "roundrobin,-static,-fixed,-repeatable",
            "cooperative-sticky": "cooperative-sticky,-racks",
        },
    ),
    NO_KAFKA: (
        "no-kafka",
        {"default": "+per-topic", "weighted-roundrobin": "+per-topic", "consistent": "+repeatable,+fixed"},
    ),
}


@pytest.mark.parametrize(("target", "expected"), ANSWERS)
def test_clients_assign_two_topics_to_two_members(clients: Clients, target: str, expected: object) -> None:
    group = group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})

    assert expected == clients.answer(target, group)


@pytest.mark.parametrize(
    ("package", "expected"),
    [
        (PLATFORMATIC, {"C0": {"t0": [0], "t1": [1]}, "C1": {"t1": [0, 2]}}),
        (OLD_PLATFORMATIC, {"C0": {"t1": [0, 2]}, "C1": {"t0": [0], "t1": [1]}}),
    ],
)
def test_leader_of_platformatic_sorts_its_topics_in_newer_releases(
    clients: Clients, package: str, expected: object
) -> None:
    group = group_of({"t0": 1, "t1": 3}, {"C0": ["t1", "t0"], "C1": ["t1"]})

    assert expected == clients.answer(f"{package}:roundrobin", group)


@pytest.mark.parametrize("package", SAID)
def test_greeting_names_release_and_promises(clients: Clients, package: str) -> None:
    """The reference of the same rule, less the promises about data that the client ignores."""
    implementation, promised = SAID[package]

    heard = clients.greeting(package)

    assert (implementation, package.rpartition("@")[2]) == (heard.implementation, heard.version)
    assert promised == {name: parse_likeness(heard.like[name]).text for name in heard.assignors}
    assert frozenset() == heard.targets


def test_leave_moves_only_the_leavers_partitions_with_consistent_hashing(clients: Clients) -> None:
    before = group_of({"t0": 20}, {"C0": ["t0"], "C1": ["t0"], "C2": ["t0"]})
    after = group_of({"t0": 20}, {"C0": ["t0"], "C1": ["t0"]})

    had, has = (clients.answer(f"{NO_KAFKA}:consistent", group) for group in (before, after))

    assert all(set(had[member]["t0"]) <= set(has[member]["t0"]) for member in ("C0", "C1"))


def test_cooperative_assigner_keeps_and_withholds_claims(clients: Clients) -> None:
    owned = {"C0": {"t0": [0, 1, 2, 3]}}
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, owned, generation=3)

    answered = clients.answer(f"{PLATFORMATIC}:cooperative-sticky", group)

    assert {"C0": 2, "C1": 0} == {member: sum(map(len, topics.values())) for member, topics in answered.items()}


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("npm:kafkajs@0.1.0:roundrobin", "kafkajs 0.1.0 has no assigner"),
        ("npm:kafka-node@0.5.9:range", "kafka-node 0.5.9 has no consumer group"),
        ("npm:no-kafka@2.9.2:default", "no-kafka 2.9.2 brings no assignment strategies along"),
        (
            f"{OLD_PLATFORMATIC}:cooperative-sticky",
            "the host has no assignor 'cooperative-sticky'; it has roundrobin",
        ),
    ],
)
def test_release_without_the_assignor_is_a_usage_error(target: str, said: str) -> None:
    started = command(target)

    with pytest.raises(AssayError, match=said):
        HostTarget(target, started)


@pytest.mark.parametrize("target", [f"{KAFKAJS}:roundrobin", f"{KAFKA_NODE}:range", f"{PLATFORMATIC}:roundrobin"])
def test_group_without_members_gets_an_empty_answer(clients: Clients, target: str) -> None:
    """There is no leader, so no assignor runs."""
    assert {} == clients.answer(target, group_of({"t0": 2}, {}))


@pytest.mark.parametrize(
    "target",
    [f"{KAFKAJS}:roundrobin", f"{PLATFORMATIC}:cooperative-sticky", f"{NO_KAFKA}:default", f"{NO_KAFKA}:consistent"],
)
@pytest.mark.parametrize("topic", ["constructor", "toString", "7"])
def test_topic_named_like_a_javascript_property_is_assigned(clients: Clients, target: str, topic: str) -> None:
    """In these clients. kafka-node itself confuses the two."""
    assert {"C0": {topic: [0, 1]}} == clients.answer(target, group_of({topic: 2}, {"C0": [topic]}))
