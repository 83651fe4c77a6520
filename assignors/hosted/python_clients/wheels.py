"""
Fetch and unpack the wheels of a release and its dependencies.

Every machine gets the same files: those for Python 3.11 on Linux. Compiled code in them is never loaded, and old
releases have none for a newer Python. Only a release without such wheels gets those of this Python. No downloaded code
runs here, so no release is built from its source.
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
"""The user's own additional paths are not part of a release."""
_LINUX = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
_SAME_EVERYWHERE = ("--python-version", "3.11", *(word for tag in _LINUX for word in ("--platform", tag)))


def unpack_release(client: str, release: str, folder: Path) -> dict[str, str]:
    """
    Unpack `client` at this `release` into `folder`, with its dependencies. Returns the tools and the packages.

    Raises `AssayError` where the release does not exist, or no registry can be reached.
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
    package = f"{client}=={release}"

    def download(*words: str) -> None:
        to = ("--only-binary=:all:", "--dest", str(wheels))
        run_pip("download", package, "--quiet", *to, *words, folder=wheels.parent, target_text=package)

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
            raise AssayError(f"{package} has no wheel, and source packages are unsupported") from None


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
    Compile the imports of the host with the command `words` to byte code.

    Without byte code the start takes three times as long. It starts the host once, without a question. If that fails,
    the next start reports the error.
    """
    with suppress(AssayError):
        run_tool(words, folder=folder, target_text="byte code", environment={**ALONE, "PYTHONDONTWRITEBYTECODE": ""})
