"""The folder in which an audit is written, and how finished records replace older ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

_PREFIX = ".unfinished-"


@contextmanager
def staging_folder(out: Path) -> Iterator[Path]:
    """
    An empty hidden folder in `out`, removed at the end.

    Folders that other processes left there when they were killed are removed too.
    """
    for left in out.glob(f"{_PREFIX}*"):
        if not _is_running(left.name.removeprefix(_PREFIX)):
            shutil.rmtree(left, ignore_errors=True)
    folder = out / f"{_PREFIX}{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, OverflowError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def publish(staging: Path, out: Path, names: Iterable[str]) -> None:
    """Move these files and folders from `staging` to `out`. What `out` has of them is removed, also if none is new."""
    for name in names:
        new, old, aside = staging / name, out / name, staging / f"{name}.old"
        if os.path.lexists(old):
            old.rename(aside)
        if new.exists():
            new.rename(old)
