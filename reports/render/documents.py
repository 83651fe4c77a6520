"""Records that are one JSON document, read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError


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
