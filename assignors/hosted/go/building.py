"""
Build a host of one release of a Go client: our sources and a pinned requirement, with the standard Go tool.

The Go tool lists releases, fetches them through the user's module proxy, and verifies them with the checksum database.
The built program needs neither Go nor a network.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.pinned import check_pin
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import run_tool
from kafka_assay.assignors.hosted.go.modules import HERE, GoModule

HOST = "host"
_PROTOCOL = HERE / "protocol"
_SARAMA = "github.com/IBM/sarama"
_GO_MOD = "module assay-host\n\ngo 1.23\n"
_BUILD = ("build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w")
_ALIKE = (_GO_MOD, *_BUILD, sys.platform, platform.machine())


def ensure_go_host(module: GoModule, version: str, target_text: str) -> Path:
    """The host program of `module` at `version`, built first where it is missing. Raises `AssayError`."""
    return ensure_artefact(go_host_artefact(module, version), partial(_build, module, version, target_text)) / HOST


def go_host_artefact(module: GoModule, version: str) -> Artefact:
    """The artefact of `module` at `version`. Any change to our sources or build steps gives another one."""
    return Artefact(kind="go", name=module.path, version=version, recipe=host_recipe(module))


def host_recipe(module: GoModule) -> str:
    """The recipe of a host: it changes with our sources and build steps."""
    return recipe_of((_PROTOCOL, module.folder), *_ALIKE, *module.features.values())


def run_go(words: tuple[str, ...], folder: Path, target_text: str) -> str:
    """
    Run the Go tool in `folder`, without the user's own settings, and return its output.

    It fetches no newer toolchain for a release, unless the user's `GOTOOLCHAIN` allows it.
    """
    settings = {
        "CGO_ENABLED": "0",
        "GO111MODULE": "on",
        "GOFLAGS": "-mod=mod",
        "GOWORK": "off",
        "GOTOOLCHAIN": os.environ.get("GOTOOLCHAIN", "local"),
    }
    return run_tool(("go", *words), folder=folder, target_text=target_text, environment=settings)


def _build(module: GoModule, version: str, target_text: str, folder: Path) -> dict[str, str]:
    tool = run_go(("env", "GOVERSION"), folder, target_text).strip()
    (folder / "go.mod").write_text(_GO_MOD, "utf-8")
    run_go(("get", f"{module.path}@{version}"), folder, target_text)
    fetched = json.loads(run_go(("mod", "download", "-json", f"{module.path}@{version}"), folder, target_text))
    contents = Path(fetched["Zip"]).with_suffix(".ziphash")
    check_pin("go", module.path, version, contents.name, contents)
    return {"go": tool, "tags": compile_host(module, Path(fetched["Dir"]), folder, target_text)}


def compile_host(module: GoModule, sources: Path, folder: Path, target_text: str) -> str:
    """
    Compile the host in `folder`, whose `go.mod` requires the module. Returns the build tags.

    They follow from the module's own `sources`.
    """
    for source in (*_PROTOCOL.glob("*.go"), *module.folder.glob("*.go")):
        # sarama changed its module path once. Each release is required under the path of its publication.
        text = source.read_text("utf-8").replace(_SARAMA, module.path)
        (folder / source.name).write_text(text, "utf-8")
    tags = ",".join(module.tags(sources))
    run_go((*_BUILD, f"-tags={tags}", "-o", HOST, "."), folder, target_text)
    return tags
