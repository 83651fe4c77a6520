"""
A file lock between processes: only one process at a time builds or removes an artefact.

The package filelock does not fit: it leaves its files in the cache, and cannot test a lock without taking it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

LOCK = ".lock"
"""The suffix of a lock file."""


@contextmanager
def hold_lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """
    Hold the lock at `path` while the block runs; the operating system releases it when this process dies.

    Raises `BlockingIOError` where another process holds it and `wait` is false. The file is removed at the end. So a
    process that waited checks that the file it locked still has this name.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            flock(descriptor, LOCK_EX if wait else LOCK_EX | LOCK_NB)
            if _is_still_named(descriptor, path):
                try:
                    yield
                finally:
                    path.unlink(missing_ok=True)
                return
        finally:
            os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock at `path` now. A file left by a killed process locks nothing."""
    try:
        with path.open("rb") as file:
            flock(file, LOCK_SH | LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _is_still_named(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
