"""Tests of the effects of broken laws: each severity is one of the words, and depends on the client."""

from __future__ import annotations

import pytest

from kafka_assay.properties.effect import CLIENTS, SEVERITIES, client_of
from kafka_assay.properties.registry import LAW_BY_ID, LAWS


@pytest.mark.parametrize("client", [None, *CLIENTS])
def test_every_law_has_an_effect_in_every_client(client: str | None) -> None:
    effects = [law.effect_on(client) for law in LAWS]

    assert all(effect.severity in SEVERITIES and effect.text.endswith(".") for effect in effects)


def test_every_exception_is_for_a_known_client_and_names_its_source() -> None:
    assert {client for law in LAWS for client in law.effects_by_client} <= set(CLIENTS)
    assert all(effect.source for law in LAWS for effect in law.effects_by_client.values())


def test_unknown_client_has_the_gravest_effect_of_any_client() -> None:
    for law in LAWS:
        severities = [SEVERITIES.index(effect.severity) for effect in law.effects_by_client.values()]
        assert SEVERITIES.index(law.effect.severity) <= min(severities, default=len(SEVERITIES)), law.id


@pytest.mark.parametrize(
    ("law", "client", "severity"),
    [
        ("only-subscribed-topics", "kafka-clients", "endless rebalance"),
        ("only-subscribed-topics", "kafkajs", "partition read by nobody"),
        ("only-subscribed-topics", "aiokafka", "crash or hang"),
        ("only-existing-partitions", "kafka-clients", "needless moves or imbalance"),
        ("only-existing-partitions", "platformatic", "crash or hang"),
        ("answers-every-member", "kafka-clients", "crash or hang"),
        ("answers-every-member", "no-kafka", "curiosity"),
        ("one-owner-each", "kafka-group-coordinator", "needless moves or imbalance"),
        ("one-owner-each", "sarama", "partition read twice"),
        ("nothing-left-out", "sarama", "partition read by nobody"),
    ],
)
def test_severity_depends_on_the_client(law: str, client: str, severity: str) -> None:
    assert severity == LAW_BY_ID[law].effect_on(client).severity


@pytest.mark.parametrize(
    ("target", "client"),
    [
        ("maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor", "kafka-clients"),
        ("maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor", "kafka-group-coordinator"),
        ("maven:com.acme:assignors:1.0:Mine", "kafka-clients"),
        ("jar:ports/sarama/target/mine.jar:com.acme.Mine", "kafka-clients"),
        ("go:github.com/twmb/franz-go@v1.22.3:sticky", "franz-go"),
        ("go:github.com/segmentio/kafka-go@v0.4.51:range", "kafka-go"),
        ("librdkafka==2.15.1:range", "librdkafka"),
        ("npm:kafkajs@2.2.4:roundrobin", "kafkajs"),
        ("npm:@platformatic/kafka@2.12.1:roundrobin", "platformatic"),
        ("kafka-python==3.0.12:range", "kafka-python"),
        ("kafka-python:range", "kafka-python"),
        ("aiokafka", "aiokafka"),
        ("wire:rust-consumers/debug/kacrab-consumer {bootstrap} {group} {topics} {strategy}#range", "kacrab"),
        ("wire:python docs/wire/confluent-kafka/consumer.py {bootstrap} {group} {topics}", "librdkafka"),
        ("sticky", None),
        ("python:mine:Sticky", None),
    ],
)
def test_client_is_read_from_the_target(target: str, client: str | None) -> None:
    assert client == client_of(target)
