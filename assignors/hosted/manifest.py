"""
The manifest beside an artefact: what it is, when and with which tools it was built, and all its files.

The SHA-256 of files that tests and documents use is known before, to detect a changed download. Each folder of hosts
lists them in a `pinned.txt`:

    SHA256  KIND NAME VERSION FILE

For other releases the registry's own client verifies the file, and the manifest records the checksum.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from kafka_assay.assignors.errors import AssayError

MANIFEST = "artefact.json"
FORMAT = "assay-artefact/1"
_REMADE = "__pycache__"
"""Python rewrites byte code at any time, and verifies it itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """A file as it was written: its size, its SHA-256, and the time of its last write."""

    size: int
    sha256: str
    written: int

    def is_touched(self, path: str) -> bool:
        """
        Whether `path` has changed, according to a quick look.

        The contents are read only if the write time differs (after a restored backup, for example). So opening
        a large artefact takes milliseconds.
        """
        try:
            seen = os.stat(path)  # noqa: PTH116 - a Path for each of 5,000 files costs more than the stat
        except OSError:
            return True
        return seen.st_size != self.size or (seen.st_mtime_ns != self.written and sha256_of(Path(path)) != self.sha256)

    def is_damaged(self, path: Path) -> bool:
        """Whether the contents of `path` differ from this record."""
        try:
            return path.stat().st_size != self.size or sha256_of(path) != self.sha256
        except OSError:
            return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The record of an artefact's build. `made` is an ISO 8601 time in UTC."""

    kind: str
    name: str
    version: str
    recipe: str
    made: str
    tools: Mapping[str, str]
    files: Mapping[str, FileRecord]

    @property
    def size(self) -> int:
        """The total size of all files in bytes."""
        return sum(file.size for file in self.files.values())

    def first_touched_file(self, folder: Path) -> str | None:
        """The first file in `folder` that is missing or has changed, by a quick look; None where there is none."""
        return next((name for name, file in self.files.items() if file.is_touched(f"{folder}/{name}")), None)

    def damaged_files(self, folder: Path) -> list[str]:
        """Every file in `folder` that is missing, has other contents or has no record, after a full read."""
        strange = sorted(set(_files(folder)) - set(self.files))
        return [name for name, file in self.files.items() if file.is_damaged(folder / name)] + strange

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
    return {name: _record_file(folder / name) for name in sorted(_files(folder))}


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's contents, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _record_file(path: Path) -> FileRecord:
    seen = path.stat()
    return FileRecord(size=seen.st_size, sha256=sha256_of(path), written=seen.st_mtime_ns)


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
