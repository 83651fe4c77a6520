"""Serve the assignors of the Python client release on `sys.path`, with its greeting."""

from __future__ import annotations

import os
import sys
import warnings
from importlib.util import find_spec

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.python_clients.client_assignors import skip_package_init
from kafka_assay.assignors.hosted.python_clients.clients import CLIENTS, FIRST_RELEASES, PACKAGES
from kafka_assay.assignors.hosted.serving.host_server import ServedAssignor


def serve_client(client: str, release: str) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    """The assignors of `client` at this `release`, and the greeting that lists them. Raises `AssayError`."""
    skip_package_init(PACKAGES[client])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old code that nobody will fix
            served = _serve_assignors(client)
    except Exception as raised:  # noqa: BLE001 - old code may raise anything
        python = ".".join(map(str, sys.version_info[:2]))
        why = f"{type(raised).__name__}: {raised}".partition("\n")[0]
        raise AssayError(f"{client} {release} does not run under Python {python}: {why}") from None
    if not served:
        raise AssayError(
            f"{client} {release} has no assignors: the first release with assignors is {FIRST_RELEASES[client]}"
        )
    greeting: dict[str, object] = {
        "format": FORMAT,
        "implementation": client,
        "version": release,
        "assignors": list(served),
        "like": {name: _like(client, name) for name in served},
    }
    from kafka_assay.assignors.hosted.python_clients.client_echo import ECHO, add_echoes

    return (add_echoes(served) if os.environ.get(ECHO) == "1" else served), greeting


def _serve_assignors(client: str) -> dict[str, ServedAssignor]:
    if client == "aiokafka":
        from kafka_assay.assignors.hosted.python_clients.aiokafka_classes import served_assignors
    elif find_spec("kafka.coordinator.protocol") is None:
        from kafka_assay.assignors.hosted.python_clients.kafka_python import served_assignors
    else:
        from kafka_assay.assignors.hosted.python_clients.kafka_python_classes import served_assignors
    return served_assignors()


def _like(client: str, name: str) -> str:
    """The promises of an assignor. Before 2.3, kafka-python did not know static members."""
    like = CLIENTS[client][name]
    is_unaware = client == "kafka-python" and find_spec("kafka.coordinator.subscription") is None
    return f"{like},-static" if is_unaware and name in ("range", "roundrobin") else like
