"""Read records that are one JSON document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from kafka_assay.assignors.errors import AssayError

R = TypeVar("R")


def read_file(path: Path, expected: str, read: Callable[[dict[str, Any]], R]) -> R | None:
    """
    The result of `read` for the document at `path`, whose `format` must be `expected`; None if there is no such file.

    Raises `AssayError` if it cannot be read.
    """
    if not path.exists():
        return None
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a record in the format {expected!r}") from None
    if not isinstance(document, dict) or document.get("format") != expected:
        raise AssayError(f"{path}: format: expected {expected!r}")
    try:
        return read(document)
    except AssayError as wrong:
        raise AssayError(f"{path}: {wrong}") from None
    except (KeyError, TypeError, IndexError) as wrong:
        raise AssayError(f"{path}: the record has no {wrong}: expected the format {expected!r}") from None


def read_files(paths: Iterable[Path], expected: str, read: Callable[[dict[str, Any]], R]) -> list[R]:
    """The result of `read` for each document, in the order of their names. Raises `AssayError`."""
    return [found for path in sorted(paths) if (found := read_file(path, expected, read)) is not None]
