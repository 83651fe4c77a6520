"""
Which protocol and which clients a history gets for a target.

All members run one client family: the one whose assignor the target is. References, programs and the classes of users
get Java members. A client family that does not speak the target's protocol gives way to Java, too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.membership.clients.families import MODELS, model_of
from kafka_assay.properties.strategies.histories import CLIENTS

JAVA = "kafka-clients"
OLD = "1.0"
"""A release before all that the models tell apart."""

FAMILY_BY_TARGET = {
    "go:github.com/twmb/franz-go": "franz-go",
    "go:github.com/IBM/sarama": "sarama",
    "go:github.com/Shopify/sarama": "sarama",
    "librdkafka": "librdkafka",
    "kafka-python": "kafka-python",
    "aiokafka": "aiokafka",
    "npm:kafkajs": "kafkajs",
    "npm:@platformatic/kafka": "platformatic",
}
"""The start of a target's name -> the family of the members that use it."""


def cast_life(life: Life, target: Target) -> Life:
    """
    `life` with the protocol of `target` and with clients that can use it, if the life names no protocol itself.

    Cooperative assignors get cooperative groups, the coordinator's own assignors groups of KIP-848, others eager ones.
    """
    if life.protocol is not None:
        return life
    protocol = protocol_for(target)
    clients = _clients(client_family_for(target), protocol)
    return replace(
        life,
        protocol=protocol,
        runs=_cast_runs(life.runs, clients, protocol),
        events=tuple(_cast_event(event, clients, protocol) for event in life.events),
    )


def protocol_for(target: Target) -> Protocol:
    """The protocol of groups that use `target`."""
    if (target.like or target.name).startswith("server-"):
        return Protocol.CONSUMER
    return Protocol.COOPERATIVE if Promise.COOPERATIVE in target.promises else Protocol.EAGER


def client_family_for(target: Target) -> str:
    """The client family of the members that use `target`."""
    return next((family for start, family in FAMILY_BY_TARGET.items() if target.name.startswith(start)), JAVA)


@cache
def _clients(family: str, protocol: Protocol) -> tuple[str, ...]:
    """A client of each set of rules of the family, the newest first."""
    found = [model for model in MODELS if model.family == family and model.protocol is protocol]
    if not found:
        return _clients(JAVA, protocol)
    found.sort(key=lambda model: model.before is not None)
    return tuple(family if one.before is None else f"{family} {one.first or OLD}" for one in found)


def _cast_runs(runs: tuple[LifeMember, ...], clients: tuple[str, ...], protocol: Protocol) -> tuple[LifeMember, ...]:
    return tuple(replace(run, client=_cast_client(run.client, clients, protocol)) for run in runs)


def _cast_event(event: Event, clients: tuple[str, ...], protocol: Protocol) -> Event:
    if not event.runs and not event.upgrade:
        return event
    upgrade = tuple((member, _cast_client(client, clients, protocol) or "") for member, client in event.upgrade)
    return replace(event, runs=_cast_runs(event.runs, clients, protocol), upgrade=upgrade)


def _cast_client(client: str | None, clients: tuple[str, ...], protocol: Protocol) -> str | None:
    """The client itself if it is of the right family and speaks the protocol, else the one in its place."""
    if client is None:
        return None
    family = clients[0].partition(" ")[0]
    if client.partition(" ")[0] == family:
        try:
            model_of(client, protocol)
        except InvalidGroup:
            pass
        else:
            return client
    place = CLIENTS.index(client) if client in CLIENTS else 0
    return clients[place % len(clients)]
