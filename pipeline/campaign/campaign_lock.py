"""One driver at a time works on a campaign: two would judge the same stretches and delete each other's files."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from kafka_assay.assignors.errors import AssayError

LOCK = ".lock"
"""The file in a campaign's folder that a driver locks. It stays: only the lock counts."""
_NO_LOCKS = {errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK}


@contextmanager
def campaign_lock(folder: Path) -> Iterator[None]:
    """
    Hold the lock of the campaign in `folder`; the operating system releases it when this process dies.

    Raises `AssayError` if another process holds it. On a file system without locks nothing is held.
    """
    with (folder / LOCK).open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise AssayError(f"{folder}: another run of this campaign is going on: wait for it, or end it") from None
        except OSError as wrong:
            if wrong.errno not in _NO_LOCKS:
                raise
        yield
