"""Write files atomically: a file gets its name only when it is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def write_atomically(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that replaces `path` when the block ends; it is removed when the block fails."""
    partial_path = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        yield partial_path
        partial_path.replace(path)
    finally:
        partial_path.unlink(missing_ok=True)


def is_running(process: str) -> bool:
    """Whether the process with this number, which left something unfinished, is still there."""
    try:
        os.kill(int(process), 0)
    except (ValueError, OverflowError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
