"""
The cache of all that is fetched or built: its folder, its locks, and its contents, each with a manifest of its files.

It is in the user's cache, never in this repository. The package filelock does not fit: it leaves its files in the
cache, and cannot test a lock without taking it.

The SHA-256 of files that tests and documents use is known before, to detect a changed download. Each folder of hosts
lists them in a `pinned.txt`:

    SHA256  KIND NAME VERSION FILE

For other releases the registry's own client verifies the file, and the manifest records the checksum.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from kafka_assay.assignors.errors import AssayError

MANIFEST = "artefact.json"
FORMAT = "assay-artefact/1"
_REMADE = "__pycache__"
"""Python rewrites byte code at any time, and verifies it itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """A file as it was written."""

    size: int
    """Its size in bytes."""
    sha256: str
    """Its SHA-256."""
    written: int
    """The time of its last write, in nanoseconds."""

    def differs(self, path: str, *, fully: bool = False) -> bool:
        """
        Whether the file at `path` is missing or has changed.

        Unless `fully`, the contents are read only if the write time differs (after a restored backup, for example). So
        opening a large artefact takes milliseconds.
        """
        try:
            seen = os.stat(path)  # noqa: PTH116 - a Path for each of 5,000 files costs more than the stat
            is_suspect = fully or seen.st_mtime_ns != self.written
            return seen.st_size != self.size or (is_suspect and sha256_of(Path(path)) != self.sha256)
        except OSError:
            return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The record of an artefact's build."""

    kind: str
    """What it is: `java`, `go` ..."""
    name: str
    """Its name."""
    version: str
    """Its version."""
    recipe: str
    """A hash of what decides how it is built."""
    made: str
    """When it was made: ISO 8601, UTC."""
    tools: Mapping[str, str]
    """Tool to version."""
    files: Mapping[str, FileRecord]
    """File to its record."""

    @property
    def size(self) -> int:
        """The total size of all files in bytes."""
        return sum(file.size for file in self.files.values())

    def damaged_files(self, folder: Path) -> list[str]:
        """Every file in `folder` that is missing, has other contents or has no record, after a full read."""
        strange = sorted(set(_files(folder)) - set(self.files))
        return [name for name, file in self.files.items() if file.differs(f"{folder}/{name}", fully=True)] + strange

    def write(self, folder: Path) -> None:
        """Write the manifest into `folder`."""
        (folder / MANIFEST).write_text(json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n", "utf-8")


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in `folder`; None where there is no readable one."""
    try:
        document = json.loads((folder / MANIFEST).read_text("utf-8"))
        if document.pop("format") != FORMAT:
            return None
        files = {name: FileRecord(**file) for name, file in document.pop("files").items()}
        return Manifest(files=files, **document)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def record_files(folder: Path) -> dict[str, FileRecord]:
    """The record of every file in `folder`, as it is now."""
    seen = {name: (folder / name).stat() for name in sorted(_files(folder))}
    return {
        name: FileRecord(size=one.st_size, sha256=sha256_of(folder / name), written=one.st_mtime_ns)
        for name, one in seen.items()
    }


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's contents, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _files(folder: Path) -> Iterator[str]:
    """The files below `folder`. Links to places outside it (an environment's Python) are not followed."""
    home = folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != _REMADE]
        for name in names:
            path = folder.joinpath(place, name)
            if path.is_file() and (not path.is_symlink() or path.resolve().is_relative_to(home)):
                relative = str(path.relative_to(folder))
                if relative != MANIFEST:
                    yield relative


_HOSTED = Path(__file__).parent
_LISTS = "pinned.txt"


def check_pin(kind: str, name: str, version: str, file: str, path: Path) -> None:
    """Raise `AssayError` where the checksum of the file at `path` is pinned and differs."""
    known = pins().get((kind, name, version, file))
    if known is None:
        return
    found = sha256_of(path)
    if found != known:
        raise AssayError(f"{kind} {name} {version}: {file} has SHA-256 {found}, but {known} is expected")


@cache
def pins() -> dict[tuple[str, str, str, str], str]:
    """All pinned checksums: (kind, name, version, file) -> SHA-256."""
    lines = (line for lists in sorted(_HOSTED.glob(f"*/{_LISTS}")) for line in lists.read_text("utf-8").splitlines())
    rows = (line.split() for line in lines if line.strip() and not line.startswith("#"))
    return {(kind, name, version, file): sha256 for sha256, kind, name, version, file in rows}


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
