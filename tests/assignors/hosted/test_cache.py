from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.hosted.cache import CACHE, cache_folder, hold_lock, is_locked

if TYPE_CHECKING:
    import pytest


def test_configured_cache_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A relative folder belongs to the current directory, `~` is the user's home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE, "kept")
    relative = cache_folder()
    monkeypatch.setenv(CACHE, "~/kept")

    assert (tmp_path / "kept", Path.home() / "kept") == (relative, cache_folder())


def test_default_cache_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, "")

    assert "kafka-assay" == cache_folder().name
    assert cache_folder().is_absolute()


DIES = """
    import os, signal, sys
    from pathlib import Path
    from kafka_assay.assignors.hosted.cache import hold_lock

    with hold_lock(Path(sys.argv[1])):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.lock"


def test_only_one_process_holds_a_lock(path: Path) -> None:
    with hold_lock(path):
        held = is_locked(path)
        with pytest.raises(BlockingIOError), hold_lock(path, wait=False):
            raise AssertionError("two have it")

    assert (True, False) == (held, is_locked(path))
    assert not path.exists()


def test_killed_process_releases_its_lock(path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", dedent(DIES), str(path)], check=False)

    assert (-signal.SIGKILL, True, False) == (killed.returncode, path.exists(), is_locked(path))
    with hold_lock(path, wait=False):
        assert is_locked(path)


def test_checking_creates_no_lock(path: Path) -> None:
    assert not is_locked(path)
    assert not path.exists()
