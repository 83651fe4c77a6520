"""Build each artefact at most once and find it again: a folder in the cache, with a manifest of its contents."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.cache import (
    Manifest,
    cache_folder,
    hold_lock,
    is_locked,
    lock_path,
    read_manifest,
    record_files,
    remove_tree,
    unfinished_folder,
)

Make: TypeAlias = Callable[[Path], Mapping[str, str] | None]
"""
Fills an empty folder, and may return the versions of the tools that it used.

The folder is renamed when it is complete, so nothing in it may depend on its path.
"""

_DIGITS = 12
_NAME_DIGITS = 8


class BuildListener:
    """Receives the progress of fetching and building. This one ignores it."""

    def say(self, line: str) -> None:
        """Receive one line."""

    def announce(self, what: str) -> AbstractContextManager[None]:
        """Return a block in which `what` is fetched or built, which may take minutes."""
        del what
        return nullcontext()


LISTENERS: list[BuildListener] = [BuildListener()]
"""The last one is in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """
    An artefact: `kind` is the language or the library (`java`, `librdkafka`), `name` and `version` name the package.

    `recipe` is a text that changes whenever our own sources or steps change (`recipe_of`).
    """

    kind: str
    name: str
    version: str
    recipe: str

    @property
    def label(self) -> str:
        """Its name for users: `go github.com/twmb/franz-go 1.22.2`, `librdkafka 2.12.1`."""
        return " ".join(dict.fromkeys((self.kind, self.name, self.version)))

    @property
    def folder(self) -> Path:
        """The folder of the finished artefact."""
        words = "\0".join((self.name, self.version, self.recipe))
        readable = re.sub(r"[^\w.+-]+", "_", f"{self.name}-{self.version}")[:80]
        return cache_folder() / self.kind / f"{readable}-{hashlib.sha256(words.encode()).hexdigest()[:_NAME_DIGITS]}"


def recipe_of(paths: Iterable[Path], *words: str) -> str:
    """
    A short hash of sources and words. It changes with any file name, any content and any word.

    A folder stands for all files below it.
    """
    digest = hashlib.sha256()
    for path in paths:
        files = [file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
        for file in sorted(files) if path.is_dir() else [path]:
            contents = file.read_bytes()
            digest.update(f"{file.relative_to(path.parent)}\0{len(contents)}\0".encode() + contents)
    for word in words:
        digest.update(f"{len(word)}\0{word}".encode())
    return digest.hexdigest()[:_DIGITS]


def ensure_artefact(artefact: Artefact, make: Make) -> Path:
    """
    The folder of `artefact`; where it is missing or damaged, `make` fills it first.

    If several processes need it at once, one builds it and the others wait. A failed or interrupted build leaves
    nothing. Raises `AssayError` where it cannot be built.
    """
    folder = artefact.folder
    if _fault(artefact, folder) is None:
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if is_locked(lock_path(folder)):
            LISTENERS[-1].say(f"{artefact.label} is being built by another process; waiting for it")
        with hold_lock(lock_path(folder)):
            fault = _fault(artefact, folder)
            if fault is None:
                return folder
            if folder.exists():
                LISTENERS[-1].say(f"{artefact.label}: {fault} in {folder}; building it again")
            _make_artefact(artefact, make, folder)
    except OSError as wrong:
        raise AssayError(f"{artefact.label} cannot be built in {folder.parent}: {wrong}") from None
    return folder


def _fault(artefact: Artefact, folder: Path) -> str | None:
    """The fault of `folder`, by a quick look; None where it can be used."""
    manifest = read_manifest(folder)
    if manifest is None:
        return "the manifest is missing"
    if any(getattr(manifest, key) != value for key, value in asdict(artefact).items()):
        return f"the manifest belongs to {manifest.kind} {manifest.name} {manifest.version}"
    touched = next((name for name, file in manifest.files.items() if file.differs(f"{folder}/{name}")), None)
    return None if touched is None else f"{touched} is damaged"


def _make_artefact(artefact: Artefact, make: Make, folder: Path) -> None:
    making = unfinished_folder(folder)
    remove_tree(making)  # left by a killed build
    making.mkdir()
    try:
        with LISTENERS[-1].announce(artefact.label):
            tools = make(making) or {}
        made = datetime.now(UTC).isoformat(timespec="seconds")
        Manifest(**asdict(artefact), made=made, tools=dict(tools), files=record_files(making)).write(making)
        remove_tree(folder)
        making.rename(folder)
    finally:
        remove_tree(making)
