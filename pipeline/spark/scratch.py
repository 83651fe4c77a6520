"""The scratch folder of a Spark session. The next session deletes the folder of a process that was killed."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

PREFIX = "assay-spark-"
LOCK = "lock"
"""The file in a scratch folder that its process locks as long as it lives. A folder without it is never deleted."""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder in the folder for temporary files, deleted at the end."""
    _remove_leftovers()
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        # The file gets its name when it is locked, so no other process sees it without its lock.
        with (folder / f"{LOCK}.new").open("w") as file:
            with suppress(OSError):  # a file system without locks
                flock(file, LOCK_EX | LOCK_NB)
                (folder / f"{LOCK}.new").rename(folder / LOCK)
            yield folder


def _remove_leftovers() -> None:
    """Delete the scratch folders of this user whose process has ended. The system has released their locks."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            found = folder.lstat()
            if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid():
                _remove_unless_locked(folder)


def _remove_unless_locked(folder: Path) -> None:
    """Delete the folder. Raises `OSError` if it has no lock file, or if a process holds the lock."""
    with (folder / LOCK).open("r+") as file:
        flock(file, LOCK_EX | LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
