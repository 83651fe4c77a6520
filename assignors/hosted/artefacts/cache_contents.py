"""What lies in the cache: listed, verified and removed, without knowing what any of it is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.cache import cache_folder
from kafka_assay.assignors.hosted.artefacts.lock import LOCK, hold_lock, is_locked
from kafka_assay.assignors.hosted.artefacts.manifest import MANIFEST, Manifest, read_manifest
from kafka_assay.assignors.hosted.artefacts.store import MAKING, lock_path, remove_tree, unfinished_folder

State: TypeAlias = Literal["kept", "being made", "unfinished", "unknown"]
"""Whole; a process is at it now; a process was killed at it; something that nobody wrote a manifest for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedArtefact:
    """One folder of the cache, with its `manifest` where it has one."""

    folder: Path
    manifest: Manifest | None

    @property
    def name(self) -> str:
        """Its place in the cache: no two have the same."""
        return self.folder.relative_to(cache_folder()).as_posix()

    @property
    def state(self) -> State:
        """The state of this artefact now."""
        if is_locked(lock_path(self.folder)):
            return "being made"
        if self.manifest is not None:
            return "kept"
        return "unknown" if self.folder.exists() else "unfinished"

    @property
    def size(self) -> int:
        """The bytes of its files, counted where no manifest says it."""
        if self.manifest is not None:
            return self.manifest.size
        places = (self.folder, unfinished_folder(self.folder))
        return sum(path.lstat().st_size for place in places for path in place.rglob("*") if path.is_file())

    def damaged_files(self) -> list[str]:
        """Every file that differs from its record, read whole, and every file without a record."""
        return [MANIFEST] if self.manifest is None else self.manifest.damaged_files(self.folder)

    def remove(self) -> bool:
        """
        Remove it, unless a process is making it; returns whether it is gone. A host that runs from it goes on
        as far as it can.
        """
        try:
            with hold_lock(lock_path(self.folder), wait=False):
                remove_tree(unfinished_folder(self.folder))
                remove_tree(self.folder)
        except BlockingIOError:
            return False
        except OSError as wrong:
            raise AssayError(f"{self.folder} cannot be removed: {wrong.strerror}") from None
        return not self.folder.exists()


def cached_artefacts() -> list[CachedArtefact]:
    """Everything in the cache, unfinished artefacts included, sorted by name."""
    return [CachedArtefact(folder=folder, manifest=read_manifest(folder)) for folder in sorted(set(_folders()))]


def _folders() -> Iterator[Path]:
    """The folders that a kind holds; for one that never became whole, the place where it would have been."""
    for path in cache_folder().glob("*/*"):
        if path.is_dir():
            yield path.with_name(path.name.removesuffix(MAKING))
        elif path.suffix == LOCK and is_locked(path):
            yield path.with_suffix("")
