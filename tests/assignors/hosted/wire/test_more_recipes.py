"""The recipes of clients that are no Python code: each real client plans on the wire as its host does."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from studies.wire.clients import CLIENTS
from studies.wire.released_recipes import CONFLUENT_KAFKA, KAFKA_CLIENTS, PLATFORMATIC
from tests.assignors.hosted.wire.programs import opened, wire_target, words_or_skip
from tests.assignors.hosted.wire.test_recipes import GROUPS

pytestmark = pytest.mark.functional


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


def compare(name: str, strategy: str, groups: list[Group], folder: Path) -> HostTarget:
    recipe = CLIENTS[name]
    words = words_or_skip(name, lambda: recipe.program(folder))
    with opened(wire_target(words, strategy)) as client, opened(recipe.strategies[strategy]) as host:
        plans = [_sorted(outcome(client, group)) for group in groups]

        assert [_sorted(outcome(host, group)) for group in groups] == plans
    return client


@pytest.mark.parametrize("strategy", ["range", "roundrobin", "sticky", "cooperative-sticky"])
def test_java_plans_as_its_host_does(strategy: str, tmp_path: Path) -> None:
    client = compare("kafka-clients", strategy, GROUPS, tmp_path)

    assert ("apache-kafka-java", KAFKA_CLIENTS) == (client.implementation, client.version)


@pytest.mark.parametrize("strategy", ["range", "roundrobin", "cooperative-sticky"])
def test_confluent_kafka_plans_as_the_host_of_librdkafka_does(strategy: str, tmp_path: Path) -> None:
    client = compare("confluent-kafka", strategy, [*GROUPS, UNSORTED], tmp_path)

    assert "confluent-kafka-python" == client.implementation
    assert client.version.startswith(f"{CONFLUENT_KAFKA}-rdkafka-")


UNSORTED = group_of({"c": 3, "a": 1, "b": 4}, {"C0": ["b", "a", "c"], "C1": ["b", "a", "c"]}, {"C0": {"a": [0]}})
"""librdkafka keeps the order of topics in the metadata."""

LEADERS = [
    *GROUPS,
    group_of({"a": 3, "b": 1, "c": 4}, {"C1": ["c", "b"], "C0": ["a", "c"]}),
    group_of({"a": 3, "b": 1, "c": 4}, {"C1": ["c", "b"], "C0": ["c", "a"]}),
    group_of({"a": 3}, {"C0": [], "C1": ["a"]}),
]


def test_kafkajs_plans_for_the_topics_of_its_leader_as_its_host_does(tmp_path: Path) -> None:
    compare("kafkajs", "RoundRobinAssigner", LEADERS, tmp_path)


def test_racks_of_replicas_do_not_end_the_connection_of_kafkajs(tmp_path: Path) -> None:
    """A client that takes two brokers for one joins a group with racks, and never sends its plan."""
    racks = Topic(name="a", partitions=2, replica_racks=(("r1",), ("r2",)))
    members = tuple(Member(id=name, subscription=("a",)) for name in ("C0", "C1"))

    compare("kafkajs", "RoundRobinAssigner", [Group(topics=(racks,), members=members)] * 20, tmp_path)


@pytest.mark.parametrize("strategy", ["roundrobin", "cooperative-sticky"])
def test_platformatic_plans_for_the_topics_of_its_leader_as_its_host_does(strategy: str, tmp_path: Path) -> None:
    client = compare("platformatic", strategy, LEADERS, tmp_path)

    assert ("platformatic-kafka", PLATFORMATIC) == (client.implementation, client.version)
