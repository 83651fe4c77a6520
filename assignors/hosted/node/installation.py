"""Install a release of a JavaScript client once in the user's cache, and start its host."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts.pinned import check_pin, pins
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import NPM_PATIENCE, run_tool
from kafka_assay.assignors.hosted.node.releases import list_releases
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

KIND = "npm"

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


def ensure_installed(package: str, version: str, target_text: str) -> Path:
    """The folder with `package` and its dependencies, installed first where it is missing. Raises `AssayError`."""
    artefact = Artefact(kind=KIND, name=package, version=version, recipe=recipe_of((), *_INSTALL))
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
        raise AssayError(f"{target_text}: npm has no {package} {version}{_tip(package, version)}") from None
    for known in pins():
        if known[:3] == (KIND, package, version):
            check_pin(*known, folder / "node_modules" / package / known[3])
    return {
        tool: run_tool((tool, "--version"), folder=folder, target_text=target_text).strip() for tool in ("node", "npm")
    }


def _tip(package: str, version: str) -> str:
    """The nearest existing release, and the newest."""
    known = list_releases(package)
    whole = [release for release in known if not ReleaseOrder.SEMANTIC.is_pre_release(release)]
    return f"{spelling_tip(version, known)}; the newest is {(whole or known)[-1]}"
