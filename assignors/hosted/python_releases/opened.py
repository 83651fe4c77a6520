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
from assignors.hosted.python_releases.wheels import ALONE, KIND, compiled, unpacked
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
    return Started(words=words_of(folder, name.client), assignor=assignor, environment=ALONE)


def kept_release(client: str, release: str) -> Path:
    """
    The folder in which `client` is unpacked at this `release`. Raises `AssayError`.
    """

    def make(folder: Path) -> dict[str, str]:
        used = unpacked(client, release, folder)
        compiled(words_of(folder, client), folder)
        return used

    return kept(Artefact(kind=KIND, name=client, version=release, recipe=_RECIPE), make)


def words_of(folder: Path, client: str) -> tuple[str, ...]:
    """
    The command that serves the release of `client` in `folder`. -S: what is installed here is not to be found.
    """
    return sys.executable, "-P", "-S", "-X", "faulthandler", str(_HOST), str(folder), client
