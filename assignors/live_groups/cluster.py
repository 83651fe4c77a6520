"""
A cluster: its brokers, found through any of them, and one connection to each that is asked.

kafka-python's admin client describes classic groups, but sends no message of KIP-848 without calls of its private
parts. So one connection with kio's messages serves both, with one login for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.live_groups.client_settings import ClientSettings
from kafka_assay.assignors.live_groups.connection import Connection, MakeRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterBroker:
    """A broker as the cluster advertises it."""

    host: str
    port: int
    rack: str | None


class Cluster(AbstractContextManager["Cluster"]):
    """A cluster with open connections. Raises `AssayError` where no bootstrap server answers."""

    def __init__(self, servers: str, settings: ClientSettings) -> None:
        """Connect to the first of `servers` (HOST:PORT,HOST:PORT) that answers, and read the list of brokers."""
        self._settings = settings
        self._connections: dict[int | None, Connection] = {}
        self._connections[None] = _first_that_answers(servers, settings)
        reply = self.ask(
            None,
            "metadata",
            lambda messages: messages.MetadataRequest(topics=(), allow_auto_topic_creation=False),
        )
        self.brokers: Mapping[int, ClusterBroker] = {
            int(broker.node_id): ClusterBroker(host=broker.host, port=int(broker.port), rack=broker.rack or None)
            for broker in reply.brokers
        }

    def version_of(self, node: int, api: str) -> int | None:
        """The version of a message that the broker `node` is sent; None where it does not support it."""
        return self._connection(node).version_of(api)

    def ask(self, node: int | None, api: str, make: MakeRequest) -> Any:
        """The reply of the broker `node`; None: the bootstrap server."""
        return self._connection(node).call(api, make)

    def __exit__(self, *_: object) -> None:
        """Close all connections."""
        for connection in self._connections.values():
            connection.close()

    def _connection(self, node: int | None) -> Connection:
        if node not in self._connections:
            assert node is not None, "the bootstrap connection is opened first"
            broker = self.brokers[node]
            self._connections[node] = Connection(broker.host, broker.port, self._settings)
        return self._connections[node]


def _first_that_answers(servers: str, settings: ClientSettings) -> Connection:
    failed: AssayError | None = None
    for server in filter(None, (word.strip() for word in servers.split(","))):
        host, _, port = server.rpartition(":")
        if not host or not (port.isascii() and port.isdecimal() and 0 < int(port) <= 65535):
            raise AssayError(f"--bootstrap-server {server!r}: expected HOST:PORT, such as kafka.example:9092")
        try:
            return Connection(host.removeprefix("[").removesuffix("]"), int(port), settings)
        except AssayError as wrong:
            failed = failed or wrong
    raise failed or AssayError(f"--bootstrap-server {servers!r}: expected HOST:PORT")
