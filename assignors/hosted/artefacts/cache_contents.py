"""List, verify and remove the contents of the cache, without knowing their purpose."""

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
"""Complete; being built by a process now; left by a killed process; a folder without a manifest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedArtefact:
    """One folder of the cache, with its `manifest` if it has one."""

    folder: Path
    manifest: Manifest | None

    @property
    def name(self) -> str:
        """Its unique place in the cache."""
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
        """The total size of its files in bytes, from the manifest or counted."""
        if self.manifest is not None:
            return self.manifest.size
        places = (self.folder, unfinished_folder(self.folder))
        return sum(path.lstat().st_size for place in places for path in place.rglob("*") if path.is_file())

    def damaged_files(self) -> list[str]:
        """Every file that differs from its record, after a full read, and every file without a record."""
        return [MANIFEST] if self.manifest is None else self.manifest.damaged_files(self.folder)

    def remove(self) -> bool:
        """
        Remove it, unless a process is building it, and return whether it is gone.

        A host that runs from it continues as far as it can.
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
    """Everything in the cache, including unfinished artefacts, sorted by name."""
    return [CachedArtefact(folder=folder, manifest=read_manifest(folder)) for folder in sorted(set(_folders()))]


def _folders() -> Iterator[Path]:
    """The folders of each kind; for an unfinished one, the folder that it would have become."""
    for path in cache_folder().glob("*/*"):
        if path.is_dir():
            yield path.with_name(path.name.removesuffix(MAKING))
        elif path.suffix == LOCK and is_locked(path):
            yield path.with_suffix("")
