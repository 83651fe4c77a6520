"""The available releases of a Python client."""

from __future__ import annotations

import re
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.python_clients.clients import FIRST_RELEASES
from kafka_assay.assignors.hosted.python_clients.pip import run_pip
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_LISTED = re.compile(r"^\s*Available versions: (?P<releases>.*)$", re.MULTILINE)


def list_releases(client: str) -> tuple[str, ...]:
    """
    The releases of `client` that have assignors of their own, oldest first, as its registry lists them.

    Raises `AssayError` where no registry can be reached.
    """
    words = ("index", "versions", "--ignore-requires-python", client)
    printed = run_pip(*words, folder=Path.cwd(), target_text=f"the list of {client}'s releases")
    found = _LISTED.search(printed)
    if found is None:
        raise AssayError(f"the list of {client}'s releases: pip says {printed.strip()!r}, expected available versions")
    key = ReleaseOrder.PYTHON.sort_key
    first = key(FIRST_RELEASES[client])
    return tuple(sorted((text for text in found["releases"].split(", ") if key(text) >= first), key=key))
