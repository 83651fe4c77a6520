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

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts.manifest import sha256_of
from kafka_assay.assignors.hosted.artefacts.pinned import check
from kafka_assay.assignors.hosted.artefacts.tools import run
from kafka_assay.assignors.hosted.python_clients.pip import pip
from kafka_assay.assignors.hosted.python_clients.releases import releases
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

if TYPE_CHECKING:
    from pathlib import Path

KIND = "python"
_NO_WHEEL = "Could not find a version that satisfies"
ALONE = {"PYTHONPATH": ""}
"""What a user adds to his environment is none of a release's."""
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

    def download(*words: str) -> None:
        to = ("--only-binary=:all:", "--dest", str(wheels))
        pip("download", asked, "--quiet", *to, *words, folder=wheels.parent, target_text=asked)

    try:
        download(*_SAME_EVERYWHERE)
    except AssayError as wrong:
        if not _is_without(wrong):
            raise
        _released(client, release)
        try:
            download()
        except AssayError as again:
            if not _is_without(again):
                raise
            raise AssayError(f"{asked} came out as source alone, and nothing of it is built or run here") from None


def _is_without(wrong: AssayError) -> bool:
    """Whether pip reached a registry, and found no such wheel there."""
    return _NO_WHEEL in str(wrong) and "offline" not in str(wrong)


def _released(client: str, release: str) -> None:
    """Nothing happens, unless there is no such release: `AssayError`."""
    known = releases(client)
    key = ReleaseOrder.PYTHON.key
    if key(release) not in map(key, known):
        tip = spelling_tip(release, known) or f"; the newest is {known[-1]}"
        raise AssayError(f"{client} has no release {release!r}{tip}")


def compiled(words: tuple[str, ...], folder: Path) -> None:
    """
    What the host started by `words` imports has its byte code beside it: its start would take three times as long.

    It is started once for that, asked nothing. If it does not run, whoever starts it next is told.
    """
    with suppress(AssayError):
        run(words, folder=folder, target_text="byte code", environment={**ALONE, "PYTHONDONTWRITEBYTECODE": ""})
