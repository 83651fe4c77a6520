"""
Build a host of a Go module in a folder of this machine: the user's own version of a client.

Its dependencies come from the user's module cache or proxy. Any change to its sources gives another host.
"""

from __future__ import annotations

import hashlib
import re
from functools import partial
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact
from kafka_assay.assignors.hosted.go.building import HOST, compile_host, host_recipe, run_go
from kafka_assay.assignors.hosted.go.modules import GoModule, find_module_with

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_LANGUAGE = re.compile(r"^go\s+(\d+\.\d+(?:\.\d+)?)", re.MULTILINE)
_OLDEST = "1.23"
"""The language version of our own sources."""
_DIGITS = 12


def ensure_local_host(folder: Path, assignor: str, target_text: str) -> Path:
    """The host program of the module in `folder`, built first where it is missing. Raises `AssayError`."""
    try:
        required = (folder / "go.mod").read_text("utf-8")
    except OSError as wrong:
        raise AssayError(
            f"{target_text}: {folder / 'go.mod'}: {wrong.strerror}: expected the folder of a Go module"
        ) from None
    found = _MODULE.search(required)
    if found is None:
        raise AssayError(f"{target_text}: {folder / 'go.mod'}: has no line `module PATH`")
    module = find_module_with(found[1], assignor, target_text)
    version = f"v0.0.0-local.{_digest_of(folder)}"
    artefact = Artefact(kind="go", name=module.path, version=version, recipe=host_recipe(module))
    build = partial(_build, module, version, folder.resolve(), _language(required), target_text)
    return ensure_artefact(artefact, build) / HOST


def _digest_of(folder: Path) -> str:
    """A hash of the sources and requirements of the module."""
    digest = hashlib.sha256()
    files = [path for path in folder.rglob("*") if path.suffix in {".go", ".mod", ".sum"} and path.is_file()]
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:_DIGITS]


def _language(required: str) -> str:
    """The newer one of the language versions of the module and of our sources."""
    found = _LANGUAGE.search(required)
    versions = [_OLDEST, *([found[1]] if found else [])]
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def _build(
    module: GoModule, version: str, sources: Path, language: str, target_text: str, folder: Path
) -> dict[str, str]:
    lines = ("module assay-host", f"go {language}", f"require {module.path} {version}")
    (folder / "go.mod").write_text("\n\n".join((*lines, f'replace {module.path} => "{sources}"')) + "\n", "utf-8")
    tool = run_go(("env", "GOVERSION"), folder, target_text).strip()
    return {"go": tool, "tags": compile_host(module, sources, folder, target_text)}
