"""Tests of the table of switches: within one client, and from one client to another."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_families import FAMILIES
from kafka_assay.membership.rollout import ROLLOUTS, Side, Switch, families_by_rollout, find_rollout

_CONSUMER = ("server-uniform", "server-range")


def side(text: str) -> Side:
    """`FAMILY STRATEGY`; the family `?` is not known."""
    family, strategy = text.split()
    eager = Protocol.COOPERATIVE if strategy == "cooperative-sticky" else Protocol.EAGER
    return Side(None if family == "?" else family, strategy, Protocol.CONSUMER if strategy in _CONSUMER else eager)


@pytest.mark.parametrize(
    ("old", "new", "rollout", "told"),
    [
        ("librdkafka range", "? range", "none", ""),
        ("librdkafka range", "? roundrobin", "rolling", "CONFIGURATION.md"),
        ("librdkafka range", "? cooperative-sticky", "stop", "rd_kafka_assignors_init"),
        ("kafka-clients range", "? cooperative-sticky", "two-rolling", "upgrade notes"),
        ("kafka-clients cooperative-sticky", "? sticky", "two-rolling", "ConsumerCoordinator"),
        ("franz-go cooperative-sticky", "? range", "stop", "cannot go back"),
        ("librdkafka roundrobin", "? server-range", "online", "INTRODUCTION.md"),
        ("librdkafka cooperative-sticky", "? server-range", "stop", "KAFKA-18134"),
        ("sarama sticky", "kafka-clients server-uniform", "stop", "KAFKA-18134"),
        ("sarama range", "kafka-clients server-uniform", "online", "KIP-848"),
        ("librdkafka server-uniform", "? range", "online", "INTRODUCTION.md"),
        ("kafka-clients server-uniform", "? server-range", "rolling", "computePreferredServerAssignor"),
        # A client that is not known is the other side's if that has the strategy, else Java's.
        ("? range", "librdkafka cooperative-sticky", "stop", "rd_kafka_assignors_init"),
        ("? range", "? cooperative-sticky", "two-rolling", "upgrade notes"),
        ("? sticky", "librdkafka cooperative-sticky", "two-rolling", "upgrade notes"),
        # kafkajs shares no name with anybody, and KIP-848 needs none.
        ("kafkajs RoundRobinAssigner", "? cooperative-sticky", "stop", "supportsProtocols"),
        ("kafkajs RoundRobinAssigner", "? server-uniform", "online", "KIP-848"),
        ("? range", "kafkajs RoundRobinAssigner", "stop", "supportsProtocols"),
        # The same name in both; the old name in the new client; the new name in the old client; neither.
        ("librdkafka range", "kafka-clients range", "rolling", "supportsProtocols"),
        ("kafka-go range", "kafka-clients sticky", "rolling", "PARTITION_ASSIGNMENT_STRATEGY_CONFIG"),
        ("aiokafka range", "kafka-clients cooperative-sticky", "two-rolling", "upgrade notes"),
        ("kafka-clients range", "librdkafka cooperative-sticky", "two-rolling", "upgrade notes"),
        ("kafka-clients sticky", "librdkafka range", "two-rolling", "PARTITION_ASSIGNMENT_STRATEGY_CONFIG"),
        ("kafka-python sticky", "librdkafka cooperative-sticky", "stop", "supportsProtocols"),
        ("kafka-clients server-uniform", "librdkafka server-uniform", "rolling", "coordinator assigns"),
        ("kafka-clients range", "unheard-of range", None, ""),
    ],
)
def test_switch_takes_what_the_clients_allow(old: str, new: str, rollout: str | None, told: str) -> None:
    found = find_rollout(side(old), side(new))

    assert rollout == (found and found.rollout)
    assert found is None or told in found.source


def test_every_family_but_kafkajs_has_rows() -> None:
    """A client without a row cannot switch so: kafkajs has one assignor, aiokafka nothing cooperative."""
    assert {*FAMILIES, "kafka-go"} - {"kafkajs"} == ROLLOUTS.keys()
    assert "aiokafka" in families_by_rollout(Switch.COOPERATIVE)[None]
    assert ["librdkafka", "kafka-python", "platformatic"] == families_by_rollout(Switch.COOPERATIVE)["stop"]
    assert ["librdkafka"] == families_by_rollout(Switch.UPGRADE, "cooperative-sticky")["stop"]
