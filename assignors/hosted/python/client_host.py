"""
The process of the installed release of a Python client: `python -P -m ...python.client_host CLIENT`.

An assignor makes the promises of the reference with the same rule, except those about features that its client ignores:
racks in both clients, and static members in aiokafka, whose leader drops their instance ids.
"""

from __future__ import annotations

import sys
import warnings
from importlib.util import find_spec, module_from_spec

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import missing_library
from kafka_assay.assignors.hosted.host_main import serve_until_end
from kafka_assay.assignors.hosted.host_server import ServedAssignor
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.python.client_assignors import aiokafka_assignors, kafka_python_assignors

CLIENTS: dict[str, dict[str, str]] = {
    "kafka-python": {
        "range": "range,-racks",
        "roundrobin": "roundrobin",
        "sticky": "sticky,-racks",
        "cooperative-sticky": "cooperative-sticky,-racks",
    },
    "aiokafka": {
        "range": "range,-racks,-static",
        "roundrobin": "roundrobin,-static",
        "sticky": "sticky,-racks",
    },
}
"""Client -> name of an assignor of its newest release -> its promises, in the form of `--like`."""

PACKAGES = {"kafka-python": "kafka", "aiokafka": "aiokafka"}
"""Client -> its import name."""

FIRST_RELEASES = {"kafka-python": "1.0.0", "aiokafka": "0.9.0"}
"""Client -> its first release with assignors of its own. aiokafka used kafka-python's before."""


def serve_client(client: str, release: str) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    """The assignors of `client` at this `release`, and the greeting that lists them. Raises `AssayError`."""
    _skip_package_init(PACKAGES[client])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old code that nobody will fix
            served = aiokafka_assignors() if client == "aiokafka" else kafka_python_assignors()
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
    return served, greeting


def _skip_package_init(package: str) -> None:
    """
    Make the modules of `package` importable without its `__init__`, which loads the whole client.

    That takes longer than all the rest. Before 1.4.3 it is no longer valid Python (`async` became a keyword).
    """
    spec = find_spec(package)
    if spec is not None and package not in sys.modules:
        sys.modules[package] = module_from_spec(spec)


def _like(client: str, name: str) -> str:
    """The promises of an assignor. Before 2.3, kafka-python did not know static members."""
    like = CLIENTS[client][name]
    is_unaware = client == "kafka-python" and find_spec("kafka.coordinator.subscription") is None
    return f"{like},-static" if is_unaware and name in ("range", "roundrobin") else like


def find_installed(client: str) -> str | None:
    """The installed release of `client`; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(client)
    except PackageNotFoundError:
        return None


def installed_release(client: str) -> str:
    """The installed release of `client`. Raises `AssayError` where it is not installed."""
    release = find_installed(client)
    if release is None:
        raise missing_library(f"{client} without a release", PACKAGES[client])
    return release


def main(client: str) -> int:
    """Serve the assignors of the installed `client` until stdin ends. Returns the exit code."""
    return serve_until_end(lambda: serve_client(client, installed_release(client)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
