"""
What is known of a kept artefact, written beside it: what it is, when and with what it was made, and every file of it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

MANIFEST = "artefact.json"
FORMAT = "assay-artefact/1"
_REMADE = "__pycache__"
"""Python writes byte code whenever it likes: whether it is whole is Python's business."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """A file as it was made: its size, its SHA-256, and the time of its last write."""

    size: int
    sha256: str
    written: int

    def is_touched(self, path: str) -> bool:
        """
        Whether `path` is no longer this file, as far as can be seen at a glance: its contents are read only where it
        has been written since (unpacked from a backup, say), so that opening a large artefact takes milliseconds.
        """
        try:
            seen = os.stat(path)  # noqa: PTH116 - of five thousand files, making a Path of each costs more than looking
        except OSError:
            return True
        return seen.st_size != self.size or (seen.st_mtime_ns != self.written and sha256_of(Path(path)) != self.sha256)

    def is_damaged(self, path: Path) -> bool:
        """Whether the contents of `path` are not this file's."""
        try:
            return path.stat().st_size != self.size or sha256_of(path) != self.sha256
        except OSError:
            return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What was recorded when an artefact was made. `made` is a time as ISO 8601, in UTC."""

    kind: str
    name: str
    version: str
    recipe: str
    made: str
    tools: Mapping[str, str]
    files: Mapping[str, FileRecord]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(file.size for file in self.files.values())

    def first_touched_file(self, folder: Path) -> str | None:
        """The first file in `folder` that is missing or was changed, as seen at a glance; None where all is well."""
        return next((name for name, file in self.files.items() if file.is_touched(f"{folder}/{name}")), None)

    def damaged_files(self, folder: Path) -> list[str]:
        """Every file in `folder` that is missing or has other contents, read whole, and every file without a record."""
        strange = sorted(set(_files(folder)) - set(self.files))
        return [name for name, file in self.files.items() if file.is_damaged(folder / name)] + strange

    def write(self, folder: Path) -> None:
        """Write it into `folder`."""
        (folder / MANIFEST).write_text(json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n", "utf-8")


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in `folder`; None where there is none that can be read."""
    try:
        said = json.loads((folder / MANIFEST).read_text("utf-8"))
        if said.pop("format") != FORMAT:
            return None
        files = {name: FileRecord(**file) for name, file in said.pop("files").items()}
        return Manifest(files=files, **said)
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
    """The files below `folder`. What a link out of it leads to (an environment's Python) is not ours to watch."""
    home = folder.resolve()
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != _REMADE]
        for name in names:
            path = folder.joinpath(place, name)
            if path.is_file() and (not path.is_symlink() or path.resolve().is_relative_to(home)):
                relative = str(path.relative_to(folder))
                if relative != MANIFEST:
                    yield relative
