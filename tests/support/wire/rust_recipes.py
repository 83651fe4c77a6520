"""The consumer programs in Rust of `docs/wire/`, each built once into the cache."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.tools import run_tool
from tests.support.wire.go_recipes import RECIPES

_BUILD = ("cargo", "build", "--quiet", "--locked")
_SOURCES = ("Cargo.toml", "Cargo.lock", "consumer.rs")
_OUTPUT = "target"


def ensure_rust_consumer(client: str, version: str) -> Path:
    """The program of the recipe `client`, built first where it is missing. Raises `AssayError`."""
    folder = RECIPES / client
    recipe = recipe_of([folder / name for name in _SOURCES], *_BUILD, sys.platform, platform.machine())
    artefact = Artefact(kind="cargo", name=f"{client} consumer", version=version, recipe=recipe)
    return ensure_artefact(artefact, partial(_build, client)) / _program(client)


def rust_program(client: str, version: str) -> tuple[str, ...]:
    """The words that start the recipe of a Rust client; see `ensure_rust_consumer`."""
    return (str(ensure_rust_consumer(client, version)),)


def _program(client: str) -> str:
    return f"{client}-consumer"


def _build(client: str, folder: Path) -> Mapping[str, str]:
    """Build with the versions and the checksums of the recipe's lock file. Keep only the program."""
    for name in _SOURCES:
        shutil.copy(RECIPES / client / name, folder)
    run_tool(_BUILD, folder=folder, target_text=client, environment={"CARGO_TARGET_DIR": str(folder / _OUTPUT)})
    shutil.copy(folder / _OUTPUT / "debug" / _program(client), folder / _program(client))
    shutil.rmtree(folder / _OUTPUT)
    return {"rustc": run_tool(("rustc", "--version"), folder=folder, target_text=client).strip()}
