"""
The wheels of a release, fetched and unpacked: the release itself, and what it says that it needs.

The same files come on every machine, those for Python 3.11 on Linux: what is compiled in them is never loaded, and an
old release has none for a newer Python. Only for a release that has no such wheel are those of this Python taken.
Nothing that is fetched is run here: no release is built from its source.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from platform import python_version
from zipfile import BadZipFile, ZipFile

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts.manifest import sha256_of
from kafka_assay.assignors.hosted.artefacts.pinned import check_pin
from kafka_assay.assignors.hosted.artefacts.tools import run_tool
from kafka_assay.assignors.hosted.python_clients.pip import run_pip
from kafka_assay.assignors.hosted.python_clients.releases import list_releases
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

KIND = "python"
_NO_WHEEL = "Could not find a version that satisfies"
ALONE = {"PYTHONPATH": ""}
"""What a user adds to his environment is none of a release's."""
_LINUX = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
_SAME_EVERYWHERE = ("--python-version", "3.11", *(word for tag in _LINUX for word in ("--platform", tag)))


def unpack_release(client: str, release: str, folder: Path) -> dict[str, str]:
    """
    Unpack `client` at this `release`, with its dependencies, into `folder`. Returns the tools used and the packages
    fetched.

    Raises `AssayError` where there is no such release, or no registry can be reached.
    """
    wheels = folder / "wheels"
    _fetch(client, release, wheels)
    came = {}
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        check_pin(KIND, name, version, wheel.name, wheel)
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
        run_pip("download", asked, "--quiet", *to, *words, folder=wheels.parent, target_text=asked)

    try:
        download(*_SAME_EVERYWHERE)
    except AssayError as wrong:
        if not _is_missing_wheel(wrong):
            raise
        _require_release(client, release)
        try:
            download()
        except AssayError as again:
            if not _is_missing_wheel(again):
                raise
            raise AssayError(f"{asked} came out as source alone, and nothing of it is built or run here") from None


def _is_missing_wheel(wrong: AssayError) -> bool:
    """Whether pip reached a registry, and found no such wheel there."""
    return _NO_WHEEL in str(wrong) and "offline" not in str(wrong)


def _require_release(client: str, release: str) -> None:
    """Raise `AssayError` where there is no such release."""
    known = list_releases(client)
    key = ReleaseOrder.PYTHON.sort_key
    if key(release) not in map(key, known):
        tip = spelling_tip(release, known) or f"; the newest is {known[-1]}"
        raise AssayError(f"{client} has no release {release!r}{tip}")


def compile_imports(words: tuple[str, ...], folder: Path) -> None:
    """
    Compile to byte code what the host started by `words` imports: its start would take three times as long.

    It is started once for that, asked nothing. If it does not run, whoever starts it next is told.
    """
    with suppress(AssayError):
        run_tool(words, folder=folder, target_text="byte code", environment={**ALONE, "PYTHONDONTWRITEBYTECODE": ""})
