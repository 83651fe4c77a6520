"""
A lock between processes, on a file: who makes or removes an artefact is alone with it.

The package filelock is no help: it leaves its files in the cache, and cannot ask who holds a lock without taking it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

LOCK = ".lock"
"""How the file of a lock ends."""


@contextmanager
def hold_lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """
    Hold the lock at `path` while the block runs; the operating system releases it when this process dies.

    Raises `BlockingIOError` where another process has it and `wait` is false. The file is removed at the end, so
    whoever has waited looks whether the file that it locked still has the name.
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
    """Whether a process has the lock at `path` now. A file that a killed process left behind locks nothing."""
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
