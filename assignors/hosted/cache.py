"""
The cache of all that is fetched or built: its folder, its locks and its contents.

It is in the user's cache, never in this repository. The package filelock does not fit: it leaves its files in the
cache, and cannot test a lock without taking it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path
from typing import Literal, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.manifest import MANIFEST, Manifest, read_manifest

CACHE = "ASSAY_CACHE"
"""The environment variable that names another folder."""

_LOCK = ".lock"
"""The suffix of a lock file."""

_MAKING = ".making"
"""The suffix of a folder in which an artefact is being built."""

State: TypeAlias = Literal["kept", "being made", "unfinished", "unknown"]
"""Complete; being built by a process now; left by a killed process; a folder without a manifest."""


def cache_folder() -> Path:
    """The folder of all artefacts: `$ASSAY_CACHE`, else the platform's cache folder. It may not exist yet."""
    named = os.environ.get(CACHE)
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("kafka-assay", appauthor=False)


@contextmanager
def hold_lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """
    Hold the lock at `path` while the block runs; the operating system releases it when this process dies.

    Raises `BlockingIOError` where another process holds it and `wait` is false. The file is removed at the end. So a
    process that waited checks that the file it locked still has this name.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            flock(descriptor, LOCK_EX if wait else LOCK_EX | LOCK_NB)
            if _is_still_named(descriptor, path):
                try:
                    yield
                finally:
                    path.unlink(missing_ok=True)
                return
        finally:
            os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock at `path` now. A file left by a killed process locks nothing."""
    try:
        with path.open("rb") as file:
            flock(file, LOCK_SH | LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _is_still_named(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def lock_path(folder: Path) -> Path:
    """The lock file of an artefact's folder. A process must hold it to build or remove that folder."""
    return folder.with_name(folder.name + _LOCK)


def remove_tree(folder: Path) -> None:
    """Delete `folder` recursively, including read-only files (Go's modules)."""
    for place, _, _ in os.walk(folder):
        Path(place).chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def unfinished_folder(folder: Path) -> Path:
    """The folder in which an artefact is being built. A power failure leaves it behind."""
    return folder.with_name(folder.name + _MAKING)


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
            yield path.with_name(path.name.removesuffix(_MAKING))
        elif path.suffix == _LOCK and is_locked(path):
            yield path.with_suffix("")
