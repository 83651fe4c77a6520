"""
Releases of the Python clients: list them, unpack one into a folder of its own, and start its host.

pip is the registry's own client: it knows the configured registries and verifies its downloads. Every machine gets the
same files: those for Python 3.11 on Linux. Compiled code in them is never loaded, and old releases have none for a
newer Python. Only a release without such wheels gets those of this Python. No downloaded code runs here, so no release
is built from its source.
"""

from __future__ import annotations

import re
import shutil
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from platform import python_version
from zipfile import BadZipFile, ZipFile

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import check_pin, sha256_of
from kafka_assay.assignors.hosted.python.client_host import CLIENTS, FIRST_RELEASES, find_installed, installed_release
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName, python_host_command
from kafka_assay.assignors.hosted.tools import run_tool

ALONE = {"PYTHONPATH": ""}
"""The user's own additional paths are not part of a release."""

_KIND = "python"
_HOST = Path(__file__).with_name("release_host.py")
_QUIETLY = ("--no-input", "--disable-pip-version-check", "--retries", "1")
_LISTED = re.compile(r"^\s*Available versions: (?P<releases>.*)$", re.MULTILINE)
_NO_WHEEL = "Could not find a version that satisfies"
_LINUX = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
_SAME_EVERYWHERE = ("--python-version", "3.11", *(word for tag in _LINUX for word in ("--platform", tag)))
_RECIPE = recipe_of((), *_SAME_EVERYWHERE)


def host_command(name: TargetName) -> HostCommand:
    """The command that starts the installed release; another one is fetched and unpacked first."""
    client, release = name.package, name.release
    _check_assignor(client, name.assignor)
    if release is None or release == find_installed(client):
        return python_host_command("python.client_host", client, assignor=name.assignor, target_text=name.text)
    return release_command(client, release, name.assignor)


def installed_name(name: TargetName) -> TargetName:
    """The same target at the installed release. Raises `AssayError` where the client is not installed."""
    _check_assignor(name.package, name.assignor)
    return name.at_release(installed_release(name.package))


def default_likeness(name: TargetName) -> str | None:
    """The promises of the assignor of this name at the client's newest release, in the form of `--like`."""
    return CLIENTS[name.package].get(name.assignor)


def release_command(client: str, release: str, assignor: str) -> HostCommand:
    """
    The command that starts the host of `client` at `release`, fetched first where it is missing. Raises `AssayError`.
    """
    key, first = ReleaseOrder.PYTHON.sort_key, FIRST_RELEASES[client]
    if key(release) < key(first):
        raise AssayError(f"{client}=={release} has no assignors: the first release with assignors is {first}")
    words = host_words(ensure_release_folder(client, release), client)
    return HostCommand(words=words, assignor=assignor, environment=ALONE)


def _check_assignor(client: str, assignor: str) -> None:
    """Raise `AssayError` where no release of `client` has such an `assignor`."""
    known = CLIENTS[client]
    if assignor not in known:
        tip = spelling_tip(assignor, known) or f"; it has {', '.join(known)}"
        raise AssayError(f"{client} has no assignor {assignor!r}{tip}")


def run_pip(*words: str, folder: Path, target_text: str) -> str:
    """
    Run pip and return its output. Raises `AssayError` where it fails or is missing.

    It is this environment's pip. An environment without pip (such as uv's) uses the pip on the PATH.
    """
    command = (sys.executable, "-m", "pip") if find_spec("pip") else ("pip", "--python", sys.executable)
    return run_tool((*command, *words, *_QUIETLY), folder=folder, target_text=target_text)


def list_releases(name: TargetName) -> tuple[str, ...]:
    """
    The releases that have assignors of their own, oldest first, as the client's registry lists them.

    Raises `AssayError` where no registry can be reached.
    """
    return _releases_of(name.package)


def _releases_of(client: str) -> tuple[str, ...]:
    words = ("index", "versions", "--ignore-requires-python", client)
    printed = run_pip(*words, folder=Path.cwd(), target_text=f"the list of {client}'s releases")
    found = _LISTED.search(printed)
    if found is None:
        raise AssayError(f"the list of {client}'s releases: pip says {printed.strip()!r}, expected available versions")
    key = ReleaseOrder.PYTHON.sort_key
    first = key(FIRST_RELEASES[client])
    return ReleaseOrder.PYTHON.sort(text for text in found["releases"].split(", ") if key(text) >= first)


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
        check_pin(_KIND, name, version, wheel.name, wheel)
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
        known, order = _releases_of(client), ReleaseOrder.PYTHON
        if order.sort_key(release) not in map(order.sort_key, known):
            raise AssayError(f"{client} has no release {release!r}{order.tip(release, known)}") from None
        try:
            download()
        except AssayError as again:
            if not _is_missing_wheel(again):
                raise
            raise AssayError(f"{package} has no wheel, and source packages are unsupported") from None


def _is_missing_wheel(wrong: AssayError) -> bool:
    """Whether pip reached a registry, and found no such wheel there."""
    return _NO_WHEEL in str(wrong) and "offline" not in str(wrong)


def ensure_release_folder(client: str, release: str) -> Path:
    """The folder with `client` at this `release`, fetched first where it is missing. Raises `AssayError`."""

    def make(folder: Path) -> dict[str, str]:
        used = unpack_release(client, release, folder)
        # Without byte code of the imports the start takes three times as long. This starts the host once, without a
        # question. If that fails, the next start reports the error.
        with suppress(AssayError):
            environment = {**ALONE, "PYTHONDONTWRITEBYTECODE": ""}
            run_tool(host_words(folder, client), folder=folder, target_text="byte code", environment=environment)
        return used

    return ensure_artefact(Artefact(kind=_KIND, name=client, version=release, recipe=_RECIPE), make)


def host_words(folder: Path, client: str) -> tuple[str, ...]:
    """The command that serves the release of `client` in `folder`. -S hides the packages installed here."""
    return sys.executable, "-P", "-S", "-X", "faulthandler", str(_HOST), str(folder), client
