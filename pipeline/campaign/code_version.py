"""The version of the code that judges: the release, and a hash of every source that can change a row."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import kafka_assay

JUDGING = ("assignors", "oracle", "properties", "pipeline/campaign")
"""The folders whose files decide what a row says. The other folders only plan, show and report."""
_DIGITS = 12


@cache
def code_version() -> str:
    """The release, `+`, and the hash of all files in the folders that judge."""
    return f"{version('kafka-assay')}+{hash_sources(Path(kafka_assay.__file__).parent)}"


def hash_sources(root: Path) -> str:
    """The hash of all files below `root` in the folders that judge, without what a run leaves there."""
    found = hashlib.sha256()
    for folder in JUDGING:
        here = (root / folder).resolve()
        for path in sorted(path for path in here.rglob("*") if _is_source(path)):
            content = path.read_bytes()
            found.update(f"{folder}/{path.relative_to(here).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:_DIGITS]


def _is_source(path: Path) -> bool:
    # A run adds files to `__pycache__`: Python's bytecode and Numba's compiled loops.
    return path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in path.parts[-2:])
