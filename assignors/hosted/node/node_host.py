"""
Install a release of a JavaScript client once in the user's cache, and start its host: `npm:kafkajs@2.2.4:roundrobin`.

The sources of the host end in `.mjs`, because a package.json in a folder above decides how node reads `.js`.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import check_pin, pins
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName
from kafka_assay.assignors.hosted.tools import NPM_PATIENCE, find_program, npm_view, run_tool

TRANSLATIONS = {
    "kafkajs": "kafkajs",
    "kafka-node": "kafka_node",
    "@platformatic/kafka": "platformatic",
    "no-kafka": "no_kafka",
}
"""Package -> name of the source beside this file that converts a group for it."""


_KIND = "npm"

_INSTALL = (
    "npm",
    "install",
    "--ignore-scripts",
    "--omit=optional",  # native code such as compressors, which no assignor needs
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
)
"""npm verifies its downloads with the registry's checksums. The lock file that it writes is kept too."""

_NO_SUCH_RELEASE = "ETARGET"

_HOST = Path(__file__).with_name("host.mjs")

_APART = 'exec "$@" 3<&0 4>&1 </dev/null >&2'
"""
Move the protocol's pipes away from foreign code: stdin is empty, and stdout leads to stderr.

Node itself cannot duplicate a descriptor.
"""


def host_command(name: TargetName) -> HostCommand:
    """The command that starts the host; the package is installed first, where it is missing."""
    translation = _translation_of(name.package)
    node = find_program("node", name.text)
    folder = ensure_installed(name.package, name["release"], name.text)
    return HostCommand(words=host_words(node, translation, name.package, folder), assignor=name.assignor)


def list_releases(name: TargetName) -> tuple[str, ...]:
    """All released versions of the package."""
    return releases_of(name.package)


def _translation_of(package: str) -> str:
    """The translation for `package`. Raises `AssayError` where there is none."""
    if package not in TRANSLATIONS:
        tip = spelling_tip(package, TRANSLATIONS) or f"; supported: {', '.join(TRANSLATIONS)}"
        raise AssayError(f"npm:{package}: unsupported package{tip}")
    return TRANSLATIONS[package]


def ensure_installed(package: str, version: str, target_text: str) -> Path:
    """The folder with `package` and its dependencies, installed first where it is missing. Raises `AssayError`."""
    artefact = Artefact(kind=_KIND, name=package, version=version, recipe=recipe_of((), *_INSTALL))
    return ensure_artefact(artefact, partial(_install, package, version, target_text))


def host_words(node: str, translation: str, package: str, folder: Path) -> tuple[str, ...]:
    """The command of a host of the `package` that is installed in `folder`, run by `node`."""
    return ("/bin/sh", "-c", _APART, "assay-node-host", node, str(_HOST), translation, package, str(folder))


def _install(package: str, version: str, target_text: str, folder: Path) -> dict[str, str]:
    # A separate manifest: otherwise npm would install into the nearest folder above that has one.
    ours = {"private": True, "dependencies": {package: version}}
    (folder / "package.json").write_text(json.dumps(ours, indent=1) + "\n", "utf-8")
    try:
        run_tool((*_INSTALL, *NPM_PATIENCE), folder=folder, target_text=target_text)
    except AssayError as wrong:
        if _NO_SUCH_RELEASE not in str(wrong):
            raise
        tip = ReleaseOrder.SEMANTIC.tip(version, releases_of(package))
        raise AssayError(f"{target_text}: npm has no {package} {version}{tip}") from None
    for known in pins():
        if known[:3] == (_KIND, package, version):
            check_pin(*known, folder / "node_modules" / package / known[3])
    return {
        tool: run_tool((tool, "--version"), folder=folder, target_text=target_text).strip() for tool in ("node", "npm")
    }


def releases_of(package: str) -> tuple[str, ...]:
    """All released versions of `package`, oldest first. Raises `AssayError` where the list cannot be fetched."""
    _translation_of(package)
    listed = npm_view(package, "versions", target_text=f"npm:{package}")
    if listed is None:
        raise AssayError(f"npm:{package}: `npm view` gave no list of releases")
    listed = [listed] if isinstance(listed, str) else listed  # npm prints a single release without a list
    return ReleaseOrder.SEMANTIC.sort(map(str, listed))
