"""The recipes of clients that are no Python code: each real client plans on the wire as its host does."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.wire.programs import confluent_program, java_program, node_program, opened, wire_target
from tests.assignors.hosted.wire.test_recipes import GROUPS

pytestmark = pytest.mark.functional

JAVA = "maven:org.apache.kafka:kafka-clients:4.4.0"


def outcome(target: HostTarget, group: Group) -> object:
    """The plan; or, where the client cannot be in such a group, or ends, only that."""
    try:
        return target.assign(group)
    except CannotBeAsked:
        return "refused"
    except AssignorFailed:
        return "failed"


def _sorted(plan: object) -> object:
    """Sort the ids of each part: their order means nothing, and a host may sort them."""
    match plan:
        case dict():
            return {key: _sorted(part) for key, part in plan.items()}
        case list():
            return sorted(plan)
    return plan


def compare(words: tuple[str, ...], strategy: str, host_text: str, groups: list[Group]) -> HostTarget:
    with opened(wire_target(words, strategy)) as client, opened(host_text) as host:
        plans = [_sorted(outcome(client, group)) for group in groups]

        assert [_sorted(outcome(host, group)) for group in groups] == plans
    return client


@pytest.mark.parametrize(
    ("strategy", "assignor"),
    [
        ("range", "RangeAssignor"),
        ("roundrobin", "RoundRobinAssignor"),
        ("sticky", "StickyAssignor"),
        ("cooperative-sticky", "CooperativeStickyAssignor"),
    ],
)
def test_java_plans_as_its_host_does(strategy: str, assignor: str) -> None:
    client = compare(java_program("4.4.0"), strategy, f"{JAVA}:{assignor}", GROUPS)

    assert ("apache-kafka-java", "4.4.0") == (client.implementation, client.version)


@pytest.mark.parametrize(
    ("strategy", "assignor"),
    [
        ("range", "range"),
        ("roundrobin", "roundrobin"),
        ("cooperative-sticky", "cooperative-sticky-adjusted"),
    ],
)
def test_confluent_kafka_plans_as_the_host_of_librdkafka_does(strategy: str, assignor: str) -> None:
    client = compare(confluent_program("2.16.1"), strategy, f"librdkafka==2.15.1:{assignor}", GROUPS)

    assert ("confluent-kafka-python", "2.16.1-rdkafka-2.16.0") == (client.implementation, client.version)


LEADERS = [
    *GROUPS,
    group_of({"a": 3, "b": 1, "c": 4}, {"C1": ["c", "b"], "C0": ["a", "c"]}),
    group_of({"a": 3}, {"C0": [], "C1": ["a"]}),
]


def test_kafkajs_plans_for_the_topics_of_its_leader_as_its_host_does(tmp_path: Path) -> None:
    words = node_program("kafkajs", "kafkajs", "2.2.4", tmp_path)
    unsorted = group_of({"a": 3, "b": 1, "c": 4}, {"C1": ["c", "b"], "C0": ["c", "a"]})

    compare(words, "RoundRobinAssigner", "npm:kafkajs@2.2.4:roundrobin", [*LEADERS, unsorted])


@pytest.mark.parametrize("strategy", ["roundrobin", "cooperative-sticky"])
def test_platformatic_plans_for_the_topics_of_its_leader_as_its_host_does(strategy: str, tmp_path: Path) -> None:
    words = node_program("platformatic", "@platformatic/kafka", "2.12.1", tmp_path)

    client = compare(words, strategy, f"npm:@platformatic/kafka@2.12.1:{strategy}", LEADERS)

    assert ("platformatic-kafka", "2.12.1") == (client.implementation, client.version)
