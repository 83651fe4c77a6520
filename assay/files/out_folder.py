"""The folder that `--out` names. It is created before the work begins, so that a typing error costs no results."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from pathlib import Path


def make_folder(folder: Path | None, option: str = "--out") -> Path | None:
    """Create `folder`, if one is given with `option`, and make sure that it is writable. Raises `AssayError`."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise AssayError(f"{option} {folder}: {wrong.strerror}: expected a writable folder") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise AssayError(f"{option} {folder}: expected a writable folder")
    return folder


def file_name(text: str) -> str:
    """
    A target or a release as the name of a file.

    >>> file_name("npm:@platformatic/kafka@2.12.1:roundrobin")
    'npm-@platformatic-kafka@2.12.1-roundrobin'
    """
    return re.sub(r"[^A-Za-z0-9._=@+-]+", "-", text)


def write_record(path: Path, document: dict[str, Any]) -> None:
    """Write a record as JSON."""
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
