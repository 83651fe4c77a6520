"""
The supported Python clients, and the promises of their assignors.

An assignor makes the promises of the reference with the same rule, except those about features that its client ignores:
racks in both clients, and static members in aiokafka, whose leader drops their instance ids.
"""

from __future__ import annotations

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.extras import missing_library

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


def check_assignor(client: str, assignor: str) -> None:
    """Raise `AssayError` where no release of `client` has such an `assignor`."""
    known = CLIENTS[client]
    if assignor not in known:
        tip = spelling_tip(assignor, known) or f"; it has {', '.join(known)}"
        raise AssayError(f"{client} has no assignor {assignor!r}{tip}")


def installed_release(client: str) -> str:
    """The installed release of `client`. Raises `AssayError` where it is not installed."""
    release = _installed_release(client)
    if release is None:
        raise missing_library(f"{client} without a release", PACKAGES[client])
    return release


def _installed_release(client: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(client)
    except PackageNotFoundError:
        return None


def is_installed(client: str, release: str | None) -> bool:
    """Whether this `release` of `client` is installed here; None is the installed one, whatever it is."""
    return release is None or _installed_release(client) == release
