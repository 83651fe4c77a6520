"""
How the host of a released Python client is started; the release is fetched first, where it is not yet kept.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.hosted.artefacts.kept import Artefact, kept, recipe_of
from assignors.hosted.clients import FIRST_RELEASES, known_assignor
from assignors.hosted.python_releases.wheels import KIND, compiled, unpacked
from assignors.hosted.release_order import ReleaseOrder
from assignors.hosted.started import Started

if TYPE_CHECKING:
    from assignors.hosted.target_name import ClientName

_HOST = Path(__file__).with_name("release_host.py")
_RECIPE = recipe_of([Path(__file__).with_name("wheels.py")])


def host_command(name: ClientName) -> Started:
    """
    What starts the host of `name`, a client at a release. Raises `AssayError`.
    """
    assignor = known_assignor(name)
    assert name.release is not None
    key, first = ReleaseOrder.PYTHON.key, FIRST_RELEASES[name.client]
    if key(name.release) < key(first):
        raise AssayError(
            f"{name.client}=={name.release} has no assignors of its own: the first release with any is {first}"
        )
    folder = kept_release(name.client, name.release)
    # PYTHONPATH: what the user adds to his environment is none of the release's, either.
    return Started(words=_words(folder, name.client), assignor=assignor, environment={"PYTHONPATH": ""})


def kept_release(client: str, release: str) -> Path:
    """
    The folder in which `client` is unpacked at this `release`. Raises `AssayError`.
    """

    def make(folder: Path) -> dict[str, str]:
        used = unpacked(client, release, folder)
        compiled(_words(folder, client), folder)
        return used

    return kept(Artefact(kind=KIND, name=client, version=release, recipe=_RECIPE), make)


def _words(folder: Path, client: str) -> tuple[str, ...]:
    return sys.executable, "-P", "-S", "-X", "faulthandler", str(_HOST), str(folder), client
