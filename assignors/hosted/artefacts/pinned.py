"""
The known SHA-256 of released files, to detect a changed download.

Each family lists the releases that tests and documents use, in a `pinned.txt` beside its code:

    SHA256  KIND NAME VERSION FILE

For other releases the registry's own client verifies the file. The manifest of the artefact records the checksum.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.manifest import sha256_of

_FAMILIES = Path(__file__).parent.parent
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
    lines = (line for lists in sorted(_FAMILIES.glob(f"*/{_LISTS}")) for line in lists.read_text("utf-8").splitlines())
    rows = (line.split() for line in lines if line.strip() and not line.startswith("#"))
    return {(kind, name, version, file): sha256 for sha256, kind, name, version, file in rows}
