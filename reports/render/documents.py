"""Records that are one JSON document, read back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from pathlib import Path


def read_document(path: Path, expected: str) -> dict[str, Any] | None:
    """
    The document at `path`, whose `format` must be `expected`; None where there is no such file.

    Raises `AssayError` where it cannot be read.
    """
    if not path.exists():
        return None
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a record of the format {expected!r}") from None
    if not isinstance(document, dict) or document.get("format") != expected:
        raise AssayError(f"{path}: format: expected {expected!r}")
    return document
