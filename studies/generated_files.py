"""Folders in which the code makes every file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from studies.output import ROOT


def compare_files(files: Mapping[Path, str], folder: Path | None, *, write: bool) -> int:
    """Write the files, all of `folder` if there is one, or name those that differ and return 1."""
    stale = stale_files(files, folder)
    for path in stale:
        if write and path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
        elif write:
            path.unlink()
        print(f"{'written' if write else 'differs'}: {path.relative_to(ROOT)}")
    return 1 if stale and not write else 0


def stale_files(files: Mapping[Path, str], folder: Path | None) -> list[Path]:
    """The files that are missing or differ from `files`, and those of `folder` that are not among them."""
    there = set(files if folder is None else folder.glob("*"))
    return sorted(
        path for path in there | files.keys() if not path.exists() or path.read_text("utf-8") != files.get(path)
    )
