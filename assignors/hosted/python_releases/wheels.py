"""
The wheels of a release, fetched and unpacked: the release itself, and what it says that it needs.

The same files come on every machine, those for Python 3.11 on Linux: what is compiled in them is never loaded, and an
old release has none for a newer Python. Only for a release that has no such wheel are those of this Python taken.
Nothing that is fetched is run here: no release is built from its source.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from platform import python_version
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from assignors.errors import AssayError, nearest
from assignors.hosted.artefacts.manifest import sha256_of
from assignors.hosted.artefacts.pinned import check
from assignors.hosted.artefacts.tools import run
from assignors.hosted.python_releases.pip import pip
from assignors.hosted.python_releases.releases import releases

if TYPE_CHECKING:
    from pathlib import Path

KIND = "python"
_LINUX = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
_SAME_EVERYWHERE = ("--python-version", "3.11", *(word for tag in _LINUX for word in ("--platform", tag)))


def unpacked(client: str, release: str, folder: Path) -> dict[str, str]:
    """
    `folder` holds `client` at this `release` and all that it needs. Returns what was used for it, and what came.

    Raises `AssayError` where there is no such release, or no registry can be reached.
    """
    wheels = folder / "wheels"
    _fetch(client, release, wheels)
    came = {}
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        check(KIND, name, version, wheel.name, wheel)
        came[wheel.name] = f"SHA-256 {sha256_of(wheel)}"
        try:
            with ZipFile(wheel) as packed:
                packed.extractall(folder)
        except BadZipFile as broken:
            raise AssayError(f"{client}=={release}: {wheel.name} is broken: {broken}") from None
    shutil.rmtree(wheels)
    return {"python": python_version(), **came}


def _fetch(client: str, release: str, wheels: Path) -> None:
    asked = f"{client}=={release}"
    words = ("download", "--quiet", "--only-binary=:all:", "--dest", str(wheels))
    with suppress(AssayError):
        pip(*words, *_SAME_EVERYWHERE, asked, folder=wheels.parent, wanted_by=asked)
        return
    try:
        pip(*words, asked, folder=wheels.parent, wanted_by=asked)
    except AssayError:
        known = releases(client)  # raises, too, where no registry can be reached
        if release in known:
            raise
        tip = nearest(release, known) or f"; the newest is {known[-1]}"
        raise AssayError(f"{client} has no release {release!r}{tip}") from None


def compiled(words: tuple[str, ...], folder: Path) -> None:
    """
    What the host started by `words` imports has its byte code beside it: its start would take three times as long.

    It is started once for that, asked nothing. If it does not run, whoever starts it next is told.
    """
    with suppress(AssayError):
        run(words, folder=folder, wanted_by="byte code", environment={"PYTHONDONTWRITEBYTECODE": ""})
