"""
A release of a JavaScript client, installed once, in the user's cache.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from assignors.errors import AssayError, nearest
from assignors.hosted.artefacts.kept import Artefact, kept, recipe_of
from assignors.hosted.artefacts.pinned import check, pins
from assignors.hosted.artefacts.tools import NPM_PATIENCE, run
from assignors.hosted.node.releases import releases
from assignors.hosted.release_order import ReleaseOrder

if TYPE_CHECKING:
    from pathlib import Path

KIND = "npm"

_INSTALL = (
    "npm",
    "install",
    "--ignore-scripts",
    "--omit=optional",  # compressors and the like, in native code: no assignor needs them
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
)
"""npm compares everything that it fetches with the registry's checksums; the lock that it leaves is kept, too."""

_NO_SUCH_RELEASE = "ETARGET"


def installed(package: str, version: str, wanted_by: str) -> Path:
    """
    The folder in which `package` is installed, with what it depends on. Raises `AssayError`.
    """
    artefact = Artefact(kind=KIND, name=package, version=version, recipe=recipe_of((), *_INSTALL))
    return kept(artefact, partial(_install, package, version, wanted_by))


def _install(package: str, version: str, wanted_by: str, folder: Path) -> dict[str, str]:
    # A manifest of its own: npm would look for one in the folders above, and install there.
    ours = {"private": True, "dependencies": {package: version}}
    (folder / "package.json").write_text(json.dumps(ours, indent=1) + "\n", "utf-8")
    try:
        run((*_INSTALL, *NPM_PATIENCE), folder=folder, wanted_by=wanted_by)
    except AssayError as wrong:
        if _NO_SUCH_RELEASE not in str(wrong):
            raise
        raise AssayError(f"{wanted_by}: there is no {package} {version}{_tip(package, version)}") from None
    for known in pins():
        if known[:3] == (KIND, package, version):
            check(*known, folder / "node_modules" / package / known[3])
    return {tool: run((tool, "--version"), folder=folder, wanted_by=wanted_by).strip() for tool in ("node", "npm")}


def _tip(package: str, version: str) -> str:
    """
    The nearest release that there is, and the newest.
    """
    known = releases(package)
    whole = [release for release in known if not ReleaseOrder.SEMANTIC.is_pre_release(release)]
    return f"{nearest(version, known)}; the newest is {(whole or known)[-1]}"
