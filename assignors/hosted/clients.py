"""
The Python clients whose own assignors can be asked, and whose promises these make.

What a client's assignors never look at is taken away from the reference's row: racks in both clients, static members in
aiokafka, whose leader leaves their instance ids out. Everything else that the reference of the same rule promises is
promised too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assignors.errors import AssayError, nearest

if TYPE_CHECKING:
    from assignors.hosted.target_name import ClientName

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
"""Client -> name of an assignor of its newest release -> whose promises it makes, as `--like` takes it."""

PACKAGES = {"kafka-python": "kafka", "aiokafka": "aiokafka"}
"""Client -> the package that it is imported as."""

FIRST_RELEASES = {"kafka-python": "1.0.0", "aiokafka": "0.9.0"}
"""Client -> its first release with assignors of its own. aiokafka had kafka-python's before."""


def known_assignor(name: ClientName) -> str:
    """
    The assignor that `name` asks for, provided that some release of its client has such a one. Raises `AssayError`.
    """
    known = CLIENTS[name.client]
    if name.assignor not in known:
        tip = nearest(name.assignor, known) or f"; it has {', '.join(known)}"
        raise AssayError(f"{name.client} has no assignor called {name.assignor!r}{tip}")
    return name.assignor


def installed_release(client: str) -> str:
    """
    The installed release of `client`. Raises `AssayError` where it is not installed.
    """
    release = _release(client)
    if release is None:
        raise AssayError(f"{client} is not installed in this environment")
    return release


def _release(client: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(client)
    except PackageNotFoundError:
        return None


def is_installed(name: ClientName) -> bool:
    """
    Whether `name` asks for what is installed here: no release in particular, or the very one.
    """
    return name.release is None or _release(name.client) == name.release


def found_release(name: ClientName) -> str:
    """
    The release that `name` asks for, provided that it is the installed one, and that its client can have such an
    assignor. Raises `AssayError`.
    """
    known_assignor(name)
    installed = installed_release(name.client)
    if name.release not in (None, installed):
        raise AssayError(f"{name.client}=={name.release} is not installed here: {installed} is")
    return installed
