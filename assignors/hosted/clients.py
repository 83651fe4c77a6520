"""
The Python clients whose own assignors can be asked, and whose promises these make.

Neither client knows racks in its assignors, so `racks` is taken away from the reference's row; everything else that the
reference of the same rule promises is promised there too.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
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
        "range": "range,-racks",
        "roundrobin": "roundrobin",
        "sticky": "sticky,-racks",
    },
}
"""Client -> name of an assignor -> whose promises it makes, as `--like` takes it."""


def installed_release(client: str) -> str:
    """
    The installed release of `client`. Raises `AssayError` where it is not installed.
    """
    release = _release(client)
    if release is None:
        raise AssayError(f"{client} is not installed in this environment")
    return release


def _release(client: str) -> str | None:
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
    The release that `name` asks for, provided that it is the installed one and has such an assignor.
    """
    known = CLIENTS[name.client]
    if name.assignor not in known:
        tip = nearest(name.assignor, known) or f"; it has {', '.join(known)}"
        raise AssayError(f"{name.client} has no assignor called {name.assignor!r}{tip}")
    installed = installed_release(name.client)
    if name.release not in (None, installed):
        asked = f"{name.client}=={name.release}"
        raise AssayError(f"{asked}: only the installed release, {name.client}=={installed}, is available for now")
    return installed
