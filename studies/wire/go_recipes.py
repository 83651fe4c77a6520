"""The consumer programs in Go of `docs/wire/`, each built once into the cache."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.go.building import run_go
from studies.output import ROOT

RECIPES = ROOT / "docs" / "wire"
PROGRAM = "consumer"
_BUILD = ("build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-o", PROGRAM, ".")


def ensure_go_consumer(client: str) -> Path:
    """The program of the recipe `client`, built first where it is missing. Raises `AssayError`."""
    folder = RECIPES / client
    recipe = recipe_of((folder,), *_BUILD, sys.platform, platform.machine())
    artefact = Artefact(kind="go", name=f"{client} consumer", version=_release(folder), recipe=recipe)
    return ensure_artefact(artefact, partial(_build, client)) / PROGRAM


def _build(client: str, folder: Path) -> Mapping[str, str]:
    for name in ("consumer.go", "go.mod", "go.sum"):
        shutil.copy(RECIPES / client / name, folder)
    tool = run_go(("env", "GOVERSION"), folder, client).strip()
    run_go(_BUILD, folder, client)
    return {"go": tool}


def _release(folder: Path) -> str:
    """The release of the client in `go.mod`, which requires the client first."""
    required = next(line for line in (folder / "go.mod").read_text("utf-8").splitlines() if line.startswith("require "))
    return required.split()[-1]
