"""What lies in the cache: listed, verified and removed, without knowing what any of it is for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.cache import cache_folder
from kafka_assay.assignors.hosted.artefacts.lock import LOCK, is_locked, locked
from kafka_assay.assignors.hosted.artefacts.manifest import MANIFEST, Manifest, read_manifest
from kafka_assay.assignors.hosted.artefacts.store import MAKING, lock_of, swept, unfinished

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

State: TypeAlias = Literal["kept", "being made", "unfinished", "unknown"]
"""Whole; a process is at it now; a process was killed at it; something that nobody wrote a manifest for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One folder of the cache, and its `manifest`, where it has one."""

    folder: Path
    manifest: Manifest | None

    @property
    def name(self) -> str:
        """Its place in the cache: no two have the same."""
        return self.folder.relative_to(cache_folder()).as_posix()

    @property
    def state(self) -> State:
        """How it stands, now."""
        if is_locked(lock_of(self.folder)):
            return "being made"
        if self.manifest is not None:
            return "kept"
        return "unknown" if self.folder.exists() else "unfinished"

    @property
    def size(self) -> int:
        """The bytes of its files; counted, where nobody has written them down."""
        if self.manifest is not None:
            return self.manifest.size
        places = (self.folder, unfinished(self.folder))
        return sum(path.lstat().st_size for place in places for path in place.rglob("*") if path.is_file())

    def damage(self) -> list[str]:
        """Every file that is not as it was made, read whole, and every file that nobody made."""
        return [MANIFEST] if self.manifest is None else self.manifest.damaged(self.folder)

    def remove(self) -> bool:
        """Remove it, unless it is being made; whether it is gone. A host that runs from it goes on as far as it can."""
        try:
            with locked(lock_of(self.folder), wait=False):
                swept(unfinished(self.folder))
                swept(self.folder)
        except BlockingIOError:
            return False
        except OSError as wrong:
            raise AssayError(f"{self.folder} cannot be removed: {wrong.strerror}") from None
        return not self.folder.exists()


def contents() -> list[Kept]:
    """Everything in the cache, what is unfinished included, in the order of the names."""
    return [Kept(folder=folder, manifest=read_manifest(folder)) for folder in sorted(set(_folders()))]


def _folders() -> Iterator[Path]:
    """The folders that a kind holds; for one that never became whole, the place where it would have been."""
    for path in cache_folder().glob("*/*"):
        if path.is_dir():
            yield path.with_name(path.name.removesuffix(MAKING))
        elif path.suffix == LOCK and is_locked(path):
            yield path.with_suffix("")
