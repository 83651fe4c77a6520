"""The folder that `--out` names: made before the work begins, so that no hour of it is lost to a spelling mistake."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from pathlib import Path


def made(folder: Path | None) -> Path | None:
    """`folder`, which is there now and can be written to; None where nothing is to be written. Raises `AssayError`."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise AssayError(f"--out {folder}: {wrong.strerror}: expected a folder that can be written to") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise AssayError(f"--out {folder}: expected a folder that can be written to")
    return folder
