"""All client families, and the model of one member's client."""

from __future__ import annotations

from functools import cache

from kafka_assay.assignors.errors import InvalidGroup, spelling_tip
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.clients import (
    aiokafka,
    any_client,
    consumer_protocol,
    franz_go,
    java,
    javascript,
    kacrab,
    kafka_python,
    librdkafka,
    sarama,
)
from kafka_assay.membership.clients.claim_rule import ClientModel

MODELS: tuple[ClientModel, ...] = (
    *java.MODELS,
    *librdkafka.MODELS,
    *franz_go.MODELS,
    *sarama.MODELS,
    *kafka_python.MODELS,
    *aiokafka.MODELS,
    *javascript.MODELS,
    *kacrab.MODELS,
    *consumer_protocol.MODELS,
)
FAMILIES = tuple(dict.fromkeys(model.family for model in MODELS))


@cache
def model_of(client: str | None, protocol: Protocol | None) -> ClientModel:
    """
    The model of a client, written `FAMILY` (its newest release) or `FAMILY RELEASE`.

    None is a member that names no client. Raises `InvalidGroup` for an unknown family, and for a release that does not
    speak the protocol.

    >>> model_of("kafka-clients 2.8.0", Protocol.COOPERATIVE).note
    'no generation anywhere'
    """
    if protocol is None:
        return any_client.WITHOUT_PROTOCOL if client is None else model_of(client, Protocol.EAGER)
    models = (*any_client.MODELS, consumer_protocol.ANY_MODEL) if client is None else MODELS
    family, _, release = (any_client.FAMILY if client is None else client).partition(" ")
    if client is not None and family not in FAMILIES:
        expected = f"a client family ({', '.join(FAMILIES)}){spelling_tip(family, FAMILIES)}"
        raise InvalidGroup("client", client, expected)
    for model in models:
        if model.family == family and model.protocol is protocol and model.covers(release or None):
            return model
    raise InvalidGroup("client", client, f"a release of {family} that can be a member of {protocol.value} groups")
