"""A lock between processes holds as long as its process lives, and no longer."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from kafka_assay.assignors.hosted.artefacts.lock import hold_lock, is_locked

DIES = """
    import os, signal, sys
    from pathlib import Path
    from kafka_assay.assignors.hosted.artefacts.lock import hold_lock

    with hold_lock(Path(sys.argv[1])):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the lock lies."""
    return tmp_path / "a.lock"


def test_a_lock_is_held_by_one(path: Path) -> None:
    """Who does not want to wait is told; afterwards nothing is left of it."""
    with hold_lock(path):
        held = is_locked(path)
        with pytest.raises(BlockingIOError), hold_lock(path, wait=False):
            raise AssertionError("two have it")

    assert (True, False) == (held, is_locked(path))
    assert not path.exists()


def test_a_killed_process_holds_nothing(path: Path) -> None:
    """Its file is still there, and locks nobody out."""
    killed = subprocess.run([sys.executable, "-c", dedent(DIES), str(path)], check=False)

    assert (-signal.SIGKILL, True, False) == (killed.returncode, path.exists(), is_locked(path))
    with hold_lock(path, wait=False):
        assert is_locked(path)


def test_what_was_never_locked_is_not_locked(path: Path) -> None:
    """Looking makes no lock."""
    assert not is_locked(path)
    assert not path.exists()
