"""Unpack a release of a Python client into a separate folder, and start its host."""

from __future__ import annotations

import sys
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.python_clients.clients import FIRST_RELEASES
from kafka_assay.assignors.hosted.python_clients.wheels import ALONE, KIND, compile_imports, unpack_release
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_HOST = Path(__file__).with_name("release_host.py")
_RECIPE = recipe_of([Path(__file__).with_name("wheels.py")])


def release_command(client: str, release: str, assignor: str) -> HostCommand:
    """
    The command that starts the host of `client` at `release`, fetched first where it is missing. Raises `AssayError`.
    """
    key, first = ReleaseOrder.PYTHON.sort_key, FIRST_RELEASES[client]
    if key(release) < key(first):
        raise AssayError(f"{client}=={release} has no assignors: the first release with assignors is {first}")
    words = host_words(ensure_release_folder(client, release), client)
    return HostCommand(words=words, assignor=assignor, environment=ALONE)


def ensure_release_folder(client: str, release: str) -> Path:
    """The folder with `client` at this `release`, fetched first where it is missing. Raises `AssayError`."""

    def make(folder: Path) -> dict[str, str]:
        used = unpack_release(client, release, folder)
        compile_imports(host_words(folder, client), folder)
        return used

    return ensure_artefact(Artefact(kind=KIND, name=client, version=release, recipe=_RECIPE), make)


def host_words(folder: Path, client: str) -> tuple[str, ...]:
    """The command that serves the release of `client` in `folder`. -S hides the packages installed here."""
    return sys.executable, "-P", "-S", "-X", "faulthandler", str(_HOST), str(folder), client
