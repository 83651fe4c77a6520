"""The settings of a broker for tests: one listener for each way to log in, and access rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule"
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The free ports of the listeners; `tls` serves SASL over TLS."""

    plain: int
    sasl: int
    tls: int
    controller: int


def broker_settings(ports: Ports, logs: str, users: Mapping[str, str], keystore: str, password: str) -> dict[str, str]:
    """The broker's properties. Without a login a client may do anything; `users` may do what access rules allow."""
    listeners = {"PLAINTEXT": ports.plain, "SASL_PLAINTEXT": ports.sasl, "SASL_SSL": ports.tls}
    addresses = [f"{name}://127.0.0.1:{port}" for name, port in listeners.items()]
    known = "".join(f' user_{user}="{secret}"' for user, secret in users.items())
    login = {
        f"listener.name.{name.lower()}.{mechanism.lower()}.sasl.jaas.config": f"{module} required{accounts};"
        for name in ("SASL_PLAINTEXT", "SASL_SSL")
        for mechanism, module, accounts in (("PLAIN", PLAIN, known), ("SCRAM-SHA-256", SCRAM, ""))
    }
    return {
        "process.roles": "broker,controller",
        "node.id": "1",
        "broker.rack": "rack-a",
        "controller.quorum.voters": f"1@127.0.0.1:{ports.controller}",
        "controller.listener.names": "CONTROLLER",
        "listeners": ",".join([*addresses, f"CONTROLLER://127.0.0.1:{ports.controller}"]),
        "advertised.listeners": ",".join(addresses),
        "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,"
        + ",".join(f"{protocol}:{protocol}" for protocol in listeners),
        "inter.broker.listener.name": "PLAINTEXT",
        "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
        **login,
        "ssl.keystore.location": keystore,
        "ssl.keystore.password": password,
        "ssl.keystore.type": "PKCS12",
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:ANONYMOUS",
        "log.dirs": logs,
        "log.segment.bytes": "1048576",
        "auto.create.topics.enable": "true",
        "num.partitions": "1",
        "offsets.topic.replication.factor": "1",
        "offsets.topic.num.partitions": "3",
        "group.initial.rebalance.delay.ms": "500",
        "group.consumer.heartbeat.interval.ms": "500",
        "group.consumer.min.heartbeat.interval.ms": "500",
    }


def further_settings(first: Ports, port: int, logs: str, rack: str) -> dict[str, str]:
    """The properties of another broker of the same cluster, without a login."""
    return {
        "process.roles": "broker",
        "node.id": "2",
        "broker.rack": rack,
        "controller.quorum.voters": f"1@127.0.0.1:{first.controller}",
        "controller.listener.names": "CONTROLLER",
        "listeners": f"PLAINTEXT://127.0.0.1:{port}",
        "advertised.listeners": f"PLAINTEXT://127.0.0.1:{port}",
        "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
        "inter.broker.listener.name": "PLAINTEXT",
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:ANONYMOUS",
        "log.dirs": logs,
        "log.segment.bytes": "1048576",
    }
