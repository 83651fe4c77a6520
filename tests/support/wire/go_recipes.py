"""The consumer programs in Go of `docs/wire/`, each built once into the cache."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.go.go_host import run_go
from kafka_assay.membership.client_model import release_key

RECIPES = Path(__file__).parents[3] / "docs" / "wire"
PROGRAM = "consumer"
_BUILD = ("build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-o", PROGRAM, ".")

_SINCE = {"kip848.go": (1, 20)}
"""A file of a recipe, and the first release of the client that it can be built with."""


def ensure_go_consumer(client: str, release: str | None = None, source: Path | None = None) -> Path:
    """
    The program of the recipe `client`, built first where it is missing. Raises `AssayError`.

    Without a `release` it has the one that the recipe pins. `source` is a program to build instead of the recipe's.
    """
    folder = RECIPES / client
    module, pinned = _required(folder)
    sources = sorted(folder.glob("*.*")) if source is None else [source, folder / "go.mod", folder / "go.sum"]
    recipe = recipe_of(sources, *_BUILD, sys.platform, platform.machine())
    name = f"{client} {PROGRAM if source is None else source.stem}"
    artefact = Artefact(kind="go", name=name, version=release or pinned, recipe=recipe)
    other = None if release in (None, pinned) else f"{module}@{release}"
    return ensure_artefact(artefact, partial(_build, client, sources, other)) / PROGRAM


def go_program(client: str, release: str | None = None) -> tuple[str, ...]:
    """The words that start the recipe of a Go client; see `ensure_go_consumer`."""
    return (str(ensure_go_consumer(client, release)),)


def _build(client: str, sources: Iterable[Path], other: str | None, folder: Path) -> Mapping[str, str]:
    for path in sources:
        if path.name in _SINCE and other is not None and release_key(other.partition("@")[2]) < _SINCE[path.name]:
            continue
        shutil.copy(path, folder)
    tool = run_go(("env", "GOVERSION"), folder, client).strip()
    if other is not None:
        run_go(("get", other), folder, client)
    run_go(_BUILD, folder, client)
    return {"go": tool}


def _required(folder: Path) -> tuple[str, str]:
    """The client's module and release in `go.mod`, which requires the client first."""
    required = next(line for line in (folder / "go.mod").read_text("utf-8").splitlines() if line.startswith("require "))
    module, release = required.split()[-2:]
    return module, release
