"""Tests of severities: each law's effect is one of the words, and depends on the client."""

from __future__ import annotations

import pytest

from kafka_assay.properties.effect import CLIENTS, client_of
from kafka_assay.properties.registry import LAWS
from kafka_assay.properties.severity import SEVERITIES, severity_of


@pytest.mark.parametrize("client", [None, *CLIENTS])
def test_every_law_has_an_effect_in_every_client(client: str | None) -> None:
    effects = [law.effect_on(client) for law in LAWS]

    assert all(effect.severity in SEVERITIES and effect.text.endswith(".") for effect in effects)
    assert [effect.severity for effect in effects] == [severity_of(law.id, client) for law in LAWS]


def test_every_exception_is_for_a_known_client() -> None:
    assert {client for law in LAWS for client in law.effects_by_client} <= set(CLIENTS)


@pytest.mark.parametrize(
    ("target", "client"),
    [
        ("maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor", "kafka-clients"),
        ("maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor", "kafka-group-coordinator"),
        ("maven:com.acme:assignors:1.0:Mine", "kafka-clients"),
        ("go:github.com/twmb/franz-go@v1.22.3:sticky", "franz-go"),
        ("go:github.com/segmentio/kafka-go@v0.4.51:range", "kafka-go"),
        ("librdkafka==2.15.1:range", "librdkafka"),
        ("npm:kafkajs@2.2.4:roundrobin", "kafkajs"),
        ("npm:@platformatic/kafka@2.12.1:roundrobin", "platformatic"),
        ("kafka-python==3.0.12:range", "kafka-python"),
        ("kafka-python:range", "kafka-python"),
        ("aiokafka", "aiokafka"),
        ("wire:rust-consumers/debug/kacrab-consumer {bootstrap} {group} {topics} {strategy}#range", None),
        ("sticky", None),
        ("python:mine:Sticky", None),
    ],
)
def test_client_is_read_from_the_target(target: str, client: str | None) -> None:
    assert client == client_of(target)
